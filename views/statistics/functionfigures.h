// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/functioncalls.h"
#include "views/details/propertyview.h"

namespace ember::views {

// One function of a selection, for a list of properties: its share and how sure that is, and how
// long its calls are. `period`: what each end of a call may be off by. Pure.
std::vector<PropertyNode> functionFigures(const model::FunctionCalls &function,
                                          const model::CallWeights &calls,
                                          model::Nanoseconds period);

} // namespace ember::views
