// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/boxcanvas.h"

#include "views/canvas/imagecopy.h"
#include "views/state/viewappearance.h"

#include <QHelpEvent>
#include <QNativeGestureEvent>
#include <QPaintEngine>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace ember::views {

BoxCanvas::BoxCanvas(const ViewAppearance &appearance, QWidget *parent)
    : QWidget(parent),
      m_appearance(appearance),
      m_scrollBar(new QScrollBar(Qt::Vertical, this))
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(&appearance, &ViewAppearance::changed, this, &BoxCanvas::repaintBoxes);
}

void BoxCanvas::repaintBoxes()
{
    forgetVisibleBoxes();
    m_boxesAreOld = true;
    repaintOverlay();
}

// Not the scroll bar: its gradients cost as much as half of all boxes.
void BoxCanvas::repaintOverlay()
{
    update(QRect(QPoint(0, 0), canvasSize()));
}

void BoxCanvas::resizeEvent(QResizeEvent *event)
{
    const int barWidth = m_scrollBar->sizeHint().width();
    m_scrollBar->setGeometry(width() - barWidth, 0, barWidth, height());
    resizeCanvas({std::max(0, width() - barWidth), height()});
    repaintBoxes();
    QWidget::resizeEvent(event);
}

void BoxCanvas::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange) {
        setLabelFont(font());
        repaintBoxes();
    }
    QWidget::changeEvent(event);
}

// False if there is no room for boxes.
bool BoxCanvas::prepareImage()
{
    const QSize pixels = (QSizeF(canvasSize()) * devicePixelRatioF()).toSize();
    if (m_boxes.size() != pixels || m_boxes.devicePixelRatio() != devicePixelRatioF()) {
        m_boxes = QImage(pixels, QImage::Format_RGB32);
        m_boxes.setDevicePixelRatio(devicePixelRatioF());
        m_boxesAreOld = true;
    }
    return !m_boxes.isNull();
}

void BoxCanvas::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (isEmpty()) {
        painter.fillRect(rect(), m_appearance.theme().background);
        painter.setPen(m_appearance.theme().mutedText);
        painter.drawText(rect().adjusted(20, 10, -20, -10), int(Qt::AlignCenter) | Qt::TextWordWrap,
                         emptyText());
        return;
    }
    if (!prepareImage())
        return;
    if (painter.paintEngine()->type() != QPaintEngine::Raster && paintDocument(painter, m_boxes)) {
        m_boxesAreOld = true;
    } else {
        if (m_boxesAreOld)
            paintBoxes(m_boxes);
        m_boxesAreOld = false;
        copyImage(painter, m_boxes);
    }
    painter.setClipRect(QRect(QPoint(0, 0), canvasSize()));
    paintOverlay(painter);
}

bool BoxCanvas::event(QEvent *event)
{
    switch (event->type()) {
    case QEvent::ToolTip: {
        const auto &help = static_cast<const QHelpEvent &>(*event);
        const QString tip = tipAt(help.pos());
        if (tip.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help.globalPos(), tip, this);
        return true;
    }
    case QEvent::NativeGesture:
        if (pointer().perform(static_cast<const QNativeGestureEvent &>(*event)))
            return true;
        break;
    case QEvent::KeyPress:
        if (stepsInOrder(static_cast<const QKeyEvent &>(*event)))
            return true;
        break;
    default: break;
    }
    return QWidget::event(event);
}

// Users may have Tab for these steps: they come before the focus machinery takes it away. Without a
// selection it is the window's.
bool BoxCanvas::stepsInOrder(const QKeyEvent &event)
{
    const auto action = m_appearance.keyMap().actionFor(event);
    const bool isStep =
        action == ChartAction::SelectNextInOrder || action == ChartAction::SelectPreviousInOrder;
    return isStep && isAnySelected() && perform(*action);
}

void BoxCanvas::keyPressEvent(QKeyEvent *event)
{
    const auto action = m_appearance.keyMap().actionFor(*event);
    if (!action || !perform(*action))
        QWidget::keyPressEvent(event);
}

void BoxCanvas::wheelEvent(QWheelEvent *event)
{
    event->accept();
    pointer().turnWheel(*event);
    setCursor(pointer().shape());
}

void BoxCanvas::mousePressEvent(QMouseEvent *event)
{
    pointer().press(*event);
}

void BoxCanvas::mouseMoveEvent(QMouseEvent *event)
{
    pointer().move(*event);
    setCursor(pointer().shape());
}

void BoxCanvas::mouseReleaseEvent(QMouseEvent *event)
{
    pointer().release(*event);
    setCursor(pointer().shape());
}

void BoxCanvas::mouseDoubleClickEvent(QMouseEvent *event)
{
    pointer().doubleClick(*event);
}

void BoxCanvas::leaveEvent(QEvent *)
{
    pointer().leave();
}

} // namespace ember::views
