// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/viewport.h"

#include <QScrollBar>

#include <algorithm>

namespace ember::views {

using namespace model;

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
    m_layout = m_state.spans()
        ? ChartLayout(*m_state.spans(), m_state.shownThreads(),
                      [this](ThreadIndex thread) { return m_state.isCollapsed(thread); })
        : ChartLayout();
    m_scrollBar.setPageStep(m_size.height());
    m_scrollBar.setSingleStep(3 * m_layout.metrics().rowHeight);
    m_scrollBar.setRange(0, std::max(0, m_layout.height() - m_size.height()));
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
    if (const Lane *lane = m_layout.laneOf(thread))
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
    return std::min(m_layout.firstLaneBelow(scrolled()), m_layout.lanes().size() - 1);
}

} // namespace ember::views
