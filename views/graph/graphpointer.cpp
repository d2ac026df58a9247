// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphpointer.h"

#include "views/canvas/boxcanvas.h"

#include <QApplication>
#include <QMouseEvent>
#include <QWheelEvent>

namespace ember::views {

using namespace model;

GraphPointer::GraphPointer(GraphViewport &viewport, GraphActions &actions, QObject *parent)
    : QObject(parent),
      m_viewport(viewport),
      m_actions(actions)
{
}

std::optional<MergedIndex> GraphPointer::nodeAt(QPointF position) const
{
    const auto hit = m_viewport.hitAt(position);
    return hit && !hit->box.isRest() ? std::optional(hit->box.node) : std::nullopt;
}

void GraphPointer::hover(std::optional<MergedIndex> node)
{
    if (node == m_hovered)
        return;
    m_hovered = node;
    emit hoveredChanged();
}

void GraphPointer::hoverAt(QPointF position)
{
    const auto node = nodeAt(position);
    m_actions.setPointer(position.x());
    m_shape = node ? Qt::PointingHandCursor : Qt::ArrowCursor;
    hover(node);
}

void GraphPointer::press(const QMouseEvent &event)
{
    if (event.button() != Qt::RightButton)
        m_grab = Grab{event.position(), event.position()};
}

void GraphPointer::move(const QMouseEvent &event)
{
    if (!m_grab) {
        hoverAt(event.position());
        return;
    }
    if (!m_grab->isDrag) {
        const auto distance = (event.position() - m_grab->at).manhattanLength();
        if (distance < QApplication::startDragDistance())
            return;
        m_grab->isDrag = true;
        m_viewport.zoom().remember();
    }
    const QPointF step = event.position() - m_grab->last;
    m_grab->last = event.position();
    m_viewport.zoom().panBy(m_viewport.scale().toDuration(-step.x()));
    m_viewport.scrollBy(static_cast<int>(-step.y()));
    m_shape = Qt::ClosedHandCursor;
}

void GraphPointer::release(const QMouseEvent &event)
{
    const bool isClick = m_grab && !m_grab->isDrag;
    m_grab.reset();
    hoverAt(event.position());
    if (!isClick)
        return;
    const auto node = nodeAt(event.position());
    if (event.button() == Qt::MiddleButton)
        zoomTo(event.position());
    else
        m_viewport.select(node);
}

void GraphPointer::doubleClick(const QMouseEvent &event)
{
    if (event.button() != Qt::LeftButton)
        return;
    m_viewport.select(nodeAt(event.position()));
    zoomTo(event.position());
}

void GraphPointer::zoomTo(QPointF position)
{
    const auto hit = m_viewport.hitAt(position);
    if (!hit)
        return;
    if (hit->box.isRest())
        m_viewport.lookCloser(hit->box, position.x());
    else
        m_viewport.fit(hit->box.node);
}

void GraphPointer::leave()
{
    m_actions.setPointer(std::nullopt);
    hover(std::nullopt);
}

void GraphPointer::turnWheel(const QWheelEvent &event)
{
    const auto scale = m_viewport.scale();
    const WheelTurn turn = wheelTurn(event);
    if (turn.zoom) {
        m_viewport.zoom().zoomAt(scale.toTime(event.position().x()), *turn.zoom);
        return;
    }
    if (turn.pan != 0)
        m_viewport.zoom().panBy(-scale.toDuration(turn.pan));
    m_viewport.scrollBy(turn.scroll);
    hoverAt(event.position());
}

} // namespace ember::views
