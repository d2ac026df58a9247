// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

class QCPAxis;
class QCustomPlot;

namespace ember::views {

struct Theme;

// What the strips on QCustomPlot have in common: no margins at the sides, so that they line up with
// the chart, and an x axis in seconds since the profile's start (a double has nanoseconds there,
// but not for times since 1970).
void prepareStrip(QCustomPlot &plot);
void applyStripTheme(QCustomPlot &plot, const Theme &theme);
double axisPosition(model::Timestamp origin, model::Timestamp time);
void showVisibleRange(QCPAxis &axis, model::Timestamp origin, model::TimeRange visible);

} // namespace ember::views
