// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracks/axisplot.h"

#include "views/state/theme.h"

#include <qcustomplot.h>

namespace ember::views {

using namespace model;

void prepareStrip(QCustomPlot &plot)
{
    // Painted with the rest of the window: an immediate refresh would paint the whole plot by
    // itself each time.
    plot.setPlottingHint(QCP::phImmediateRefresh, false);
    plot.setNotAntialiasedElements(QCP::aeAll);
    // Uses one picture instead of two to fill and to copy: all of it changes at once.
    plot.layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical);
    plot.setMouseTracking(true);
    plot.setFocusPolicy(Qt::NoFocus);
    auto *rect = plot.axisRect();
    rect->setAutoMargins(QCP::msNone);
    rect->setMargins(QMargins(0, 0, 0, 0));
    plot.plotLayout()->setMargins(QMargins(0, 0, 0, 0));
    for (auto *axis : {plot.xAxis, plot.xAxis2, plot.yAxis, plot.yAxis2}) {
        axis->grid()->setVisible(false);
        axis->setPadding(0);
    }
    plot.yAxis->setVisible(false);
    plot.setInteractions(QCP::iNone);
}

void applyStripTheme(QCustomPlot &plot, const Theme &theme)
{
    plot.setBackground(QBrush(theme.background));
    const QPen line(theme.surfaceBorder);
    QFont small = plot.font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    for (auto *axis : {plot.xAxis, plot.xAxis2, plot.yAxis, plot.yAxis2}) {
        axis->setBasePen(line);
        axis->setTickPen(line);
        axis->setSubTickPen(line);
        axis->setTickLabelColor(theme.mutedText);
        axis->setLabelColor(theme.mutedText);
        axis->setTickLabelFont(small);
        axis->setLabelFont(small);
        axis->grid()->setPen(QPen(theme.grid));
    }
}

double axisPosition(Timestamp origin, Timestamp time)
{
    return static_cast<double>((time - origin).count()) / 1e9;
}

void showVisibleRange(QCPAxis &axis, Timestamp origin, TimeRange visible)
{
    if (!visible.isEmpty())
        axis.setRange(axisPosition(origin, visible.start), axisPosition(origin, visible.end));
}

} // namespace ember::views
