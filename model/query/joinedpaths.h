// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/pages.h"
#include "model/spans/pathtree.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ember::model {

// A tree of call paths made of another one whose paths were joined here and there. Paths that stand
// for a single one of the other tree have callees of their own, which differ already: nobody looks
// for them. So it costs look-ups only where something was joined.
class JoinedPaths {
public:
    // Of a tree that has so many paths.
    explicit JoinedPaths(std::size_t paths);

    const Column<PathIndex, PathNode> &nodes() const { return m_nodes; }
    const PathNode &operator[](PathIndex path) const { return m_nodes[path]; }

    // What a call of that identity by that caller becomes; its frame is kept if it is the first.
    PathIndex enter(PathIndex caller, const PathNode &call);

    // From now on another path of the other tree becomes this one, too.
    void join(PathIndex path);

private:
    enum class Callees : std::uint8_t {
        Differ, // and will: one path was entered here
        Listed, // may be entered again
        Hashed, // likewise, and they are many
    };

    using Links = std::vector<PathIndex, PageAllocator<PathIndex>>;

    std::optional<PathIndex> find(PathIndex caller, IdentityIndex identity);
    std::optional<PathIndex> findInList(PathIndex caller, IdentityIndex identity);
    void hash(PathIndex path);
    PathIndex append(PathIndex caller, const PathNode &call);

    Column<PathIndex, PathNode> m_nodes;
    std::vector<Callees> m_callees; // by path
    Links m_firstCallee; // the last that was entered; invalid: none
    Links m_nextCallee;
    RowSet m_rows; // callees of those that are hashed
};

} // namespace ember::model
