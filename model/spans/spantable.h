// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/spans/activity.h"
#include "model/spans/boxcolumn.h"
#include "model/spans/busytime.h"
#include "model/spans/callpaths.h"
#include "model/spans/shownstacks.h"
#include "model/spans/stackoutline.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ember::model {

// Whether `later` has the rows of `earlier`, perhaps followed by more. False if samples came late
// and were sorted in between, and for rows that were copied to other memory.
bool isContinued(const ThreadSamples &earlier, const ThreadSamples &later);

// The boxes of one thread at one depth, in time order, without overlap.
struct SpanRow {
    BoxColumn boxes;
};

// The durations of one thread: what a flamechart draws. Depth 0 is the root.
//
//   samples   0   1   2   3   4          rows
//   root      a   a   a   ·   a          0: a[0,3)
//   ·         b   b   c                  1: b[0,2) c[2,3)
//
// A sample lasts until the thread's next one; an empty stack (·) leaves a hole; the last sample
// ends what is open and has no duration (DESIGN.md §3, SENTRY.md §6.2): it opens no box. If its
// duration is known (lastDuration()), it is like the others, and its boxes end when it does.
struct ThreadSpans {
    std::shared_ptr<const ThreadSamples> samples;
    std::vector<SpanRow> rows; // by depth
    StackOutline outline; // outline of all samples but a last one without duration
    BusyTime busy;
    ActivityRuns activity;
    Nanoseconds lastDuration{}; // duration of the last sample; 0: it only ends open boxes

    std::size_t depth() const { return rows.size(); }

    Timestamp start(const Box &box) const { return samples->times[box.first]; }

    Timestamp end(const Box &box) const { return time(box.end); }

    // The time of a sample; for the index after the last sample, where boxes may end, the end of
    // the last sample.
    Timestamp time(SampleIndex sample) const
    {
        const auto &times = samples->times;
        return times.contains(sample) ? times[sample] : times.back() + lastDuration;
    }

    Nanoseconds duration(const Box &box) const { return end(box) - start(box); }

    // The first box of the row that ends after `time`; rows[depth].boxes.size() if there is none.
    BoxIndex firstEndingAfter(std::size_t depth, Timestamp time) const;

    // The box of the row that was open in the sample, which must have more than `depth` calls.
    BoxIndex boxOf(std::size_t depth, SampleIndex sample) const;
};

// All durations of a profile, immutable and shared like it.
class SpanTable {
public:
    const ProfilePointer &profile() const { return m_stacks.shown; }

    // The profile as read or recorded, which is what files are written from. It differs from
    // profile() if cut stacks are bridged or interpreters are folded.
    const ProfilePointer &recorded() const { return m_stacks.recorded; }

    StackChoice stackChoice() const { return m_stacks.choice; }

    bool hasBridges(ThreadIndex thread) const
    {
        return m_stacks.recorded->sharedSamples(thread) != m_stacks.bridged->sharedSamples(thread);
    }

    // The number of outermost calls of the sample's stack that were added from samples around it.
    // Costs a walk from the leaf if there are any.
    std::size_t bridgedCallers(ThreadIndex thread, SampleIndex sample) const;

    const ThreadSpans &thread(ThreadIndex index) const { return *m_threads[index.row()]; }

    std::size_t threadCount() const { return m_threads.size(); }

    std::size_t boxCount() const { return m_boxCount; }

    const PathNode &path(PathIndex index) const { return m_paths[index]; }

    // The call path of a whole stack.
    PathIndex pathOf(StackIndex stack) const { return m_stackPaths[stack]; }

    // The frame a box is named and coloured by; its line is that of the first stack with this path.
    FrameIndex frame(const Box &box) const { return m_paths[box.path].frame; }

    // The frame of the box's own first sample, whose line the backend shows. Costs a walk from the
    // leaf.
    FrameIndex firstFrame(ThreadIndex thread, const Box &box) const;

    std::size_t pathCount() const { return m_paths.size(); }

private:
    friend class SpanBuilder;

    ShownProfile m_stacks;
    Column<PathIndex, PathNode> m_paths;
    Column<StackIndex, PathIndex> m_stackPaths;
    std::vector<std::shared_ptr<const ThreadSpans>> m_threads;
    std::size_t m_boxCount = 0;
};

using SpanTablePointer = std::shared_ptr<const SpanTable>;

} // namespace ember::model
