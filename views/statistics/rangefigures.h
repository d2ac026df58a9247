// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/functioncalls.h"
#include "model/query/rangestatistics.h"
#include "views/widgets/propertyview.h"

namespace ember::views {

// What threads did, for a list of properties: how long the range is and what was sampled in it, the
// states of the threads, what the recorder missed and cost, and each thread's share. `range` is the
// selected one, `unseen` how much of it nobody looked at. Pure.
std::vector<PropertyNode> rangeFigures(const model::Profile &profile,
                                       const model::RangeStatistics &statistics,
                                       model::TimeRange range, model::Nanoseconds unseen);

// One function of a selection, for a list of properties: its share and how sure that is, and how
// long its calls are. `period`: what each end of a call may be off by. Pure.
std::vector<PropertyNode> functionFigures(const model::FunctionCalls &function,
                                          const model::CallWeights &calls,
                                          model::Nanoseconds period);

} // namespace ember::views
