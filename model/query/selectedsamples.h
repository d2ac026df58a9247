// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/profile/samplerows.h"
#include "model/query/idlewaits.h"
#include "model/query/selection.h"
#include "model/spans/busytime.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ember::model {

// Samples [first, end) of a thread.
struct SamplePiece {
    ThreadIndex thread;
    const ThreadSamples *samples;
    std::size_t first;
    std::size_t end;
    Nanoseconds lastDuration; // duration of the thread's last sample (model::lastDuration())
    // The stacks that stand for idling, for Counted::Busy and Counted::Running; else null.
    IdleStackList idle = nullptr;
    ThreadIdleWaits waits = nullptr; // idle waits, for Counted::Busy; else null
    // 1 for the thread's samples that filters by labels leave; null: there are no such filters.
    std::shared_ptr<const std::vector<std::uint8_t>> labelled = nullptr;
};

// The threads of the selection, or all if it names none.
std::vector<ThreadIndex> selectedThreads(const Profile &profile, const Selection &selection);

// The samples that last into the selection's range, thread by thread. The profile must outlive
// them.
std::vector<SamplePiece> selectedPieces(const Profile &profile, const Selection &selection);
// Returns selectedPieces() without looking for idle waits: `idle` is what idleWaits() returns for
// this profile and selection.
std::vector<SamplePiece> selectedPieces(const Profile &profile, const Selection &selection,
                                        const IdleWaitsPointer &idle);

// Marks the thread's samples that the filters by labels leave; null if none of the filters is one.
std::shared_ptr<const std::vector<std::uint8_t>>
samplesLeft(const Profile &profile, ThreadIndex thread, const std::vector<CallFilter> &filters);

inline bool isOffCpu(ThreadState state)
{
    return state == ThreadState::Blocked || state == ThreadState::Runnable;
}

// Whether a sample of the piece is counted by its labels and by what its thread did. For
// Counted::Running a thread must be on a CPU, or its state unknown; in a profile with stacks of
// V8's "(idle)" its stack must also be neither one of these nor empty. `detail` is the sample's;
// null: it has none.
inline bool isCounted(const SamplePiece &piece, Counted counted, SampleIndex sample,
                      StackIndex stack, const SampleDetail *detail)
{
    if (piece.labelled && (*piece.labelled)[sample.row()] == 0)
        return false;
    const auto state = detail ? detail->state : ThreadState::Unknown;
    switch (counted) {
    case Counted::All: break;
    case Counted::Busy:
        return !isIdleWait(piece.waits, stack, detail ? *detail : SampleDetail())
            && (stack == emptyStack || !isIdle(stack, piece.idle));
    case Counted::Running: return !isOffCpu(state) && (!piece.idle || !isIdle(stack, piece.idle));
    case Counted::Waiting: return isOffCpu(state);
    }
    return true;
}

inline bool isCounted(const SamplePiece &piece, Counted counted, SampleIndex sample,
                      StackIndex stack)
{
    const auto &details = piece.samples->details;
    return isCounted(piece, counted, sample, stack,
                     details.contains(sample) ? &details[sample] : nullptr);
}

struct SelectedSample {
    SampleIndex sample;
    StackIndex stack;
    Timestamp time;
    // Time until the thread's next sample, cut to the range. A thread's last sample takes no time,
    // unless its duration is known.
    Nanoseconds duration;
    const SampleDetail *detail; // null: the sample has none
};

// Calls `use(SelectedSample)` for the samples of a piece that the range, states and labels of the
// selection include. Reads them in runs, because the blocks of all columns begin at the same rows.
template<typename Use>
void forEachSelected(const SamplePiece &piece, const Selection &selection, Use use)
{
    const ThreadSamples &samples = *piece.samples;
    const auto range = selection.range;
    for (auto row = piece.first; row < piece.end;) {
        const auto times = samples.times.run(row);
        const auto stacks = samples.stacks.run(row);
        const auto details = samples.details.runFrom(row); // may end earlier
        const auto behind = row + times.size();
        const auto after = behind < samples.size() ? samples.times[SampleIndex(behind)]
                                                   : times.back() + piece.lastDuration;
        for (std::size_t place = 0; place < times.size() && row < piece.end; ++place, ++row) {
            if (isGapMark(samples, SampleIndex(row)))
                continue;
            const auto time = times[place];
            const SampleDetail *detail = place < details.size() ? &details[place] : nullptr;
            if ((selection.counted != Counted::All || piece.labelled)
                && !isCounted(piece, selection.counted, SampleIndex(row), stacks[place], detail))
                continue;
            const auto next = place + 1 < times.size() ? times[place + 1] : after;
            const auto duration =
                std::max(std::min(next, range.end) - std::max(time, range.start), Nanoseconds(0));
            // A sample before the range counts only if it lasts into it.
            if (time >= range.start || duration.count() > 0)
                use(SelectedSample{SampleIndex(row), stacks[place], time, duration, detail});
        }
    }
}

} // namespace ember::model
