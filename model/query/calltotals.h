// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"

#include <span>
#include <vector>

namespace ember::model {

// Visits all call paths with samples, depth first: calls enter(PathIndex) before the callees of a
// path, and leave(PathIndex) after them. No recursion.
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

// The weight of a group of calls: of one function, or at one line.
struct CallTotal {
    FrameIndex frame; // of one of the calls; invalid: there are none
    Weight self; // as the leaf
    Weight total; // anywhere in the stack, once per stack
};

// Returns the totals by group. `groups` has the group of each identity; invalid: it is in none.
// Linear in call paths.
std::vector<CallTotal> callTotals(const CallWeights &calls, std::span<const CallGroup> groups,
                                  std::size_t groupCount);

} // namespace ember::model
