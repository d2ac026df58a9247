// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/activity.h"
#include "model/spans/boxbudget.h"
#include "model/spans/idlestacks.h"
#include "model/spans/spantable.h"

#include <memory>
#include <vector>

namespace ember::model {

// The boxes of one thread while samples still come. Owned by a SpanBuilder.
//
// A box stays changeable a little longer than its samples last: the backend lets a call go on if
// its node ended exactly at the time of the sample and nothing newer stands beside it (SENTRY.md
// §6.2), so samples without duration can interrupt a call without ending it.
//
//   m_chain:   open   open   ended   ended     the newest box of each depth, root first; the ended
//              [0]    [1]    [2]     [3]       ones all ended at m_endedAt and may be taken up
//              again ╰ m_openDepth = 2 ╯
class GrowingSpans {
public:
    // `budget` must outlive it.
    explicit GrowingSpans(BoxBudget &budget) : m_budget(&budget) { }

    // Reads the samples that are new in `samples`. A last sample without duration opens no box, it
    // only ends open ones. Throws what BoxBudget::take() throws; this object is unusable then.
    void update(std::shared_ptr<const ThreadSamples> samples, const CallPaths &paths,
                Nanoseconds lastDuration, const IdleStackList &idle, const FutexStacks &futexes);

    // Publishes the samples without spans, because they have no time.
    void leaveOut(std::shared_ptr<const ThreadSamples> samples);

    const std::shared_ptr<const ThreadSpans> &published() const { return m_published; }

    std::size_t boxCount() const { return m_boxCount; }

private:
    struct Row {
        ClosedBoxes closed;
        std::shared_ptr<const ClosedBoxes> published; // null: `closed` has changed since
    };

    std::size_t read(SampleIndex sample, Timestamp time, PathIndex path, const CallPaths &paths);
    std::size_t openBefore(std::size_t depth) const;
    std::size_t findShared(PathIndex path, const CallPaths &paths);
    void takeUp(std::size_t depth, SampleIndex sample);
    void endFrom(std::size_t depth, SampleIndex sample, Timestamp time);
    void closeFrom(std::size_t depth);
    void pay(std::size_t boxes, std::size_t depth);
    void publish();

    BoxBudget *m_budget;
    std::size_t m_paid = 0; // bytes
    std::vector<Row> m_rows; // by depth
    std::vector<OpenBox> m_chain;
    std::vector<PathIndex> m_opening; // paths that the sample being read opens, leaf first
    std::size_t m_openDepth = 0;
    Timestamp m_endedAt;
    Timestamp m_time; // of the sample read last
    SampleIndex m_firstOfTime{0}; // first sample of m_time
    StackOutline m_outline;
    BusyTime m_busy;
    ActivityRuns m_activity;
    Nanoseconds m_lastDuration{};
    std::size_t m_read = 0; // samples read
    std::shared_ptr<const ThreadSamples> m_samples;
    std::shared_ptr<const ThreadSpans> m_published;
    std::size_t m_boxCount = 0;
};

} // namespace ember::model
