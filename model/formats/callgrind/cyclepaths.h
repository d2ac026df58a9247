// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/callgrind/components.h"

#include <unordered_map>

namespace ember::model::callgrind {

// Finds the shortest path through a cycle of calls, from the function by which the cycle is entered
// to the one that leaves it.
class CyclePaths {
public:
    CyclePaths(const CallGraph &graph, const Components &components);

    // The calls from `entry` to `exit`, both of one component; none if they are the same, or if so
    // much was looked for that there is no end to it.
    std::vector<CallIndex> calls(EntityIndex entry, EntityIndex exit);

private:
    using CameBy = std::unordered_map<EntityIndex, CallIndex>; // how each was reached first

    const CameBy &reached(EntityIndex entry);

    const CallGraph &m_graph;
    std::vector<CallIndex> m_calls; // within components, by caller; the costliest of each first
    std::unordered_map<EntityIndex, CameBy> m_reached; // by entry
    std::size_t m_steps = 0;
};

} // namespace ember::model::callgrind
