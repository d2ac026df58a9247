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
    // A box often begins where another one ends: such an edge is added once.
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

namespace {

// Tells whether the recorder did not find the caller of a call in this row.
class CutTest {
public:
    CutTest(const SpanTable &table, ThreadIndex thread, std::size_t depth)
        : m_table(table),
          m_thread(thread),
          m_depth(depth)
    {
        if (depth > 0)
            return;
        for (const CutRoot &root : table.profile()->tables().cutRoots)
            m_roots.push_back(table.pathOf(root.stack));
        std::ranges::sort(m_roots);
    }

    bool isNever() const { return m_depth == 0 ? m_roots.empty() : !m_table.hasBridges(m_thread); }

    bool operator()(const Box &box) const
    {
        return m_depth == 0 ? std::ranges::binary_search(m_roots, box.path)
                            : m_table.bridgedCallers(m_thread, box.first) == m_depth;
    }

private:
    const SpanTable &m_table;
    ThreadIndex m_thread;
    std::size_t m_depth;
    std::vector<PathIndex> m_roots;
};

} // namespace

std::vector<TimeRange> cutCalls(const SpanTable &table, ThreadIndex index, std::size_t depth,
                                const TimeScale &scale)
{
    const ThreadSpans &thread = table.thread(index);
    const CutTest isCut(table, index, depth);
    std::vector<TimeRange> calls;
    if (isCut.isNever() || thread.depth() <= depth)
        return calls;
    const BoxColumn &boxes = thread.rows[depth].boxes;
    // Limits the work to one look-up per column: there may be very many boxes.
    for (double x = 0; x < scale.width();) {
        const auto row = thread.firstEndingAfter(depth, scale.toTime(x));
        if (!boxes.contains(row))
            break;
        const Box &box = boxes[row];
        const TimeRange call{thread.start(box), thread.end(box)};
        const double right = scale.toX(call.end);
        if (right - scale.toX(call.start) >= narrowest && call.start < scale.range().end
            && isCut(box))
            calls.push_back(call);
        x = std::max(right, x + 1);
    }
    return calls;
}

void paintTornEdges(QPainter &painter, const ViewState &state, const ChartLayout &layout,
                    const ChartCamera &camera, const Lane &lane, int height)
{
    constexpr double tooth = 3; // pixels wide and high
    const SpanTable &spans = *state.spans();
    const bool hasBridges = spans.hasBridges(lane.thread);
    painter.setPen(Qt::NoPen);
    painter.setBrush(state.theme().background);
    const auto rows = std::min<std::size_t>(static_cast<std::size_t>(std::max(lane.rows, 0)),
                                            hasBridges ? spans.thread(lane.thread).depth() : 1);
    for (std::size_t depth = 0; depth < rows; ++depth) {
        const double top = layout.rowTop(lane, depth) - camera.scrollY;
        if (top + layout.metrics().rowHeight < 0 || top > height)
            continue;
        for (const TimeRange &call : cutCalls(spans, lane.thread, depth, camera.scale)) {
            const double left = std::max(camera.scale.toX(call.start), -tooth);
            const double right = std::min(camera.scale.toX(call.end), camera.scale.width() + tooth);
            QPolygonF torn;
            for (double x = left; x + tooth <= right; x += tooth)
                torn << QPointF(x, top) << QPointF(x + tooth / 2, top + tooth)
                     << QPointF(x + tooth, top);
            painter.drawPolygon(torn);
        }
    }
}

void paintEdges(QPainter &painter, const ViewState &state, const ChartLayout &layout,
                const ChartCamera &camera, const Lane &lane, int height)
{
    const TimeScale &scale = camera.scale;
    const TimeRange visible = scale.range();
    if (scale.toX(visible.start + state.profile().period()) < narrowest)
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
        for (const TimeRange &edge :
             uncertainEdges(thread, depth, visible, state.profile().period())) {
            const double left = std::max(scale.toX(edge.start), 0.0);
            const double right = std::min(scale.toX(edge.end), scale.width());
            if (left < right)
                painter.fillRect(QRectF(left, top, right - left, rowHeight), hatch);
        }
    }
}

} // namespace ember::views
