// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/functioncalls.h"
#include "model/query/rangestatistics.h"
#include "views/widgets/propertyview.h"

namespace ember::views {

// Returns what threads did, as a list of properties: the length of the range and its number of
// samples, the states of the threads, what the recorder missed and cost, and each thread's share.
// `range` is the selected one, `unseen` the part of it without samples. Pure.
std::vector<PropertyNode> rangeFigures(const model::Profile &profile,
                                       const model::RangeStatistics &statistics,
                                       model::TimeRange range, model::Nanoseconds unseen);

// Returns the figures of one function of a selection, as a list of properties: its share and how
// certain that is, and how long its calls are. `period`: the uncertainty of each end of a call.
// Pure.
std::vector<PropertyNode> functionFigures(const model::FunctionCalls &function,
                                          const model::CallWeights &calls,
                                          model::Nanoseconds period);

} // namespace ember::views
