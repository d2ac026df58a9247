// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/hittest.h"
#include "views/flamechart/layout.h"
#include "views/flamechart/painter.h"
#include "views/viewstate.h"

#include <QSize>

class QScrollBar;

namespace ember::views {

// The piece of the chart that is in the window: lanes and their layout, how far down it is
// scrolled, what is where. Lives with the widget whose scroll bar it turns.
class ChartViewport {
public:
    ChartViewport(ViewState &state, QScrollBar &scrollBar);

    // Logical pixels, without the scroll bar.
    QSize size() const { return m_size; }
    void resize(QSize size);

    // The shown threads, their depths or what is collapsed have changed.
    void relayout();

    const ChartLayout &layout() const { return m_layout; }
    bool isEmpty() const { return m_layout.lanes().empty(); }
    ChartCamera camera() const;

    std::optional<ChartHit> hitAt(QPointF position) const;
    model::Timestamp timeAt(double x) const { return camera().scale.toTime(x); }

    int scrolled() const;
    void scrollTo(int y);
    void scrollTo(model::ThreadIndex thread);
    // As little as brings the box in view.
    void scrollTo(const BoxReference &box);
    void scrollByPage(int pages);
    // The thread at the top of the window, by its lane; that of a group where there is none below
    // it. The chart must not be empty.
    std::size_t topLane() const;

private:
    std::vector<LaneContent> contents() const;

    ViewState &m_state;
    QScrollBar &m_scrollBar;
    ChartLayout m_layout;
    QSize m_size;
};

} // namespace ember::views
