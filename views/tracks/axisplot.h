// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

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

} // namespace ember::views
