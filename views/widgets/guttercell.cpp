// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/guttercell.h"

#include "views/text/plaintexts.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOption>

namespace ember::views {

namespace {

constexpr int textLeft = 22; // logical pixels, as in the list of threads
constexpr int padding = 6;
constexpr int arrowSize = 10;
constexpr int line = 17; // names of higher cells stand in their first line

} // namespace

void paintGutterCell(QPainter &painter, const Theme &theme, const QRect &cell, const QString &name,
                     const QString &value)
{
    painter.fillRect(cell, theme.background);
    painter.fillRect(QRect(cell.right(), cell.top(), 1, cell.height()), theme.surfaceBorder);
    const QRect row = QRect(cell.topLeft(), QSize(cell.width(), std::min(cell.height(), line)))
                          .adjusted(textLeft, 0, -padding, 0);
    const QFont plain = painter.font();
    QFont small = plain;
    small.setPointSizeF(plain.pointSizeF() * 0.9);
    painter.setFont(small);
    painter.setPen(theme.mutedText);
    const QString title = shortened(name.simplified());
    const int besideName = row.width() - QFontMetrics(plain).horizontalAdvance(title) - padding;
    const QString shown = painter.fontMetrics().elidedText(
        shortened(value), Qt::ElideRight, std::max(row.width() * 2 / 3, besideName));
    painter.drawText(row, int(Qt::AlignRight | Qt::AlignAbsolute | Qt::AlignVCenter), shown);
    const int used = shown.isEmpty() ? 0 : painter.fontMetrics().horizontalAdvance(shown) + padding;
    painter.setFont(plain);
    painter.setPen(theme.text);
    painter.drawText(row, int(Qt::AlignLeft | Qt::AlignAbsolute | Qt::AlignVCenter),
                     painter.fontMetrics().elidedText(title, Qt::ElideRight, row.width() - used));
}

GutterCell::GutterCell(const ViewAppearance &appearance, const QString &name, QWidget *parent)
    : QWidget(parent),
      m_appearance(appearance),
      m_name(name)
{
    setAccessibleName(name);
    connect(&appearance, &ViewAppearance::changed, this, qOverload<>(&GutterCell::update));
}

void GutterCell::setName(const QString &name, Arrow arrow)
{
    if (name == m_name && arrow == m_arrow)
        return;
    m_name = name;
    m_arrow = arrow;
    setAccessibleName(name);
    setCursor(arrow == Arrow::None ? Qt::ArrowCursor : Qt::PointingHandCursor);
    setFocusPolicy(arrow == Arrow::None ? Qt::NoFocus : Qt::TabFocus);
    update();
}

void GutterCell::setNameWidth(int width)
{
    m_nameWidth = width;
    update();
}

void GutterCell::mousePressEvent(QMouseEvent *event)
{
    if (m_arrow != Arrow::None && event->button() == Qt::LeftButton)
        emit clicked();
    else
        QWidget::mousePressEvent(event);
}

void GutterCell::keyPressEvent(QKeyEvent *event)
{
    const bool isPress = event->key() == Qt::Key_Space || event->key() == Qt::Key_Return
        || event->key() == Qt::Key_Enter;
    if (m_arrow != Arrow::None && isPress)
        emit clicked();
    else
        QWidget::keyPressEvent(event);
}

void GutterCell::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = m_appearance.theme();
    painter.fillRect(rect(), theme.background);
    const QRect cell(0, 0, m_nameWidth > 0 ? m_nameWidth : width(), height());
    paintGutterCell(painter, theme, cell, m_name, {});
    if (m_arrow == Arrow::None)
        return;
    QStyleOption arrow;
    arrow.initFrom(this);
    arrow.rect = QRect((textLeft - arrowSize) / 2, (line - arrowSize) / 2, arrowSize, arrowSize);
    const auto element =
        m_arrow == Arrow::Down ? QStyle::PE_IndicatorArrowDown : QStyle::PE_IndicatorArrowRight;
    style()->drawPrimitive(element, &arrow, &painter, this);
    if (hasFocus()) {
        painter.setPen(theme.accent);
        painter.drawRect(cell.adjusted(0, 0, -1, -1));
    }
}

} // namespace ember::views
