// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxes/boxreference.h"
#include "views/flamechart/layout.h"
#include "views/flamechart/painter.h"
#include "views/state/timescale.h"

#include <QPointF>
#include <QRect>
#include <QSize>

#include <vector>

class QScrollBar;

namespace ember::views {

// What is at a point of the chart.
struct ChartHit {
    model::ThreadIndex thread;
    std::optional<std::size_t> depth; // none: the lane's header
    std::optional<BoxReference> box;
    ThreadGroupIndex group = {}; // whose header it is; invalid: a thread's

    bool isHeader() const { return !depth.has_value(); }

    friend bool operator==(const ChartHit &, const ChartHit &) = default;
};

// `point` in logical pixels of a window that is scrolled by `scrollY`. The box is the one the
// painter shows in that column.
std::optional<ChartHit> hitTest(const model::SpanTable &spans, const ChartLayout &layout,
                                const TimeScale &scale, int scrollY, QPointF point);

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

struct VisibleBox {
    BoxReference box;
    QRect place; // in the widget, cut to it

    friend bool operator==(const VisibleBox &, const VisibleBox &) = default;
};

// The boxes of a thread that are in the window and at least a pixel wide, outer calls first and
// each row in time order; at most `limit` of them. Costs what is drawn, not what is there.
std::vector<VisibleBox> visibleBoxes(const model::SpanTable &spans, const ChartLayout &layout,
                                     const ChartCamera &camera, QSize window,
                                     model::ThreadIndex thread, std::size_t limit);

} // namespace ember::views
