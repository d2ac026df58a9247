// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/pages.h"
#include "model/core/rowset.h"
#include "model/profile/frames.h"
#include "model/spans/boxcolumn.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

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

// A tree of call paths made of another tree, of stacks or of paths, whose nodes are joined here and
// there: equal calls of one caller are one. Paths that stand for a single node of the other tree
// have callees of their own, which mostly differ already: nobody looks for them. So it costs
// look-ups only where something is joined.
class PathTree {
public:
    // Whether one node of the other tree may have several callees of an identity.
    enum class Callees : std::uint8_t { Differ, MayBeEqual };

    PathTree();

    const Column<PathIndex, PathNode> &nodes() const { return m_nodes; }
    const PathNode &operator[](PathIndex path) const { return m_nodes[path]; }

    // Room for so many paths in all; takes no memory until they are there.
    void reserve(std::size_t paths);
    // What a call of that identity by that caller becomes; its frame is kept if it is the first.
    PathIndex enter(PathIndex caller, const PathNode &call, Callees callees = Callees::Differ);
    // From now on another node of the other tree becomes this path, too.
    void join(PathIndex path);

private:
    enum class LookUp : std::uint8_t {
        Spared, // one node is entered here
        InList,
        InRows, // for there are many
    };

    struct Links {
        PathIndex firstCallee; // the last that was entered; invalid: none
        PathIndex nextCallee; // of its caller
    };

    std::optional<PathIndex> find(PathIndex caller, IdentityIndex identity);
    std::optional<PathIndex> findInRows(PathIndex caller, IdentityIndex identity) const;
    void enterInRows(PathIndex path);
    PathIndex append(PathIndex caller, const PathNode &call);

    Column<PathIndex, PathNode> m_nodes;
    std::vector<LookUp, PageAllocator<LookUp>> m_lookUps; // by path: how its callees are found
    std::vector<Links, PageAllocator<Links>> m_links; // by path
    RowSet m_rows;
};

} // namespace ember::model
