// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"

#include <span>
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

using CallGroup = Index<struct CallGroupTag>;

// What a group of calls comes to: that of one function, or at one line.
struct CallTotal {
    FrameIndex frame; // an example; invalid: there are no such calls
    Weight self; // as the leaf
    Weight total; // anywhere in the stack, once per stack
};

// By group. `groups` says which each identity belongs to; invalid: to none. Linear in call paths.
std::vector<CallTotal> callTotals(const CallWeights &calls, std::span<const CallGroup> groups,
                                  std::size_t groupCount);

} // namespace ember::model
