// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "views/tracks/curve.h"

#include <QColor>
#include <qcustomplot.h>

#include <vector>

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

// Coloured pieces of time as bars over the plot's height; what is shorter than a pixel is drawn one
// pixel wide, and pixels are not drawn twice. Keys are seconds from `origin`.
class SpanPlottable : public QCPAbstractPlottable {
public:
    SpanPlottable(QCPAxis *keyAxis, QCPAxis *valueAxis);

    // In order of their starts.
    void setSpans(std::vector<model::TimeRange> spans, model::Timestamp origin);
    void setColour(const QColor &colour) { m_colour = colour; }

    const std::vector<model::TimeRange> &spans() const { return m_spans; }

    double selectTest(const QPointF &position, bool onlySelectable,
                      QVariant *details) const override;
    QCPRange getKeyRange(bool &foundRange, QCP::SignDomain signDomain) const override;
    QCPRange getValueRange(bool &foundRange, QCP::SignDomain signDomain,
                           const QCPRange &keyRange) const override;

protected:
    void draw(QCPPainter *painter) override;
    void drawLegendIcon(QCPPainter *painter, const QRectF &rect) const override;

private:
    std::vector<model::TimeRange> m_spans;
    model::Timestamp m_origin;
    QColor m_colour;
};

} // namespace ember::views
