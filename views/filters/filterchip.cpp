// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/filters/filterchip.h"

#include "views/state/theme.h"
#include "views/text/plaintexts.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

namespace ember::views {

namespace {

constexpr int chipMargin = 8;
constexpr int crossSize = 7;
constexpr int widestLetters = 40; // longer texts are cut in the middle
constexpr int leastLetters = 5;

} // namespace

FilterChip::FilterChip(const QString &text, Place place, QWidget *parent)
    : QAbstractButton(parent),
      m_place(place)
{
    setLabel(text);
    setToolTip(text);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleDescription(tr("Delete removes it, Ctrl+Left and Ctrl+Right move it"));
    connect(this, &QAbstractButton::clicked, this, &FilterChip::openMenu);
}

void FilterChip::setLabel(const QString &text)
{
    setText(text);
    setAccessibleName(tr("Filter: %1").arg(text));
    updateGeometry();
}

QSize FilterChip::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    const int widest = widestLetters * metrics.averageCharWidth();
    return {std::min(widest, metrics.horizontalAdvance(oneLine(shortened(text()))) + 2)
                + 3 * chipMargin + crossSize,
            metrics.height() + 6};
}

QSize FilterChip::minimumSizeHint() const
{
    const int least = leastLetters * fontMetrics().averageCharWidth() + 3 * chipMargin + crossSize;
    return {std::min(least, sizeHint().width()), sizeHint().height()};
}

QRect FilterChip::cross() const
{
    return {width() - chipMargin - crossSize, (height() - crossSize) / 2, crossSize, crossSize};
}

void FilterChip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isMarked = hasFocus() || underMouse();
    painter.setPen(isMarked ? palette().color(QPalette::Highlight) : edgeOf(palette()));
    painter.setBrush(palette().color(QPalette::Button));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const QColor ink = palette().color(QPalette::WindowText);
    painter.setPen(ink);
    const QRect place = rect().adjusted(chipMargin, 0, -2 * chipMargin - crossSize, 0);
    painter.drawText(place, int(Qt::AlignLeft | Qt::AlignVCenter),
                     fontMetrics().elidedText(oneLine(shortened(text(), Qt::ElideMiddle)),
                                              Qt::ElideMiddle, place.width()));
    painter.setPen(QPen(ink, 1.4));
    painter.drawLine(cross().topLeft(), cross().bottomRight());
    painter.drawLine(cross().topRight(), cross().bottomLeft());
}

void FilterChip::mousePressEvent(QMouseEvent *event)
{
    m_pressed = event->position().toPoint();
    m_isDragged = false;
    QAbstractButton::mousePressEvent(event);
}

// Moves the chip with the pointer; the new place of the filter is found when it is dropped.
void FilterChip::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint way = event->position().toPoint() - m_pressed;
    const bool isFar = way.manhattanLength() >= QApplication::startDragDistance();
    if (m_place == Place::Movable && event->buttons() & Qt::LeftButton && (m_isDragged || isFar)) {
        m_isDragged = true;
        setCursor(Qt::ClosedHandCursor);
        move(x() + way.x(), y());
        return;
    }
    QAbstractButton::mouseMoveEvent(event);
}

// A click on the cross, or close to it, removes the filter.
void FilterChip::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_isDragged) {
        m_isDragged = false;
        unsetCursor();
        setDown(false);
        emit dropped(geometry().center().x());
        return;
    }
    const bool isOnCross = event->position().x() >= cross().left() - chipMargin / 2;
    if (isDown() && isOnCross && rect().contains(event->position().toPoint())) {
        setDown(false);
        emit removeRequested();
        return;
    }
    QAbstractButton::mouseReleaseEvent(event);
}

void FilterChip::keyPressEvent(QKeyEvent *event)
{
    const bool isMove = event->modifiers() & Qt::ControlModifier && m_place == Place::Movable;
    if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace)
        emit removeRequested();
    else if (isMove && event->key() == Qt::Key_Left)
        emit moveRequested(-1);
    else if (isMove && event->key() == Qt::Key_Right)
        emit moveRequested(1);
    else
        QAbstractButton::keyPressEvent(event);
}

void FilterChip::nextCheckState() { }

void FilterChip::openMenu()
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Remove"), this, &FilterChip::removeRequested);
    if (m_place == Place::Movable) {
        menu->addAction(tr("Apply &Earlier"), this, [this] { emit moveRequested(-1); });
        menu->addAction(tr("Apply &Later"), this, [this] { emit moveRequested(1); });
    }
    menu->popup(mapToGlobal(rect().bottomLeft()));
}

} // namespace ember::views
