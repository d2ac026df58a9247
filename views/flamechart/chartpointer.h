// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/boxcanvas.h"
#include "views/flamechart/chartactions.h"

#include <QPointF>

namespace ember::views {

// Handles mouse, wheel and touchpad in the chart.
class ChartPointer : public CanvasPointer {
public:
    ChartPointer(ViewState &state, ChartViewport &viewport, ChartActions &actions);

    void press(const QMouseEvent &event) override;
    void move(const QMouseEvent &event) override;
    void release(const QMouseEvent &event) override;
    void doubleClick(const QMouseEvent &event) override;
    void leave() override;
    void turnWheel(const QWheelEvent &event) override;
    bool perform(const QNativeGestureEvent &gesture) override;

private:
    // A press is Undecided until the pointer has moved far enough; then it becomes a pan or a
    // range.
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
};

} // namespace ember::views
