// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "views/tracks/curve.h"

#include <QColor>
#include <qcustomplot.h>

#include <vector>

class QCPAxis;
class QCustomPlot;

namespace ember::views {

struct Theme;

// Sets up a QCustomPlot as a strip: no margins at the sides, so that it is aligned with the chart,
// and an x axis in seconds since the profile's start (a double is exact to nanoseconds for these,
// but not for times since 1970).
void prepareStrip(QCustomPlot &plot);
void applyStripTheme(QCustomPlot &plot, const Theme &theme);
double axisPosition(model::Timestamp origin, model::Timestamp time);
void showVisibleRange(QCPAxis &axis, model::Timestamp origin, model::TimeRange visible);

// Base of plottables in one colour that are painted over the whole strip. They cannot be selected
// and do not scale the axes: strips set their ranges themselves.
class StripPlottable : public QCPAbstractPlottable {
public:
    using QCPAbstractPlottable::QCPAbstractPlottable;

    void setColour(const QColor &colour) { m_colour = colour; }

    double selectTest(const QPointF &, bool, QVariant *) const override { return -1; }
    QCPRange getKeyRange(bool &foundRange, QCP::SignDomain) const override
    {
        foundRange = false;
        return {};
    }
    QCPRange getValueRange(bool &foundRange, QCP::SignDomain, const QCPRange &) const override
    {
        foundRange = false;
        return {};
    }

protected:
    void drawLegendIcon(QCPPainter *painter, const QRectF &rect) const override
    {
        painter->fillRect(rect, m_colour);
    }

    QColor m_colour;
};

// A curve as a thin line with a translucent fill below it. QCPGraph takes a hundred times as long
// for a noisy curve; this paints a line and a bar per pixel column.
class CurvePlottable : public StripPlottable {
    Q_OBJECT
public:
    using Columns = std::vector<std::optional<Curve::Extent>>; // of equal width, over the key axis

    using StripPlottable::StripPlottable;

    void setColumns(Columns columns) { m_columns = std::move(columns); }
    const Columns &columns() const { return m_columns; }

protected:
    void draw(QCPPainter *painter) override;

private:
    Columns m_columns;
};

// Coloured ranges of time as bars over the plot's height; shorter ones are drawn one pixel wide,
// and pixels are not drawn twice. Keys are seconds from `origin`. If wanted, the duration is
// written into bars that are wide enough.
class SpanPlottable : public StripPlottable {
public:
    using StripPlottable::StripPlottable;

    // `spans` must be sorted by start.
    void setSpans(std::vector<model::TimeRange> spans, model::Timestamp origin);

    const std::vector<model::TimeRange> &spans() const { return m_spans; }

    void tellDurations() { m_tellsDurations = true; }

protected:
    void draw(QCPPainter *painter) override;

private:
    void writeDuration(QCPPainter &painter, const QRectF &bar, model::Nanoseconds duration) const;

    std::vector<model::TimeRange> m_spans;
    model::Timestamp m_origin;
    bool m_tellsDurations = false;
};

} // namespace ember::views
