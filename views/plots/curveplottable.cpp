// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/curveplottable.h"

#include <algorithm>

namespace ember::views {

CurvePlottable::CurvePlottable(QCPAxis *keyAxis, QCPAxis *valueAxis)
    : QCPAbstractPlottable(keyAxis, valueAxis)
{
}

double CurvePlottable::selectTest(const QPointF &, bool, QVariant *) const
{
    return -1;
}

QCPRange CurvePlottable::getKeyRange(bool &foundRange, QCP::SignDomain) const
{
    foundRange = false;
    return {};
}

QCPRange CurvePlottable::getValueRange(bool &foundRange, QCP::SignDomain, const QCPRange &) const
{
    foundRange = false;
    return {};
}

void CurvePlottable::draw(QCPPainter *painter)
{
    const QCPAxis *axis = mValueAxis.data();
    if (!axis || m_columns.empty())
        return;
    const QRect area = clipRect();
    const double width = double(area.width()) / double(m_columns.size());
    const double bottom = area.bottom() + 1.0;
    QColor veil = m_colour;
    veil.setAlpha(45);
    double left = area.left();
    for (const auto &column : m_columns) {
        if (column) {
            const double top = axis->coordToPixel(column->high);
            const double lowest = std::max(axis->coordToPixel(column->low), top + 1);
            painter->fillRect(QRectF(left, top, width, lowest - top), m_colour);
            if (lowest < bottom)
                painter->fillRect(QRectF(left, lowest, width, bottom - lowest), veil);
        }
        left += width;
    }
}

void CurvePlottable::drawLegendIcon(QCPPainter *painter, const QRectF &rect) const
{
    painter->fillRect(rect, m_colour);
}

} // namespace ember::views
