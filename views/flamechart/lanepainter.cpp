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
constexpr double littleInLow = 0.1; // a share that is only a line in such lanes
constexpr std::size_t pieces = 16; // of work: more than most processors have cores

// Calls use(column, times) with the sum of each activity in the column, from left to right. Most
// columns lie within one run, and cost next to nothing.
template<typename Use>
void forEachColumn(const ActivityRuns &runs, const ColumnTimes &times, Nanoseconds tail, Use use)
{
    using Run = ActivityRuns::Run;
    const auto &edges = times.edges();
    std::size_t begun = runs.upTo(edges.front());
    for (std::size_t x = 0; x < times.columns(); ++x) {
        ActivityTimes sums{};
        Timestamp from = edges[x];
        const Timestamp to = edges[x + 1];
        const std::size_t first = begun;
        constexpr std::size_t few = 24;
        while (true) {
            const bool isNext = begun < runs.size();
            const Timestamp end = isNext ? runs.start(Run(begun))
                : begun > 0              ? runs.end(Run(begun - 1), tail)
                                         : to;
            const Timestamp until = std::min(end, to);
            if (begun > 0 && from < until)
                sums[std::size_t(runs.activity(Run(begun - 1)))] += until - from;
            from = std::max(from, until);
            if (!isNext || end > to)
                break;
            ++begun;
            if (begun - first < few || begun == runs.size() || runs.start(Run(begun)) > to)
                continue;
            // Too many to add up: the sums up to the last run of the column are looked up.
            const std::size_t last = runs.upTo(to) - 1;
            const ActivityTimes before = runs.before(Run(begun - 1));
            const ActivityTimes after = runs.before(Run(last));
            for (std::size_t activity = 0; activity < activityCount; ++activity)
                sums[activity] += after[activity] - before[activity];
            from = runs.start(Run(last));
            begun = last + 1;
        }
        use(x, sums);
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
        std::size_t largest = 0;
        for (std::size_t layer = 0; layer < layers; ++layer) {
            const Nanoseconds time = of[std::size_t(stacked[layer])];
            active += time;
            if (time > of[std::size_t(stacked[largest])])
                largest = layer;
        }
        if (active.count() == 0)
            return heights;
        const int lines = linesOf(active, width);
        if (m_isLow || of[std::size_t(stacked[largest])] == active) {
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
        if (m_threads > 1)
            share = std::sqrt(share);
        if (m_isLow)
            return share < littleInLow ? m_seam : m_height;
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
    const auto paintColumn = [&](std::size_t x, const ActivityTimes &of) {
        const Heights heights = heightsOf(of, times.edges()[x + 1] - times.edges()[x]);
        int y = 0;
        for (std::size_t layer = 0; layer < layers; ++layer) {
            for (; y < heights.tops[layer]; ++y)
                lines[y][x] = colours[layer];
        }
        for (; y < heights.pale; ++y)
            lines[y][x] = pale;
        for (; y < height; ++y)
            lines[y][x] = background;
    };
    if (lane.threads.size() == 1) {
        forEachColumn(spans.thread(lane.threads.front()).activity, times, tail, paintColumn);
        return;
    }
    memory.columns.assign(times.columns(), {});
    for (const ThreadIndex thread : lane.threads)
        forEachColumn(spans.thread(thread).activity, times, tail,
                      [&](std::size_t x, const ActivityTimes &of) {
                          for (std::size_t activity = 0; activity < activityCount; ++activity)
                              memory.columns[x][activity] += of[activity];
                      });
    for (std::size_t x = 0; x < memory.columns.size(); ++x)
        paintColumn(x, memory.columns[x]);
}

} // namespace ember::views
