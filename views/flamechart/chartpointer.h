// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/chartactions.h"

#include <QPointF>

class QMouseEvent;
class QNativeGestureEvent;
class QWheelEvent;

namespace ember::views {

// What mouse, wheel and touchpad do in the chart.
class ChartPointer {
public:
    ChartPointer(ViewState &state, ChartViewport &viewport, ChartActions &actions);

    void press(const QMouseEvent &event);
    void move(const QMouseEvent &event);
    void release(const QMouseEvent &event);
    void doubleClick(const QMouseEvent &event);
    void leave();
    void turnWheel(const QWheelEvent &event);
    // False: not a gesture of ours.
    bool perform(const QNativeGestureEvent &gesture);

    // What the pointer should look like where it is.
    Qt::CursorShape shape() const { return m_shape; }

private:
    // A press becomes one of these once the pointer has moved far enough.
    enum class Drag : std::uint8_t { None, Undecided, Pan, Range };

    struct Press {
        QPointF at;
        int scrollY = 0;
        model::TimeRange visible;
        Drag becomes = Drag::Pan;
    };

    void hoverAt(QPointF position);
    void dragTo(QPointF position);
    void click(const QMouseEvent &event);

    ViewState &m_state;
    ChartViewport &m_viewport;
    ChartActions &m_actions;
    Drag m_drag = Drag::None;
    Press m_press;
    Qt::CursorShape m_shape = Qt::ArrowCursor;
};

} // namespace ember::views
