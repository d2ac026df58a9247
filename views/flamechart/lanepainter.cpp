// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/lanepainter.h"

#include "views/canvas/boxcolours.h"
#include "views/jobs/allcores.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ember::views {

using namespace model;

namespace {

// From the bottom up.
constexpr std::array stacked{Activity::Running, Activity::Sampled, Activity::Runnable,
                             Activity::Lock, Activity::InputOutput};
constexpr std::size_t layers = stacked.size();
constexpr int lowestStacked = 6; // logical pixels: lanes as low as this have one colour a column
constexpr std::size_t pieces = 16; // of work: more than most processors have cores

// Reads the runs of a thread one after the other.
class RunReader {
public:
    RunReader(const ActivityRuns &runs, Nanoseconds tail, Timestamp from)
        : m_runs(runs),
          m_tail(tail)
    {
        goTo(runs.upTo(from));
    }

    // The present run: what the thread does, and until when. Before the first one, nothing.
    Activity activity() const { return m_activity; }
    Timestamp end() const { return m_end; }
    bool isLast() const { return m_begun == m_runs.size(); }
    // Whether the run that follows so many others begins at or before the time.
    bool areMoreUntil(Timestamp time, std::size_t runs) const
    {
        const std::size_t run = m_begun + runs;
        return run < m_runs.size() && m_runs.start(ActivityRuns::Run(run)) <= time;
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

    // Goes to the run of a time; returns the sums from the present run's end to that run's start.
    ActivityTimes skipTo(Timestamp time)
    {
        using Run = ActivityRuns::Run;
        const std::size_t begun = m_runs.upTo(time);
        ActivityTimes sums = m_runs.before(Run(begun - 1));
        const ActivityTimes before = m_runs.before(Run(m_begun));
        for (std::size_t activity = 0; activity < activityCount; ++activity)
            sums[activity] -= before[activity];
        goTo(begun);
        return sums;
    }

private:
    // `begun` runs have begun.
    void goTo(std::size_t begun)
    {
        using Run = ActivityRuns::Run;
        m_begun = begun;
        m_activity = begun > 0 ? m_runs.activity(Run(begun - 1)) : Activity::None;
        m_place = 0;
        m_starts = {};
        if (isLast()) {
            m_end = begun > 0 ? m_runs.end(Run(begun - 1), m_tail) : Timestamp::min();
            return;
        }
        m_starts = m_runs.startsFrom(Run(begun));
        m_activities = m_runs.activitiesFrom(Run(begun));
        m_end = m_starts.front();
    }

    const ActivityRuns &m_runs;
    Nanoseconds m_tail;
    std::size_t m_begun = 0;
    Activity m_activity = Activity::None;
    Timestamp m_end;
    std::span<const Timestamp> m_starts; // of the run that follows, and more
    std::span<const Activity> m_activities;
    std::size_t m_place = 0; // in both
};

// As forEachColumn, for the columns in which several runs may be read as one: those of complete
// buckets, to the edges of which columns are rounded. Returns the first other column behind them;
// 0 if there are none.
template<typename Use>
std::size_t forEachBucketedColumn(const ActivityRuns &runs, const ColumnTimes &times, Use use)
{
    const auto &edges = times.edges();
    const Nanoseconds width = times.columns() > 0 ? edges[1] - edges[0] : Nanoseconds(1);
    const ActivityBuckets::Level *level = runs.buckets().levelFor(width - Nanoseconds(1));
    if (!level)
        return 0;
    const std::int64_t half = std::int64_t(1) << static_cast<unsigned>(level->exponent - 1);
    const auto nearest = [&](Timestamp edge) {
        return (toNs(edge) + half) >> static_cast<unsigned>(level->exponent);
    };
    std::size_t x = 0;
    std::int64_t bucket = nearest(edges[0]);
    std::span<const ActivityShares> ahead; // from the bucket on
    for (; x < times.columns(); ++x) {
        const std::int64_t end = nearest(edges[x + 1]);
        if (end > level->end())
            break;
        std::array<std::uint32_t, activityCount> shares{};
        const std::int64_t count = end - bucket;
        for (bucket = std::max(bucket, level->first); bucket < end; ++bucket) {
            if (ahead.empty())
                ahead = level->shares.run(static_cast<std::size_t>(bucket - level->first));
            const ActivityShares &of = ahead.front();
            ahead = ahead.subspan(1);
            for (std::size_t activity = 0; activity < activityCount; ++activity)
                shares[activity] += of[activity];
        }
        bucket = end;
        ActivityTimes sums{};
        for (std::size_t activity = 0; activity < activityCount; ++activity)
            sums[activity] = Nanoseconds(shares[activity]);
        use(x, x + 1, sums, Nanoseconds(255 * std::max<std::int64_t>(count, 1)));
    }
    return x;
}

// Calls use(first, end, times, whole) with the sum of each activity in each of the columns [first,
// end), and that of all of them in a column, from left to right; in any unit. Columns within one
// run are found together.
template<typename Use>
void forEachColumn(const ActivityRuns &runs, const ColumnTimes &times, Nanoseconds tail, Use use)
{
    constexpr std::size_t few = 24; // runs in a column that are added up one by one
    const auto &edges = times.edges();
    std::size_t x = forEachBucketedColumn(runs, times, use);
    RunReader run(runs, tail, edges[x]);
    while (x < times.columns()) {
        ActivityTimes sums{};
        std::size_t end = x + 1;
        if (run.isLast() && run.end() <= edges[x]) {
            use(x, times.columns(), sums, edges[end] - edges[x]); // nothing is known any more
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
        Timestamp from = edges[x];
        const Timestamp to = edges[end];
        const bool areMany = run.areMoreUntil(to, few);
        while (run.end() < to) {
            sums[std::size_t(run.activity())] += std::max(run.end() - from, Nanoseconds(0));
            from = std::max(from, run.end());
            if (run.isLast())
                break;
            if (areMany && run.areMoreUntil(to, 1)) {
                const ActivityTimes skipped = run.skipTo(to);
                for (std::size_t activity = 0; activity < activityCount; ++activity) {
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

// The heights in a column of a lane, in lines.
struct Heights {
    std::array<int, layers> tops{}; // of each layer, never below that of the layer before
    int pale = 0;
};

class HeightRule {
public:
    HeightRule(std::size_t threads, int height, int seam)
        : m_threads(threads),
          m_height(height),
          m_seam(seam),
          m_isLow(height <= lowestStacked * seam)
    {
    }

    Heights operator()(const ActivityTimes &of, Nanoseconds width) const
    {
        Heights heights;
        const auto pale = of[std::size_t(Activity::Waiting)] + of[std::size_t(Activity::Idle)];
        if (pale.count() > 0)
            heights.pale = std::min(m_height, m_isLow ? m_seam : 2 * m_seam);
        Nanoseconds active{};
        Nanoseconds most{};
        std::size_t largest = 0;
        for (std::size_t layer = 0; layer < layers; ++layer) {
            const Nanoseconds time = of[std::size_t(stacked[layer])];
            active += time;
            largest = time > most ? layer : largest;
            most = std::max(most, time);
        }
        if (active.count() == 0)
            return heights;
        const int lines = linesOf(active, width);
        if (m_isLow || most == active) {
            for (std::size_t layer = largest; layer < layers; ++layer)
                heights.tops[layer] = lines;
            return heights;
        }
        Nanoseconds below{};
        for (std::size_t layer = 0; layer < layers; ++layer) {
            below += of[std::size_t(stacked[layer])];
            heights.tops[layer] =
                static_cast<int>((below.count() * lines + active.count() / 2) / active.count());
        }
        return heights;
    }

private:
    int linesOf(Nanoseconds active, Nanoseconds width) const
    {
        const double whole = static_cast<double>(std::max<std::int64_t>(width.count(), 1))
            * static_cast<double>(m_threads);
        double share = std::min(1.0, static_cast<double>(active.count()) / whole);
        if (m_isLow) // without a root: there may be very many columns
            return share < (m_threads > 1 ? 0.01 : 0.1) ? m_seam : m_height;
        if (m_threads > 1)
            share = std::sqrt(share);
        return std::clamp(static_cast<int>(share * m_height + 0.5), m_seam, m_height);
    }

    std::size_t m_threads;
    int m_height;
    int m_seam;
    bool m_isLow;
};

} // namespace

void LanePainter::paint(const Canvas &canvas, const Theme &theme, const SpanTable &spans,
                        std::span<const PaintedLane> lanes, const ColumnTimes &times,
                        Nanoseconds tail, int seam)
{
    m_memories.resize(std::min(lanes.size(), pieces));
    onAllCores(m_memories.size(), [&](std::size_t piece) {
        for (auto number = piece; number < lanes.size(); number += m_memories.size())
            paintLane(m_memories[piece], canvas, theme, spans, lanes[number], times, tail, seam);
    });
}

// Finds the lines of a lane, and clears the seam below it.
void LanePainter::findLines(Memory &memory, const Canvas &canvas, const PaintedLane &lane, int seam,
                            QRgb background)
{
    const int bottom = std::max(lane.top + 1, lane.below - seam);
    memory.outside.resize(static_cast<std::size_t>(canvas.width()));
    memory.lines.clear();
    for (int y = bottom - 1; y >= lane.top; --y)
        memory.lines.push_back(y >= 0 && y < canvas.height() ? canvas.line(y)
                                                             : memory.outside.data());
    canvas.fill(bottom, lane.below, background);
}

void LanePainter::paintLane(Memory &memory, const Canvas &canvas, const Theme &theme,
                            const SpanTable &spans, const PaintedLane &lane,
                            const ColumnTimes &times, Nanoseconds tail, int seam)
{
    const QRgb background = theme.background.rgb();
    const QRgb pale = laneColour(theme, Activity::Waiting).fill;
    std::array<QRgb, layers> colours{};
    for (std::size_t layer = 0; layer < layers; ++layer)
        colours.at(layer) = laneColour(theme, stacked.at(layer)).fill;
    findLines(memory, canvas, lane, seam, background);
    const int height = static_cast<int>(memory.lines.size());
    QRgb *const *lines = memory.lines.data();
    const HeightRule heightsOf(lane.threads.size(), height, seam);
    // Column by column: every pixel is written once.
    const auto paintColumns = [&](std::size_t x, std::size_t end, const ActivityTimes &of,
                                  Nanoseconds whole) {
        const Heights heights = heightsOf(of, whole);
        int y = 0;
        const auto fill = [&](int to, QRgb colour) {
            for (; y < to; ++y)
                std::fill(lines[y] + x, lines[y] + end, colour);
        };
        for (std::size_t layer = 0; layer < layers; ++layer)
            fill(heights.tops[layer], colours[layer]);
        fill(heights.pale, pale);
        fill(height, background);
    };
    if (lane.threads.size() == 1) {
        forEachColumn(spans.thread(lane.threads.front()).activity, times, tail, paintColumns);
        return;
    }
    memory.columns.assign(times.columns(), {});
    const auto &edges = times.edges();
    for (const ThreadIndex thread : lane.threads)
        forEachColumn(
            spans.thread(thread).activity, times, tail,
            [&](std::size_t x, std::size_t end, const ActivityTimes &of, Nanoseconds whole) {
                const std::int64_t part = std::max<std::int64_t>(
                    1, (edges[x + 1] - edges[x]) / std::max(whole, Nanoseconds(1)));
                for (; x < end; ++x) {
                    for (std::size_t activity = 0; activity < activityCount; ++activity)
                        memory.columns[x][activity] += of[activity] * part;
                }
            });
    for (std::size_t x = 0; x < memory.columns.size(); ++x)
        paintColumns(x, x + 1, memory.columns[x], edges[x + 1] - edges[x]);
}

} // namespace ember::views
