// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/selectedsamples.h"

#include "model/profile/lastsample.h"
#include "model/profile/sampleplaces.h"

namespace ember::model {

namespace {

// The first sample that may last beyond `start`.
std::size_t firstReaching(const ThreadSamples &samples, Timestamp start)
{
    const auto first = firstAtOrAfter(samples, start).row();
    return first == 0 ? 0 : first - 1;
}

} // namespace

std::vector<ThreadIndex> selectedThreads(const Profile &profile, const Selection &selection)
{
    if (!selection.threads.empty())
        return selection.threads;
    std::vector<ThreadIndex> threads;
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        threads.emplace_back(row);
    return threads;
}

std::vector<SamplePiece> selectedPieces(const Profile &profile, const Selection &selection)
{
    std::vector<SamplePiece> pieces;
    const auto idle = selection.runningOnly ? idleStacks(profile) : nullptr;
    for (const ThreadIndex thread : selectedThreads(profile, selection)) {
        const auto &samples = profile.samples(thread);
        const auto first = firstReaching(samples, selection.range.start);
        const auto end = firstAtOrAfter(samples, selection.range.end).row();
        if (first < end)
            pieces.push_back({thread, &samples, first, end, lastDuration(profile, thread), idle});
    }
    return pieces;
}

bool isRunning(const ThreadSamples &samples, SampleIndex sample, StackIndex stack,
               const IdleStackList &idle)
{
    if (samples.details.contains(sample) && samples.details[sample].state == ThreadState::Blocked)
        return false;
    return !idle || !isIdle(stack, idle);
}

} // namespace ember::model
