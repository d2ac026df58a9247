// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/laneheader.h"

#include "views/flamechart/threadtitle.h"

#include <QPainter>

namespace ember::views {

namespace {

void paintArrow(QPainter &painter, const QColor &colour, bool collapsed, double middle)
{
    QPolygonF triangle;
    if (collapsed)
        triangle << QPointF(9, middle - 4) << QPointF(14, middle) << QPointF(9, middle + 4);
    else
        triangle << QPointF(7, middle - 2.5) << QPointF(15, middle - 2.5)
                 << QPointF(11, middle + 2.5);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(triangle);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace

void paintLaneHeader(QPainter &painter, const ViewState &state, const Lane &lane,
                     const QRectF &strip)
{
    const Theme &theme = state.theme();
    painter.fillRect(strip.adjusted(0, 0, 0, -1), theme.surface);
    painter.fillRect(QRectF(strip.left(), strip.bottom() - 1, strip.width(), 1),
                     theme.surfaceBorder);
    paintArrow(painter, theme.mutedText, lane.collapsed, strip.center().y() - 0.5);

    const ThreadTitle title = threadTitle(*state.spans()->profile(), lane.thread);
    const QFont plain = painter.font();
    QFont bold = plain;
    bold.setWeight(QFont::DemiBold);
    const QRectF room = strip.adjusted(22, 0, -10, -1);
    QRectF used;
    painter.setFont(bold);
    painter.setPen(theme.text);
    painter.drawText(room,
                     int(Qt::AlignLeft | Qt::AlignAbsolute | Qt::AlignVCenter) | Qt::TextSingleLine,
                     title.name, &used);
    painter.setFont(plain);
    painter.setPen(theme.mutedText);
    painter.drawText(room.adjusted(used.width() + 10, 0, 0, 0),
                     int(Qt::AlignLeft | Qt::AlignAbsolute | Qt::AlignVCenter) | Qt::TextSingleLine,
                     title.details);
}

} // namespace ember::views
