// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/boxcanvas.h"

#include "views/jobs/viewthreads.h"
#include "views/state/viewappearance.h"

#include <QHelpEvent>
#include <QImage>
#include <QNativeGestureEvent>
#include <QPaintEngine>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

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
    m_prepared = Prepared::Nothing;
    repaintOverlay();
}

// Leaves the scroll bar out: its gradients cost as much as half of all boxes.
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

// Gives the image the size of the canvas, in device pixels. Returns false if that is empty.
bool BoxCanvas::prepareImage()
{
    const QSize pixels = (QSizeF(canvasSize()) * devicePixelRatioF()).toSize();
    if (m_boxes.size() != pixels || m_boxes.devicePixelRatio() != devicePixelRatioF()) {
        m_boxes = QImage(pixels, QImage::Format_RGB32);
        m_boxes.setDevicePixelRatio(devicePixelRatioF());
        m_boxesAreOld = true;
        m_prepared = Prepared::Nothing;
    }
    return !m_boxes.isNull();
}

void BoxCanvas::paintEvent(QPaintEvent *event)
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
    if (painter.paintEngine()->type() != QPaintEngine::Raster
        && paintDocument(painter, m_boxes, event->rect(), m_prepared)) {
        m_boxesAreOld = true; // m_boxes was painted without names
        m_prepared = Prepared::Boxes;
    } else {
        m_prepared = Prepared::Nothing;
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

// Performs a step if the key is one for a step in order. Users may assign Tab to such steps, so
// this is called before Qt moves the focus. Without a selection Tab moves the focus.
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

namespace {

constexpr double zoomPerNotch = 1.2;
constexpr double notch = 120; // QWheelEvent counts eighths of a degree

} // namespace

WheelTurn wheelTurn(const QWheelEvent &event)
{
    const QPointF turn =
        event.hasPixelDelta() ? QPointF(event.pixelDelta()) * 2 : QPointF(event.angleDelta());
    if (event.modifiers() & Qt::ControlModifier)
        return {std::pow(zoomPerNotch, turn.y() / notch), 0, 0};
    // Some systems turn Shift+wheel into a sideways wheel.
    const bool isSideways = event.modifiers() & Qt::ShiftModifier;
    return {{},
            isSideways && turn.x() == 0 ? turn.y() : turn.x(),
            isSideways ? 0 : static_cast<int>(-turn.y() / 2)};
}

namespace {

// The number of pixels whose copying takes as long as starting a thread.
constexpr int worthAThread = 100'000;

// Returns the image that the painter writes to if its pixels have the format of our images and they
// can be copied unchanged; otherwise null.
QImage *pixelsOf(const QPainter &painter)
{
    auto *engine = painter.paintEngine();
    if (engine->type() != QPaintEngine::Raster || painter.opacity() < 1 || painter.hasClipping()
        || painter.compositionMode() != QPainter::CompositionMode_SourceOver)
        return nullptr;
    auto *device = engine->paintDevice();
    if (!device || device->devType() != QInternal::Image)
        return nullptr;
    auto *pixels = static_cast<QImage *>(device);
    const bool isAlike = pixels->format() == QImage::Format_RGB32
        || pixels->format() == QImage::Format_ARGB32_Premultiplied;
    return isAlike ? pixels : nullptr;
}

// Returns the position of the image in the painter's pixels; empty if the image would have to be
// scaled or turned, or lies between pixels.
std::optional<QPoint> originOf(const QPainter &painter, const QImage &image)
{
    const QTransform &transform = painter.deviceTransform();
    const double ratio = image.devicePixelRatio();
    const QPointF origin = transform.map(QPointF(0, 0));
    if (transform.type() > QTransform::TxScale || transform.m11() != ratio
        || transform.m22() != ratio || origin != QPointF(origin.toPoint()))
        return std::nullopt;
    return origin.toPoint();
}

void copyLines(QImage &to, const QImage &from, QRect part, QPoint origin)
{
    uchar *const bits = to.bits();
    const auto bytes = sizeof(QRgb) * static_cast<std::size_t>(part.width());
    const int bands = std::max(1, part.width() * part.height() / worthAThread);
    onAllCores(static_cast<std::size_t>(bands), [&](std::size_t band) {
        const auto lineOf = [&](std::size_t number) {
            return part.top() + static_cast<int>(number) * part.height() / bands;
        };
        for (int y = lineOf(band); y < lineOf(band + 1); ++y)
            std::memcpy(bits + to.bytesPerLine() * y + qsizetype(sizeof(QRgb)) * part.left(),
                        from.constScanLine(y - origin.y())
                            + qsizetype(sizeof(QRgb)) * (part.left() - origin.x()),
                        bytes);
    });
}

} // namespace

void copyImage(QPainter &painter, const QImage &image)
{
    QImage *pixels = pixelsOf(painter);
    const auto origin = originOf(painter, image);
    if (!pixels || !origin) {
        painter.drawImage(QPointF(0, 0), image);
        return;
    }
    QRegion places(QRect(*origin, image.size()) & pixels->rect());
    if (const QRegion clip = painter.paintEngine()->systemClip(); !clip.isEmpty())
        places &= clip;
    for (const QRect &place : places)
        copyLines(*pixels, image, place, *origin);
}

} // namespace ember::views
