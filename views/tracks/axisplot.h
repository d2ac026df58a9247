// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/viewstate.h"

class QCPAxis;
class QCustomPlot;

namespace ember::views {

// What the strips on QCustomPlot have in common: no margins at the sides, so that they line up with
// the chart, and an x axis in seconds since the profile's start (a double has nanoseconds there,
// but not for times since 1970).
void prepareStrip(QCustomPlot &plot);
void applyStripTheme(QCustomPlot &plot, const Theme &theme);
double axisPosition(const ViewState &state, model::Timestamp time);
void showVisibleRange(QCPAxis &axis, const ViewState &state);

} // namespace ember::views
