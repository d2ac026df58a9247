// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/rowset.h"
#include "model/profile/frames.h"
#include "model/spans/boxcolumn.h"

#include <cstdint>

namespace ember::model {

using IdentityIndex = Index<struct IdentityTag>;

// One node of the tree of call paths. Stacks that differ only in lines or pcs have one path.
struct PathNode {
    IdentityIndex identity;
    PathIndex caller;
    FrameIndex frame; // the first one seen here, in stack table order
    std::uint32_t depth = 0; // the empty path has 0
};

constexpr PathIndex emptyPath{0};

// A tree of call paths under construction: equal calls of one caller are one.
class PathTree {
public:
    PathTree() { m_nodes.append({}); }

    const Column<PathIndex, PathNode> &nodes() const { return m_nodes; }

    const PathNode &operator[](PathIndex path) const { return m_nodes[path]; }

    // A call of that identity by that caller; its frame is kept if it is the first.
    PathIndex enter(PathIndex caller, const PathNode &call)
    {
        return PathIndex(m_rows.findOrAppend(
            mixHash(caller.raw(), call.identity.raw()),
            [&](std::uint32_t row) {
                const PathNode &known = m_nodes[PathIndex(row)];
                return known.identity == call.identity && known.caller == caller;
            },
            [&] {
                const auto depth = m_nodes[caller].depth + 1;
                return m_nodes.append({call.identity, caller, call.frame, depth}).raw();
            }));
    }

private:
    Column<PathIndex, PathNode> m_nodes;
    RowSet m_rows;
};

} // namespace ember::model
