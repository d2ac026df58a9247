// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/selectedsamples.h"

#include "model/profile/profile.h"
#include "model/profile/samplerows.h"

namespace ember::model {

namespace {

// The first sample that may last beyond `start`.
std::size_t firstReaching(const ThreadSamples &samples, Timestamp start)
{
    const auto first = firstAtOrAfter(samples, start).row();
    return first == 0 ? 0 : first - 1;
}

bool isOffCpu(ThreadState state)
{
    return state == ThreadState::Blocked || state == ThreadState::Runnable;
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
                              idle ? idle->threads[thread.row()] : nullptr});
    }
    return pieces;
}

bool isCounted(const SamplePiece &piece, Counted counted, SampleIndex sample, StackIndex stack)
{
    const auto &details = piece.samples->details;
    const auto detail = details.contains(sample) ? details[sample] : SampleDetail();
    switch (counted) {
    case Counted::All: break;
    case Counted::Busy:
        return !isIdleWait(piece.waits, stack, detail)
            && (stack == emptyStack || !isIdle(stack, piece.idle));
    case Counted::Running:
        return !isOffCpu(detail.state) && (!piece.idle || !isIdle(stack, piece.idle));
    case Counted::Waiting: return isOffCpu(detail.state);
    }
    return true;
}

} // namespace ember::model
