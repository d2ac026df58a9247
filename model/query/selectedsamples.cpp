// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/selectedsamples.h"

#include "model/profile/labels.h"
#include "model/profile/profile.h"
#include "model/profile/samplerows.h"

#include <unordered_map>

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
    return selectedPieces(profile, selection, idleWaits(profile, selection));
}

std::vector<SamplePiece> selectedPieces(const Profile &profile, const Selection &selection,
                                        const IdleWaitsPointer &idle)
{
    std::vector<SamplePiece> pieces;
    const bool isIdleOut =
        selection.counted == Counted::Busy || selection.counted == Counted::Running;
    const auto stacks = isIdleOut ? idleStacks(profile) : nullptr;
    for (const ThreadIndex thread : selectedThreads(profile, selection)) {
        const auto &samples = profile.samples(thread);
        const auto first = firstReaching(samples, selection.range.start);
        const auto end = firstAtOrAfter(samples, selection.range.end).row();
        if (first < end)
            pieces.push_back({thread, &samples, first, end, lastDuration(profile, thread), stacks,
                              idle ? idle->threads[thread.row()] : nullptr,
                              samplesLeft(profile, thread, selection.filters)});
    }
    return pieces;
}

std::shared_ptr<const std::vector<std::uint8_t>>
samplesLeft(const Profile &profile, ThreadIndex thread, const std::vector<CallFilter> &filters)
{
    std::shared_ptr<std::vector<std::uint8_t>> left;
    const auto &samples = profile.samples(thread);
    for (const CallFilter &filter : filters) {
        const bool leavesOut = filter.action == CallAction::LeaveOut;
        const bool keeps = filter.action == CallAction::Only || filter.action == CallAction::Focus;
        if (!filter.isOfSamples() || (!leavesOut && !keeps))
            continue;
        if (!left)
            left = std::make_shared<std::vector<std::uint8_t>>(samples.size(), 1);
        std::unordered_map<StringIndex, bool> known;
        for (std::size_t row = 0; row < left->size(); ++row) {
            const SampleIndex sample(row);
            const auto labels =
                samples.labels.contains(sample) ? samples.labels[sample] : StringIndex();
            const auto [place, isNew] = known.try_emplace(labels, false);
            if (isNew && labels.isValid())
                place->second = hasLabel(profile.text(labels), filter.calls.text);
            if (place->second == leavesOut)
                (*left)[row] = 0;
        }
    }
    return left;
}

} // namespace ember::model
