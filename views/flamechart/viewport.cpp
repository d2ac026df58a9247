// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/viewport.h"

#include "views/flamechart/pixelruns.h"

#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ember::views {

using namespace model;

std::optional<ChartHit> hitTest(const model::SpanTable &spans, const ChartLayout &layout,
                                const TimeScale &scale, int scrollY, QPointF point)
{
    const int y = static_cast<int>(std::floor(point.y())) + scrollY;
    const Lane *lane = layout.laneAt(y);
    if (!lane || point.x() < 0 || point.x() >= scale.width())
        return std::nullopt;
    ChartHit hit{.thread = lane->thread, .depth = {}, .box = {}, .group = lane->heads};
    const int header = layout.headerTop(*lane, scrollY);
    if (y >= header && y < header + layout.metrics().headerHeight)
        return hit;
    hit.depth = layout.depthAt(*lane, y);
    if (hit.depth) {
        const auto box = boxAtColumn(spans, spans.thread(lane->thread), *hit.depth, scale,
                                     static_cast<int>(std::floor(point.x())));
        if (box)
            hit.box = BoxReference{lane->thread, *hit.depth, *box};
    }
    return hit;
}

ChartViewport::ChartViewport(ViewState &state, QScrollBar &scrollBar)
    : m_state(state),
      m_scrollBar(scrollBar)
{
}

void ChartViewport::resize(QSize size)
{
    m_size = size;
    relayout();
}

void ChartViewport::relayout()
{
    m_layout = m_state.spans() ? ChartLayout(*m_state.spans(), contents()) : ChartLayout();
    m_scrollBar.setPageStep(m_size.height());
    m_scrollBar.setSingleStep(3 * m_layout.metrics().rowHeight);
    m_scrollBar.setRange(0, std::max(0, m_layout.height() - m_size.height()));
}

// Returns the lanes of all groups in order, without threads that are hidden.
std::vector<LaneContent> ChartViewport::contents() const
{
    const ThreadOrder &order = m_state.threads().order();
    std::vector<LaneContent> contents;
    for (std::size_t place = 0; place < order.groups().size(); ++place) {
        const ThreadGroup &group = order.groups()[place];
        const bool isSingle = group.kind == ThreadGroup::Kind::Single;
        const auto within = isSingle ? ThreadGroupIndex() : ThreadGroupIndex(place);
        const bool isOpen = order.isOpen(group);
        bool isHeaded = isSingle;
        for (const ThreadIndex thread : group.threads) {
            if (!m_state.threads().isShown(thread))
                continue;
            if (!std::exchange(isHeaded, true))
                contents.push_back({thread, !isOpen, within, {}});
            if (isOpen)
                contents.push_back({thread, m_state.threads().isCollapsed(thread), {}, within});
        }
    }
    return contents;
}

ChartCamera ChartViewport::camera() const
{
    return {TimeScale(m_state.zoom().visible(), m_size.width()), scrolled()};
}

std::optional<ChartHit> ChartViewport::hitAt(QPointF position) const
{
    if (!m_state.spans())
        return std::nullopt;
    const auto view = camera();
    return hitTest(*m_state.spans(), m_layout, view.scale, view.scrollY, position);
}

int ChartViewport::scrolled() const
{
    return m_scrollBar.value();
}

void ChartViewport::scrollTo(int y)
{
    m_scrollBar.setValue(y);
}

void ChartViewport::scrollTo(ThreadIndex thread)
{
    const Lane *lane = m_layout.laneOf(thread);
    if (!lane) { // the thread's group may be closed
        const auto &groups = m_state.threads().order().groups();
        const auto *group = m_state.threads().order().groupOf(thread);
        lane =
            group ? m_layout.laneOf(ThreadGroupIndex(std::size_t(group - groups.data()))) : nullptr;
    }
    if (lane)
        scrollTo(lane->top);
}

void ChartViewport::scrollTo(const BoxReference &box)
{
    const Lane *lane = m_layout.laneOf(box.thread);
    if (!lane)
        return;
    const int top = m_layout.rowTop(*lane, box.depth);
    const int header = m_layout.metrics().headerHeight;
    const int rowHeight = m_layout.metrics().rowHeight;
    if (top - header < scrolled())
        scrollTo(top - header);
    else if (top + rowHeight > scrolled() + m_size.height())
        scrollTo(top + 2 * rowHeight - m_size.height());
}

void ChartViewport::scrollByPage(int pages)
{
    scrollTo(scrolled() + pages * m_scrollBar.pageStep());
}

std::size_t ChartViewport::topLane() const
{
    const auto &lanes = m_layout.lanes();
    const auto top = std::min(m_layout.firstLaneBelow(scrolled()), lanes.size() - 1);
    auto thread = top;
    while (thread < lanes.size() && lanes[thread].isGroup())
        ++thread;
    return thread < lanes.size() ? thread : top;
}

std::vector<VisibleBox> visibleBoxes(const SpanTable &spans, const ChartLayout &layout,
                                     const ChartCamera &camera, QSize window, ThreadIndex thread,
                                     std::size_t limit)
{
    std::vector<VisibleBox> visible;
    const Lane *lane = layout.laneOf(thread);
    if (!lane || lane->collapsed)
        return visible;
    const ThreadSpans &calls = spans.thread(thread);
    const auto range = camera.scale.range();
    const int rowHeight = layout.metrics().rowHeight;
    for (std::size_t depth = 0; depth < calls.depth(); ++depth) {
        const int top = layout.rowTop(*lane, depth) - camera.scrollY;
        if (top + rowHeight <= 0 || top >= window.height())
            continue;
        const BoxColumn &boxes = calls.rows[depth].boxes;
        for (auto place = calls.firstEndingAfter(depth, range.start).row(); place < boxes.size();) {
            const BoxIndex index(place);
            const TimeRange time{calls.start(boxes[index]), calls.end(boxes[index])};
            if (time.start >= range.end || visible.size() >= limit)
                break;
            const double left = std::max(0.0, camera.scale.toX(time.start));
            const double right = std::min(camera.scale.width(), camera.scale.toX(time.end));
            if (right - left < 1) { // skip to the first box that ends in a later pixel
                const auto next = camera.scale.toTime(std::floor(left) + 1);
                place = std::max(place + 1, calls.firstEndingAfter(depth, next).row());
                continue;
            }
            const QRect row(QPoint(int(left), top),
                            QPoint(int(std::ceil(right)) - 1, top + rowHeight - 1));
            visible.push_back({{thread, depth, index}, row.intersected(QRect({}, window))});
            ++place;
        }
    }
    return visible;
}

} // namespace ember::views
