// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracing/spanpointer.h"

#include "views/state/timezoom.h"
#include "views/state/viewselection.h"

#include <QApplication>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

SpanPointer::SpanPointer(ViewSelection &selection, TimeZoom &zoom, SpanViewport &viewport,
                         SpanClicks clicks)
    : m_selection(selection),
      m_zoom(zoom),
      m_viewport(viewport),
      m_clicks(std::move(clicks))
{
}

void SpanPointer::hover(std::optional<ReportedSpan> span)
{
    if (m_hovered == span)
        return;
    m_hovered = span;
    m_clicks.hoverChanged();
}

void SpanPointer::hoverAt(QPointF position)
{
    const auto hit = m_viewport.hitAt(position);
    hover(hit ? hit->span : std::nullopt);
    m_selection.setCursor(m_viewport.scale().toTime(position.x()));
    m_shape = m_hovered ? Qt::PointingHandCursor : Qt::ArrowCursor;
}

void SpanPointer::press(const QMouseEvent &event)
{
    if (event.button() != Qt::LeftButton)
        return;
    const auto hit = m_viewport.hitAt(event.position());
    const bool wantsRange = !hit || !hit->span || event.modifiers() & Qt::ControlModifier;
    m_drag = Drag::Undecided;
    m_becomes = wantsRange ? Drag::Range : Drag::Pan;
    m_pressedAt = event.position();
    m_pressedVisible = m_zoom.visible();
    m_pressedScroll = m_viewport.scrolled();
}

void SpanPointer::move(const QMouseEvent &event)
{
    const auto moved = (event.position() - m_pressedAt).manhattanLength();
    if (m_drag == Drag::Undecided && moved >= QApplication::startDragDistance()) {
        m_drag = m_becomes;
        if (m_drag == Drag::Pan)
            m_zoom.remember();
    }
    if (m_drag == Drag::Pan || m_drag == Drag::Range)
        dragTo(event.position());
    else
        hoverAt(event.position());
}

void SpanPointer::dragTo(QPointF position)
{
    if (m_drag == Drag::Range) {
        const auto first = m_viewport.scale().toTime(m_pressedAt.x());
        const auto second = m_viewport.scale().toTime(position.x());
        m_selection.selectRange(TimeRange{std::min(first, second), std::max(first, second)});
        m_selection.setCursor(second);
        return;
    }
    const TimeScale pressed(m_pressedVisible, m_viewport.size().width());
    const auto distance = pressed.toDuration(m_pressedAt.x() - position.x());
    m_zoom.show({m_pressedVisible.start + distance, m_pressedVisible.end + distance});
    m_viewport.scrollBy(m_pressedScroll + static_cast<int>(m_pressedAt.y() - position.y())
                        - m_viewport.scrolled());
    m_shape = Qt::ClosedHandCursor;
}

void SpanPointer::release(const QMouseEvent &event)
{
    const auto drag = std::exchange(m_drag, Drag::None);
    if (event.button() != Qt::LeftButton || drag != Drag::Undecided) {
        hoverAt(event.position());
        return;
    }
    const auto hit = m_viewport.hitAt(event.position());
    if (hit && hit->span)
        m_clicks.choose(*hit->span);
    else
        m_selection.selectRange(std::nullopt);
}

void SpanPointer::doubleClick(const QMouseEvent &event)
{
    const auto hit = m_viewport.hitAt(event.position());
    if (event.button() == Qt::LeftButton && hit && hit->span)
        m_clicks.zoomTo(*hit->span);
}

void SpanPointer::leave()
{
    hover(std::nullopt);
    m_selection.setCursor(std::nullopt);
}

void SpanPointer::turnWheel(const QWheelEvent &event)
{
    const WheelTurn turn = wheelTurn(event);
    if (turn.zoom) {
        m_zoom.zoomAt(m_viewport.scale().toTime(event.position().x()), *turn.zoom);
        return;
    }
    if (turn.pan != 0)
        m_zoom.panBy(-m_viewport.scale().toDuration(turn.pan));
    m_viewport.scrollBy(turn.scroll);
    hoverAt(event.position());
}

} // namespace ember::views
