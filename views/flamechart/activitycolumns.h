// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/activity.h"
#include "views/flamechart/pixelsamples.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// What a thread did in each pixel column of a picture.
namespace ember::views {

// Reads the runs of a thread one after the other.
class RunReader {
public:
    RunReader(const model::ActivityRuns &runs, model::Nanoseconds tail, model::Timestamp from)
        : m_runs(runs),
          m_tail(tail)
    {
        goTo(runs.upTo(from));
    }

    // What the thread does in the present run, Activity::None before the first run; end() is the
    // run's end.
    model::Activity activity() const { return m_activity; }
    model::Timestamp end() const { return m_end; }
    bool isLast() const { return m_begun == m_runs.size(); }
    // Whether, after `runs` further runs, another one begins at or before the time.
    bool areMoreUntil(model::Timestamp time, std::size_t runs) const
    {
        const std::size_t run = m_begun + runs;
        return run < m_runs.size() && m_runs.start(model::ActivityRuns::Run(run)) <= time;
    }

    void advance()
    {
        if (m_place + 1 >= m_starts.size()) {
            goTo(m_begun + 1);
            return;
        }
        ++m_begun;
        m_activity = m_activities[m_place++];
        m_end = m_starts[m_place];
    }

    // Goes to the run of a time. Returns the time of each activity from the present run's end to
    // that run's start.
    model::ActivityTimes skipTo(model::Timestamp time)
    {
        using Run = model::ActivityRuns::Run;
        const std::size_t begun = m_runs.upTo(time);
        model::ActivityTimes sums = m_runs.before(Run(begun - 1));
        const model::ActivityTimes before = m_runs.before(Run(m_begun));
        for (std::size_t activity = 0; activity < model::activityCount; ++activity)
            sums[activity] -= before[activity];
        goTo(begun);
        return sums;
    }

private:
    // Goes to the last of the first `begun` runs.
    void goTo(std::size_t begun)
    {
        using Run = model::ActivityRuns::Run;
        m_begun = begun;
        m_activity = begun > 0 ? m_runs.activity(Run(begun - 1)) : model::Activity::None;
        m_place = 0;
        m_starts = {};
        if (isLast()) {
            m_end = begun > 0 ? m_runs.end(Run(begun - 1), m_tail) : model::Timestamp::min();
            return;
        }
        m_starts = m_runs.startsFrom(Run(begun));
        m_activities = m_runs.activitiesFrom(Run(begun));
        m_end = m_starts.front();
    }

    const model::ActivityRuns &m_runs;
    model::Nanoseconds m_tail;
    std::size_t m_begun = 0;
    model::Activity m_activity = model::Activity::None;
    model::Timestamp m_end;
    std::span<const model::Timestamp> m_starts; // of the next run and of those after it
    std::span<const model::Activity> m_activities;
    std::size_t m_place = 0; // index in m_starts and m_activities
};

// Sums of ActivityShares by Activity.
using ColumnShares = std::array<std::uint32_t, model::activityCount>;

// Returns the level with a thread's longest buckets that are no longer than a column of the
// picture; null if all are longer.
inline const model::ActivityBuckets::Level *levelFor(const model::ActivityRuns &runs,
                                                     const ColumnTimes &times)
{
    const auto &edges = times.edges();
    return times.columns() == 0
        ? nullptr
        : runs.buckets().levelFor(edges[1] - edges[0] - model::Nanoseconds(1));
}

// Tells the buckets [first, end) of each column, whose edges are rounded to those of buckets.
class ColumnBuckets {
public:
    ColumnBuckets(const ColumnTimes &times, int exponent)
        : m_edges(times.edges()),
          m_exponent(static_cast<unsigned>(exponent)),
          m_half(std::int64_t(1) << (m_exponent - 1))
    {
    }

    std::int64_t first(std::size_t x) const
    {
        return (model::toNs(m_edges[x]) + m_half) >> m_exponent;
    }
    std::int64_t end(std::size_t x) const { return first(x + 1); }
    // Returns what all shares of column x add up to.
    std::int64_t whole(std::size_t x) const
    {
        return 255 * std::max<std::int64_t>(end(x) - first(x), 1);
    }

private:
    const std::vector<model::Timestamp> &m_edges;
    unsigned m_exponent;
    std::int64_t m_half;
};

// Calls use(x, shares, whole) for columns from the left as long as their buckets are complete;
// returns the first other column. A bucket sums up several runs.
template<typename Use>
std::size_t forEachBucketedColumn(const model::ActivityBuckets::Level &level,
                                  const ColumnTimes &times, Use use)
{
    const ColumnBuckets buckets(times, level.exponent);
    std::size_t x = 0;
    std::int64_t bucket = times.columns() > 0 ? buckets.first(0) : 0;
    std::span<const model::ActivityShares> ahead; // from this bucket on
    for (; x < times.columns(); ++x) {
        const std::int64_t end = buckets.end(x);
        if (end > level.end())
            break;
        ColumnShares shares{};
        const std::int64_t whole = 255 * std::max<std::int64_t>(end - bucket, 1);
        for (bucket = std::max(bucket, level.first); bucket < end; ++bucket) {
            if (ahead.empty())
                ahead = level.shares.run(static_cast<std::size_t>(bucket - level.first));
            const model::ActivityShares &of = ahead.front();
            ahead = ahead.subspan(1);
            for (std::size_t activity = 0; activity < model::activityCount; ++activity)
                shares[activity] += of[activity];
        }
        bucket = end;
        use(x, shares, whole);
    }
    return x;
}

// Calls use(first, end, times, whole) from column x on to the right: in each of the columns [first,
// end) the activities have these times; `whole` is the time of a column. Columns within one run are
// found together. `tail` is how long the last sample is shown for.
template<typename Use>
void forEachColumnFrom(std::size_t x, const model::ActivityRuns &runs, const ColumnTimes &times,
                       model::Nanoseconds tail, Use use)
{
    constexpr std::size_t few = 24; // runs in a column that are added up one by one
    const auto &edges = times.edges();
    RunReader run(runs, tail, edges[x]);
    while (x < times.columns()) {
        model::ActivityTimes sums{};
        std::size_t end = x + 1;
        if (run.isLast() && run.end() <= edges[x]) {
            use(x, times.columns(), sums, edges[end] - edges[x]); // no activity is known any more
            return;
        }
        if (run.end() >= edges[end]) {
            sums[std::size_t(run.activity())] = edges[end] - edges[x];
            while (end < times.columns() && run.end() >= edges[end + 1])
                ++end;
            use(x, end, sums, edges[x + 1] - edges[x]);
            x = end;
            continue;
        }
        model::Timestamp from = edges[x];
        const model::Timestamp to = edges[end];
        const bool areMany = run.areMoreUntil(to, few);
        while (run.end() < to) {
            sums[std::size_t(run.activity())] += std::max(run.end() - from, model::Nanoseconds(0));
            from = std::max(from, run.end());
            if (run.isLast())
                break;
            if (areMany && run.areMoreUntil(to, 1)) {
                const model::ActivityTimes skipped = run.skipTo(to);
                for (std::size_t activity = 0; activity < model::activityCount; ++activity) {
                    sums[activity] += skipped[activity];
                    from += skipped[activity];
                }
            } else {
                run.advance();
            }
        }
        if (run.end() >= to)
            sums[std::size_t(run.activity())] += to - from;
        use(x, end, sums, to - edges[x]);
        x = end;
    }
}

} // namespace ember::views
