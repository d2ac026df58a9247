// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ember::views {

// The chart as screen readers have it: its boxes are the visible ones of the thread the keyboard is
// in, "function, 3.2 ms, thread main". To be called before a chart is given a name.
void tellBoxesOfCharts();

} // namespace ember::views
