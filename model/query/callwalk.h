// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"

#include <vector>

namespace ember::model {

// Goes through all call paths with samples, depth first: enter(PathIndex) before the callees of a
// path, leave(PathIndex) behind them. No recursion.
template<typename Enter, typename Leave>
void walkCalls(const CallWeights &calls, Enter enter, Leave leave)
{
    std::vector<PathIndex> way;
    for (auto path = calls.firstCallee.front();;) {
        if (path.isValid()) {
            enter(path);
            way.push_back(path);
            path = calls.firstCallee[path.row()];
        } else if (!way.empty()) {
            leave(way.back());
            path = calls.nextCallee[way.back().row()];
            way.pop_back();
        } else {
            return;
        }
    }
}

} // namespace ember::model
