// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/rowset.h"
#include "model/profile/profile.h"

#include <memory>
#include <string>
#include <unordered_map>

namespace ember::model {

using IdentityIndex = Index<struct IdentityTag>;
using PathIndex = Index<struct PathTag>;

// One node of the tree of call paths. Stacks that differ only in lines or pcs have one path.
struct PathNode {
    IdentityIndex identity;
    PathIndex caller;
    FrameIndex frame; // the first one seen here: its line is the one shown
    std::uint32_t depth = 0; // the empty path has 0
};

constexpr PathIndex emptyPath{0};

// Maps stacks to call paths by the backend's identity of a frame (SENTRY.md §6.2): module if
// present, else trimmed package, else filename, else "-"; then function or "-"; then
// instruction_addr. Line and column are not part of it.
//
// Grows with the snapshots of one profile; owned by the thread that builds spans.
class CallPaths {
public:
    void update(const Profile &profile);

    PathIndex path(StackIndex stack) const { return m_paths[stack]; }

    const PathNode &node(PathIndex path) const { return m_nodes[path]; }

    IdentityIndex identity(FrameIndex frame) const { return m_identities[frame]; }

    std::size_t size() const { return m_nodes.size(); }

private:
    IdentityIndex identify(const Profile &profile, FrameIndex frame);

    Column<FrameIndex, IdentityIndex> m_identities;
    Column<StackIndex, PathIndex> m_paths;
    Column<PathIndex, PathNode> m_nodes;
    std::unordered_map<std::string, IdentityIndex> m_known;
    RowSet m_nodeRows;
};

} // namespace ember::model
