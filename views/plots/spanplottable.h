// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <QColor>
#include <qcustomplot.h>

#include <vector>

namespace ember::views {

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
