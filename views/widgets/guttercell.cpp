// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/guttercell.h"

#include "views/text/plaintexts.h"

#include <QPainter>

namespace ember::views {

namespace {

constexpr int textLeft = 22; // logical pixels, as in the list of threads
constexpr int padding = 6;
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
    const QString shown =
        painter.fontMetrics().elidedText(shortened(value), Qt::ElideRight, row.width() * 2 / 3);
    painter.drawText(row, int(Qt::AlignRight | Qt::AlignAbsolute | Qt::AlignVCenter), shown);
    const int used = shown.isEmpty() ? 0 : painter.fontMetrics().horizontalAdvance(shown) + padding;
    painter.setFont(plain);
    painter.setPen(theme.text);
    painter.drawText(row, int(Qt::AlignLeft | Qt::AlignAbsolute | Qt::AlignVCenter),
                     painter.fontMetrics().elidedText(shortened(name.simplified()), Qt::ElideRight,
                                                      row.width() - used));
}

GutterCell::GutterCell(const ViewAppearance &appearance, const QString &name, QWidget *parent)
    : QWidget(parent),
      m_appearance(appearance),
      m_name(name)
{
    connect(&appearance, &ViewAppearance::changed, this, qOverload<>(&GutterCell::update));
}

void GutterCell::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintGutterCell(painter, m_appearance.theme(), rect(), m_name, {});
}

} // namespace ember::views
