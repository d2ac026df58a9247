// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/chartpointer.h"

#include "views/canvas/boxcanvas.h"

#include <QApplication>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QWheelEvent>

#include <algorithm>

namespace ember::views {

using namespace model;

ChartPointer::ChartPointer(ViewState &state, ChartViewport &viewport, ChartActions &actions)
    : m_state(state),
      m_viewport(viewport),
      m_actions(actions)
{
}

void ChartPointer::hoverAt(QPointF position)
{
    const auto hit = m_viewport.hitAt(position);
    m_state.selection().hover(hit ? hit->box : std::nullopt);
    if (m_state.spans() && position.x() < m_viewport.size().width())
        m_state.selection().setCursor(m_viewport.timeAt(position.x()));
    m_shape = hit && (hit->isStrip() || hit->isMore || hit->box) ? Qt::PointingHandCursor
                                                                 : Qt::ArrowCursor;
}

void ChartPointer::press(const QMouseEvent &event)
{
    if (!m_state.spans() || event.button() == Qt::RightButton)
        return;
    const auto hit = m_viewport.hitAt(event.position());
    const bool onEmpty = !hit || (!hit->isStrip() && !hit->isMore && !hit->box);
    const bool wantsRange = event.button() == Qt::LeftButton
        && !(event.modifiers() & Qt::ShiftModifier)
        && (onEmpty || event.modifiers() & Qt::ControlModifier);
    m_drag = Drag::Undecided;
    m_press = {event.position(), m_viewport.scrolled(), m_state.zoom().visible(),
               wantsRange ? Drag::Range : Drag::Pan};
}

void ChartPointer::move(const QMouseEvent &event)
{
    if (m_drag == Drag::Undecided
        && (event.position() - m_press.at).manhattanLength() >= QApplication::startDragDistance()) {
        m_drag = m_press.becomes;
        if (m_drag == Drag::Pan)
            m_state.zoom().remember();
    }
    if (m_drag == Drag::Pan || m_drag == Drag::Range)
        dragTo(event.position());
    else
        hoverAt(event.position());
}

void ChartPointer::dragTo(QPointF position)
{
    if (m_drag == Drag::Range) {
        const auto first = m_viewport.timeAt(m_press.at.x());
        const auto second = m_viewport.timeAt(position.x());
        m_state.selection().selectRange(
            TimeRange{std::min(first, second), std::max(first, second)});
        m_state.selection().setCursor(second);
        return;
    }
    const TimeScale pressed(m_press.visible, m_viewport.size().width());
    const auto distance = pressed.toDuration(m_press.at.x() - position.x());
    m_state.zoom().show({m_press.visible.start + distance, m_press.visible.end + distance});
    m_viewport.scrollTo(m_press.scrollY + static_cast<int>(m_press.at.y() - position.y()));
    m_shape = Qt::ClosedHandCursor;
}

void ChartPointer::release(const QMouseEvent &event)
{
    if (m_drag == Drag::Undecided)
        click(event);
    else
        hoverAt(event.position());
    m_drag = Drag::None;
}

void ChartPointer::click(const QMouseEvent &event)
{
    const auto hit = m_viewport.hitAt(event.position());
    if (event.button() == Qt::MiddleButton) {
        if (hit && hit->box)
            m_actions.fit(*hit->box);
    } else if (hit && hit->isStrip()) {
        m_actions.chooseThreads(hit->lane(), event.modifiers());
    } else if (hit && hit->isMore) {
        m_state.threads().setRows(hit->thread, ThreadRows::All);
    } else {
        m_state.selection().select(hit ? hit->box : std::nullopt);
        if (!hit || !hit->box)
            m_state.selection().selectRange(std::nullopt);
    }
}

void ChartPointer::doubleClick(const QMouseEvent &event)
{
    const auto hit = m_viewport.hitAt(event.position());
    if (event.button() != Qt::LeftButton || !hit)
        return;
    if (hit->isStrip()) {
        m_actions.takeBackChoice();
        m_actions.toggleFolded(hit->lane());
        return;
    }
    if (!hit->box)
        return;
    m_state.selection().select(hit->box);
    m_actions.fitSelection();
}

void ChartPointer::leave()
{
    m_state.selection().hover(std::nullopt);
    m_state.selection().setCursor(std::nullopt);
}

void ChartPointer::turnWheel(const QWheelEvent &event)
{
    const WheelTurn turn = wheelTurn(event);
    if (turn.zoom) {
        m_state.zoom().zoomAt(m_viewport.timeAt(event.position().x()), *turn.zoom);
        return;
    }
    if (turn.pan != 0)
        m_state.zoom().panBy(-m_viewport.camera().scale.toDuration(turn.pan));
    if (turn.scroll != 0)
        m_viewport.scrollTo(m_viewport.scrolled() + turn.scroll);
    hoverAt(event.position());
}

bool ChartPointer::perform(const QNativeGestureEvent &gesture)
{
    if (gesture.gestureType() != Qt::ZoomNativeGesture)
        return false;
    m_state.zoom().zoomAt(m_viewport.timeAt(gesture.position().x()),
                          1 + std::clamp(gesture.value(), -0.5, 1.0));
    return true;
}

} // namespace ember::views
