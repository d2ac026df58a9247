// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/reportedspans.h"
#include "views/state/timescale.h"

#include <cstddef>
#include <vector>

namespace ember::views {

// Neighbours in a row of spans that are drawn as one box: a single span, or several that are too
// narrow to be told apart.
struct SpanRun {
    int left = 0; // the run is columns [left, right)
    int right = 0;
    std::size_t first = 0; // place in the row
    std::size_t count = 1;

    friend bool operator==(const SpanRun &, const SpanRun &) = default;
};

// Spans that have this many columns are runs of their own.
inline constexpr int ownRun = 3;

// Returns the runs of a row in the scale's range, from left to right, cut to its width. The cost
// depends on the width, not on the number of spans.
std::vector<SpanRun> spanRuns(const std::vector<model::ReportedSpan> &row, const TimeScale &scale);

} // namespace ember::views
