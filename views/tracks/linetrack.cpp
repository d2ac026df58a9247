// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracks/linetrack.h"

#include "views/plots/axisplot.h"
#include "views/plots/curveplottable.h"

#include <algorithm>

namespace ember::views {

using namespace model;

LineTrack::LineTrack(ViewState &state, const QString &title, QWidget *parent)
    : Track(state, title, 46, parent),
      m_plottable(new CurvePlottable(plot().xAxis, plot().yAxis)) // the axis' plot owns it
{
    keepBandForText();
}

void LineTrack::setCurve(Curve curve)
{
    m_curve = std::move(curve);
    showVisible();
}

void LineTrack::applyVisibleRange()
{
    const TimeScale scale(state().zoom().visible(), width());
    CurvePlottable::Columns columns;
    m_curve.envelope(scale, static_cast<int>(width() * devicePixelRatioF()), columns);
    Curve::Extent shown; // zero is always in sight
    m_highest.reset();
    for (const auto &column : columns) {
        if (!column)
            continue;
        shown.include(*column);
        m_highest = std::max(m_highest.value_or(column->high), column->high);
    }
    m_plottable->setColumns(std::move(columns));
    plot().yAxis->setRange(shown.low, shown.high > shown.low ? shown.high * 1.1 : shown.low + 1);
}

void LineTrack::applyColours()
{
    m_plottable->setColour(state().theme().accent);
}

QString LineTrack::textAt(Timestamp time) const
{
    const auto value = m_curve.valueAt(time);
    return value ? numberText(value->value) : QString();
}

QString LineTrack::textAtRest() const
{
    return m_highest ? tr("max %1").arg(numberText(*m_highest)) : QString();
}

} // namespace ember::views
