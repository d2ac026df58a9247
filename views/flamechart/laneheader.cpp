// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/laneheader.h"

#include "views/flamechart/threadtitle.h"
#include "views/plaintexts.h"

#include <QCoreApplication>
#include <QPainter>

namespace ember::views {

namespace {

struct LaneHeaderText {
    Q_DECLARE_TR_FUNCTIONS(LaneHeader)
};

void paintArrow(QPainter &painter, const QColor &colour, bool collapsed, QPointF middle)
{
    QPolygonF triangle;
    if (collapsed)
        triangle << QPointF(-2, -4) << QPointF(3, 0) << QPointF(-2, 4);
    else
        triangle << QPointF(-4, -2.5) << QPointF(4, -2.5) << QPointF(0, 2.5);
    triangle.translate(middle);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(triangle);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

// What is not drawn says so.
ThreadTitle titleOf(const ViewState &state, const Lane &lane)
{
    const ThreadOrder &order = state.threadOrder();
    if (lane.isGroup()) {
        ThreadTitle title = groupTitle(*state.spans(), order.groups()[lane.heads.row()]);
        title.details += QStringLiteral("  ·  ")
            + (lane.collapsed ? LaneHeaderText::tr("not drawn: click to show them")
                              : LaneHeaderText::tr("click to hide them"));
        return title;
    }
    ThreadTitle title = threadTitle(*state.spans()->profile(), lane.thread);
    if (order.isPinned(lane.thread))
        title.details.prepend(LaneHeaderText::tr("pinned") + QStringLiteral("  ·  "));
    return title;
}

} // namespace

void paintLaneHeader(QPainter &painter, const ViewState &state, const Lane &lane,
                     const QRectF &strip)
{
    if (strip.isEmpty())
        return;
    const Theme &theme = state.theme();
    painter.fillRect(strip.adjusted(0, 0, 0, -1), theme.surface);
    painter.fillRect(QRectF(strip.left(), strip.bottom() - 1, strip.width(), 1),
                     theme.surfaceBorder);
    const double indent = lane.within.isValid() ? 14 : 0;
    paintArrow(painter, theme.mutedText, lane.collapsed, {11 + indent, strip.center().y() - 0.5});

    const ThreadTitle title = titleOf(state, lane);
    const QFont plain = painter.font();
    QFont bold = plain;
    bold.setWeight(QFont::DemiBold);
    const QRectF room = strip.adjusted(22 + indent, 0, -10, -1);
    QRectF used;
    painter.setFont(bold);
    painter.setPen(theme.text);
    painter.drawText(room,
                     int(Qt::AlignLeft | Qt::AlignAbsolute | Qt::AlignVCenter) | Qt::TextSingleLine,
                     shortened(title.name), &used);
    painter.setFont(plain);
    painter.setPen(theme.mutedText);
    painter.drawText(room.adjusted(used.width() + 10, 0, 0, 0),
                     int(Qt::AlignLeft | Qt::AlignAbsolute | Qt::AlignVCenter) | Qt::TextSingleLine,
                     shortened(title.details));
}

} // namespace ember::views
