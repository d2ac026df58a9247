// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/edgepainter.h"

#include <QPainter>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

constexpr double narrowest = 3; // pixels

} // namespace

std::vector<TimeRange> uncertainEdges(const ThreadSpans &thread, std::size_t depth,
                                      TimeRange visible, Nanoseconds period)
{
    const BoxColumn &boxes = thread.rows[depth].boxes;
    const auto &times = thread.samples->times;
    std::vector<TimeRange> edges;
    // A box often begins where another one ends.
    const auto add = [&](SampleIndex sample) {
        const auto time = thread.time(sample);
        const auto before =
            sample.row() == 0 ? time - period : times[SampleIndex(sample.row() - 1)];
        const TimeRange edge{std::max(before, time - period), time};
        if (edges.empty() || edges.back() != edge)
            edges.push_back(edge);
    };
    for (auto row = thread.firstEndingAfter(depth, visible.start).row(); row < boxes.size();
         ++row) {
        const Box &box = boxes[BoxIndex(row)];
        if (thread.start(box) - period >= visible.end)
            break;
        add(box.first);
        add(box.end);
    }
    return edges;
}

void paintEdges(QPainter &painter, const ViewState &state, const ChartLayout &layout,
                const ChartCamera &camera, const Lane &lane, int height)
{
    const TimeScale &scale = camera.scale;
    const TimeRange visible = scale.range();
    if (scale.toX(visible.start + state.period()) < narrowest)
        return;
    const ThreadSpans &thread = state.spans()->thread(lane.thread);
    QColor ink = state.theme().text;
    ink.setAlpha(150);
    const QBrush hatch(ink, Qt::FDiagPattern);
    const auto rows = std::min(thread.depth(), static_cast<std::size_t>(lane.rows));
    for (std::size_t depth = 0; depth < rows; ++depth) {
        const double top = layout.rowTop(lane, depth) - camera.scrollY;
        const double rowHeight = layout.metrics().rowHeight - 1;
        if (top + rowHeight < 0 || top > height)
            continue;
        for (const TimeRange &edge : uncertainEdges(thread, depth, visible, state.period())) {
            const double left = std::max(scale.toX(edge.start), 0.0);
            const double right = std::min(scale.toX(edge.end), scale.width());
            if (left < right)
                painter.fillRect(QRectF(left, top, right - left, rowHeight), hatch);
        }
    }
}

} // namespace ember::views
