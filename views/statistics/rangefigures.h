// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/rangestatistics.h"
#include "views/details/propertyview.h"

namespace ember::views {

// What threads did, for a list of properties: how long the range is and what was sampled in it, the
// states of the threads, what the recorder missed and cost, and each thread's share. `range` is the
// selected one, `unseen` how much of it nobody looked at. Pure.
std::vector<PropertyNode> rangeFigures(const model::Profile &profile,
                                       const model::RangeStatistics &statistics,
                                       model::TimeRange range, model::Nanoseconds unseen);

} // namespace ember::views
