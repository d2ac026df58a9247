// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/boxcanvas.h"
#include "views/tracing/spanviewport.h"

#include <QPointF>

#include <functional>
#include <optional>

namespace ember::views {

class ViewSelection;

// What clicks on spans do.
struct SpanClicks {
    std::function<void(const model::ReportedSpan &)> choose;
    std::function<void(const model::ReportedSpan &)> zoomTo;
    std::function<void()> hoverChanged;
};

// Handles mouse and wheel in the track of spans. A click chooses a span; a drag moves the charts,
// or selects a range if it begins at an empty place or with Ctrl.
class SpanPointer : public CanvasPointer {
public:
    SpanPointer(ViewSelection &selection, TimeZoom &zoom, SpanViewport &viewport,
                SpanClicks clicks);

    void press(const QMouseEvent &event) override;
    void move(const QMouseEvent &event) override;
    void release(const QMouseEvent &event) override;
    void doubleClick(const QMouseEvent &event) override;
    void leave() override;
    void turnWheel(const QWheelEvent &event) override;

    const std::optional<model::ReportedSpan> &hovered() const { return m_hovered; }
    void forget() { m_hovered.reset(); }

private:
    enum class Drag : std::uint8_t { None, Undecided, Pan, Range };

    void hoverAt(QPointF position);
    void hover(std::optional<model::ReportedSpan> span);
    void dragTo(QPointF position);

    ViewSelection &m_selection;
    TimeZoom &m_zoom;
    SpanViewport &m_viewport;
    SpanClicks m_clicks;
    std::optional<model::ReportedSpan> m_hovered;
    Drag m_drag = Drag::None;
    Drag m_becomes = Drag::Pan; // what Undecided becomes when the pointer has moved far enough
    QPointF m_pressedAt;
    model::TimeRange m_pressedVisible;
    int m_pressedScroll = 0;
};

} // namespace ember::views
