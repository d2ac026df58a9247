// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/plots/curve.h"

#include <qcustomplot.h>

namespace ember::views {

// A curve as a thin line with a veil below it. QCPGraph takes a hundred times as long for a noisy
// one; this one paints a line and a bar per pixel column.
class CurvePlottable : public QCPAbstractPlottable {
    Q_OBJECT
public:
    using Columns = std::vector<std::optional<Curve::Extent>>; // equally wide, over the key axis

    CurvePlottable(QCPAxis *keyAxis, QCPAxis *valueAxis);

    void setColumns(Columns columns) { m_columns = std::move(columns); }
    const Columns &columns() const { return m_columns; }
    void setColour(const QColor &colour) { m_colour = colour; }

    double selectTest(const QPointF &position, bool onlySelectable,
                      QVariant *details) const override;
    QCPRange getKeyRange(bool &foundRange, QCP::SignDomain domain) const override;
    QCPRange getValueRange(bool &foundRange, QCP::SignDomain domain,
                           const QCPRange &keyRange) const override;

protected:
    void draw(QCPPainter *painter) override;
    void drawLegendIcon(QCPPainter *painter, const QRectF &rect) const override;

private:
    Columns m_columns;
    QColor m_colour;
};

} // namespace ember::views
