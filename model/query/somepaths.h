// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/spans/callpaths.h"
#include "model/spans/pathtree.h"

#include <unordered_map>
#include <vector>

namespace ember::model {

// The call paths of those stacks that are entered, and of their callers: a tree of its own, for the
// whole one may be a thousand times larger.
class SomePaths {
public:
    // The frames must have been read. Both outlive it.
    SomePaths(const Profile &profile, const CallPaths &identities)
        : m_profile(profile),
          m_identities(identities)
    {
        m_places.emplace(emptyStack, emptyPath);
    }

    // Its place among the paths.
    PathIndex enter(StackIndex stack);

    // A caller before its callees.
    const Column<PathIndex, PathNode> &paths() const { return m_paths.nodes(); }

private:
    const Profile &m_profile;
    const CallPaths &m_identities;
    PathTree m_paths;
    std::unordered_map<StackIndex, PathIndex> m_places;
    std::vector<StackIndex> m_way; // from a stack to the first caller that is known
};

} // namespace ember::model
