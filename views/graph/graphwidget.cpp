// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphwidget.h"

#include "views/graph/graphtext.h"

#include <QApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace ember::views {

using namespace model;

namespace {

constexpr double wheelZoom = 1.2; // per notch
constexpr double wheelNotch = 120; // QWheelEvent counts eighths of a degree

} // namespace

GraphWidget::GraphWidget(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_scrollBar(new QScrollBar(Qt::Vertical, this)),
      m_viewport(state, *m_scrollBar),
      m_actions(state, m_viewport)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(3 * GraphViewport::rowHeight);
    setAccessibleName(tr("Flame graph"));
    setAccessibleDescription(tr("Merged calls by what they took; arrow keys walk through them"));
    m_scrollBar->setAccessibleName(tr("Scroll the graph"));
    m_painter.setFont(font());
    connect(&m_viewport, &GraphViewport::moved, this, &GraphWidget::repaintBoxes);
    connect(&m_viewport, &GraphViewport::selectionChanged, this, qOverload<>(&QWidget::update));
    connect(&state, &ViewState::matchesChanged, this, &GraphWidget::repaintBoxes);
    connect(&state, &ViewState::appearanceChanged, this, &GraphWidget::repaintBoxes);
}

QSize GraphWidget::sizeHint() const
{
    return {600, 240};
}

void GraphWidget::setTree(std::shared_ptr<MergedTree> tree, const QString &why)
{
    m_hovered.reset();
    m_why = why;
    m_viewport.setTree(std::move(tree));
}

void GraphWidget::repaintBoxes()
{
    m_boxesAreOld = true;
    update();
}

void GraphWidget::resizeEvent(QResizeEvent *event)
{
    const int barWidth = m_scrollBar->sizeHint().width();
    m_scrollBar->setGeometry(width() - barWidth, 0, barWidth, height());
    m_viewport.resize({std::max(0, width() - barWidth), height()});
    QWidget::resizeEvent(event);
}

void GraphWidget::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange) {
        m_painter.setFont(font());
        repaintBoxes();
    }
    QWidget::changeEvent(event);
}

void GraphWidget::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (!m_state.spans() || m_viewport.layout().rows().empty()) {
        paintEmpty(painter);
        return;
    }
    const QSize pixels = (QSizeF(m_viewport.size()) * devicePixelRatioF()).toSize();
    if (m_boxes.size() != pixels || m_boxes.devicePixelRatio() != devicePixelRatioF()) {
        m_boxes = QImage(pixels, QImage::Format_RGB32);
        m_boxes.setDevicePixelRatio(devicePixelRatioF());
        m_boxesAreOld = true;
    }
    if (m_boxes.isNull())
        return;
    if (m_boxesAreOld)
        m_painter.paint(m_boxes, m_state, m_viewport);
    m_boxesAreOld = false;
    painter.drawImage(QPointF(0, 0), m_boxes);
    painter.setClipRect(QRect(QPoint(0, 0), m_viewport.size()));
    paintGraphOverlay(painter, m_state, m_viewport, m_hovered);
}

void GraphWidget::paintEmpty(QPainter &painter)
{
    painter.fillRect(rect(), m_state.theme().background);
    painter.setPen(m_state.theme().mutedText);
    painter.drawText(rect().adjusted(20, 10, -20, -10), int(Qt::AlignCenter) | Qt::TextWordWrap,
                     m_why.isEmpty() ? tr("Nothing was seen in this selection.") : m_why);
}

bool GraphWidget::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto &help = static_cast<const QHelpEvent &>(*event);
        showTip(help.pos(), help.globalPos());
        return true;
    }
    // Before the focus machinery takes Tab away; without a selection it is the window's.
    if (event->type() == QEvent::KeyPress && m_viewport.selected()) {
        const auto action = chartActionFor(static_cast<const QKeyEvent &>(*event));
        if (action == ChartAction::SelectNextInOrder
            || action == ChartAction::SelectPreviousInOrder)
            return m_actions.perform(*action);
    }
    return QWidget::event(event);
}

std::optional<MergedIndex> GraphWidget::nodeAt(QPointF position) const
{
    const auto hit = m_viewport.hitAt(position);
    return hit && !hit->box.isRest() ? std::optional(hit->box.node) : std::nullopt;
}

void GraphWidget::hoverAt(QPointF position)
{
    const auto node = nodeAt(position);
    m_actions.setPointer(position.x());
    setCursor(node ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (node == m_hovered)
        return;
    m_hovered = node;
    update();
}

void GraphWidget::showTip(const QPoint &position, const QPoint &globalPosition)
{
    if (const auto hit = m_viewport.hitAt(position))
        QToolTip::showText(globalPosition, toolTipText(*m_viewport.tree(), hit->box), this);
    else
        QToolTip::hideText();
}

void GraphWidget::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::RightButton)
        m_press = Press{event->position(), event->position()};
}

void GraphWidget::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_press) {
        hoverAt(event->position());
        return;
    }
    if (!m_press->isDrag) {
        const auto distance = (event->position() - m_press->at).manhattanLength();
        if (distance < QApplication::startDragDistance())
            return;
        m_press->isDrag = true;
        m_viewport.zoom().remember();
    }
    const QPointF step = event->position() - m_press->last;
    m_press->last = event->position();
    m_viewport.zoom().panBy(m_viewport.scale().toDuration(-step.x()));
    m_viewport.scrollBy(static_cast<int>(-step.y()));
    setCursor(Qt::ClosedHandCursor);
}

void GraphWidget::mouseReleaseEvent(QMouseEvent *event)
{
    const bool isClick = m_press && !m_press->isDrag;
    m_press.reset();
    hoverAt(event->position());
    if (!isClick)
        return;
    const auto node = nodeAt(event->position());
    if (event->button() == Qt::MiddleButton && node)
        m_viewport.fit(*node);
    else
        m_viewport.select(node);
}

void GraphWidget::mouseDoubleClickEvent(QMouseEvent *event)
{
    const auto node = nodeAt(event->position());
    if (event->button() != Qt::LeftButton || !node)
        return;
    m_viewport.select(node);
    m_viewport.fit(*node);
}

void GraphWidget::leaveEvent(QEvent *)
{
    m_hovered.reset();
    m_actions.setPointer(std::nullopt);
    update();
}

void GraphWidget::wheelEvent(QWheelEvent *event)
{
    event->accept();
    const QPointF turn =
        event->hasPixelDelta() ? QPointF(event->pixelDelta()) * 2 : QPointF(event->angleDelta());
    const auto scale = m_viewport.scale();
    if (event->modifiers() & Qt::ControlModifier) {
        m_viewport.zoom().zoomAt(scale.toTime(event->position().x()),
                                 std::pow(wheelZoom, turn.y() / wheelNotch));
        return;
    }
    // Some systems turn Shift+wheel into a sideways wheel themselves.
    const bool isSideways = event->modifiers() & Qt::ShiftModifier;
    const double pan = isSideways && turn.x() == 0 ? turn.y() : turn.x();
    if (pan != 0)
        m_viewport.zoom().panBy(-scale.toDuration(pan));
    if (!isSideways)
        m_viewport.scrollBy(static_cast<int>(-turn.y() / 2));
    hoverAt(event->position());
}

void GraphWidget::contextMenuEvent(QContextMenuEvent *event)
{
    if (event->reason() == QContextMenuEvent::Mouse) {
        const auto node = nodeAt(event->pos());
        if (!node)
            return;
        m_viewport.select(node);
    }
    m_viewport.select(m_viewport.selected()); // its function is the one pointed at now
    if (m_viewport.selected())
        emit contextMenuRequested(event->globalPos());
}

void GraphWidget::keyPressEvent(QKeyEvent *event)
{
    const auto action = chartActionFor(*event);
    if (action == ChartAction::ToggleInverted)
        emit inversionRequested();
    else if (!action || !m_actions.perform(*action))
        QWidget::keyPressEvent(event);
}

} // namespace ember::views
