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
constexpr int lowestStacked = 6; // logical pixels: lanes as low as this have one colour a column
constexpr std::size_t pieces = 16; // of work: more than most processors have cores

} // namespace

struct LanePainter::Look {
    QRgb background;
    QRgb pale;
    std::array<QRgb, layers> colours;
};

void LanePainter::paint(const Canvas &canvas, const Theme &theme, const SpanTable &spans,
                        std::span<const PaintedLane> lanes, const ColumnTimes &times,
                        Nanoseconds tail, int seam)
{
    static_assert(stacked.size() == layers);
    Look look{theme.background.rgb(), laneColour(theme, Activity::Waiting).fill, {}};
    for (std::size_t layer = 0; layer < layers; ++layer)
        look.colours.at(layer) = laneColour(theme, stacked.at(layer)).fill;
    m_memories.resize(std::min(lanes.size(), pieces));
    onAllCores(m_memories.size(), [&](std::size_t piece) {
        Memory &memory = m_memories[piece];
        for (auto number = piece; number < lanes.size(); number += m_memories.size()) {
            const PaintedLane &lane = lanes[number];
            const int height = std::max(1, lane.below - lane.top - seam);
            memory.columns.assign(times.columns(), {});
            for (const ThreadIndex thread : lane.threads)
                readThread(memory, spans.thread(thread).activity, times, tail);
            findHeights(memory, times, lane.threads.size(), height, seam);
            paintLines(memory, canvas, look, lane, height);
        }
    });
}

void LanePainter::readThread(Memory &memory, const ActivityRuns &runs, const ColumnTimes &times,
                             Nanoseconds tail)
{
    if (runs.isEmpty())
        return;
    ActivityWalk walk(runs, tail);
    ActivityTimes before = walk.walkTo(times.edges().front());
    for (std::size_t x = 0; x < memory.columns.size(); ++x) {
        const ActivityTimes until = walk.walkTo(times.edges()[x + 1]);
        for (std::size_t activity = 0; activity < activityCount; ++activity)
            memory.columns[x][activity] += until[activity] - before[activity];
        before = until;
    }
}

void LanePainter::findHeights(Memory &memory, const ColumnTimes &times, std::size_t threads,
                              int height, int seam)
{
    const std::size_t columns = memory.columns.size();
    for (auto &heights : memory.heights)
        heights.resize(columns);
    memory.pale.resize(columns);
    const bool isLow = height <= lowestStacked * seam;
    for (std::size_t x = 0; x < columns; ++x) {
        const ActivityTimes &of = memory.columns[x];
        const auto width = static_cast<double>((times.edges()[x + 1] - times.edges()[x]).count());
        const double whole = std::max(width, 1.0) * static_cast<double>(threads);
        Nanoseconds active{};
        std::size_t largest = 0;
        for (std::size_t layer = 0; layer < layers; ++layer) {
            active += of[std::size_t(stacked[layer])];
            if (of[std::size_t(stacked[layer])] > of[std::size_t(stacked[largest])])
                largest = layer;
        }
        double share = std::min(1.0, static_cast<double>(active.count()) / whole);
        if (threads > 1)
            share = std::sqrt(share);
        const int lines = active.count() == 0 ? 0
            : isLow                           ? (share < 0.1 ? 1 : height)
                    : std::clamp(static_cast<int>(std::lround(share * height)), 1, height);
        Nanoseconds below{};
        for (std::size_t layer = 0; layer < layers; ++layer) {
            below += of[std::size_t(stacked[layer])];
            memory.heights[layer][x] = isLow ? (layer < largest ? 0 : lines)
                : lines == 0
                ? 0
                : static_cast<int>(std::lround(static_cast<double>(below.count()) * lines
                                               / static_cast<double>(active.count())));
        }
        const bool isPale =
            of[std::size_t(Activity::Waiting)] + of[std::size_t(Activity::Idle)] > Nanoseconds(0);
        memory.pale[x] = isPale ? std::min(height, isLow ? seam : 2 * seam) : 0;
    }
}

void LanePainter::paintLines(const Memory &memory, const Canvas &canvas, const Look &look,
                             const PaintedLane &lane, int height)
{
    const int width = std::min(canvas.width(), static_cast<int>(memory.pale.size()));
    for (int y = std::max(lane.top, 0); y < std::min(lane.below, canvas.height()); ++y) {
        const int above = height - 1 - (y - lane.top); // lines from the lane's bottom to this one
        QRgb *line = canvas.line(y);
        if (above < 0) { // the seam
            std::fill_n(line, canvas.width(), look.background);
            continue;
        }
        for (int x = 0; x < width; ++x)
            line[x] = above < memory.pale[std::size_t(x)] ? look.pale : look.background;
        // The layers from the top down: lower ones are painted over higher ones.
        for (std::size_t layer = layers; layer-- > 0;) {
            const int *heights = memory.heights[layer].data();
            const QRgb colour = look.colours.at(layer);
            for (int x = 0; x < width; ++x)
                line[x] = above < heights[x] ? colour : line[x];
        }
    }
}

} // namespace ember::views
