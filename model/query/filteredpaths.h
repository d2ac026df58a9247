// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/query/callfilter.h"
#include "model/spans/callpaths.h"

#include <memory>
#include <vector>

namespace ember::model {

// The call paths of a profile as filters leave them: each path becomes another one, or the empty
// path, which counts for nothing. So every sum over calls sees the same filters.
struct FilteredPaths {
    Column<PathIndex, PathNode> nodes; // a caller before its callees; the first is the empty path
    std::vector<PathIndex> to; // by original path
};

using FilteredPathsPointer = std::shared_ptr<const FilteredPaths>;

// One filter after the other. A filter costs a look at each path; those that a question before
// began with, too, cost nothing more, as when somebody adds one, takes the last one away or undoes
// that. For one thread at a time.
class PathFilter {
public:
    PathFilter();
    ~PathFilter();

    // Null: there are no filters. The paths must have all stacks of the profile; they may grow from
    // one snapshot of it to the next.
    FilteredPathsPointer filter(const ProfilePointer &profile, const CallPaths &paths,
                                const std::vector<CallFilter> &filters);

    // Null: that is not known yet.
    FilteredPathsPointer known(const ProfilePointer &profile,
                               const std::vector<CallFilter> &filters) const;
    // Some paths of the profile, by the identities that `paths` has of its frames. Costs a look at
    // each of `nodes` and a test of their functions; nothing is kept of it.
    FilteredPaths filterSome(const ProfilePointer &profile, const CallPaths &paths,
                             const Column<PathIndex, PathNode> &nodes,
                             const std::vector<CallFilter> &filters);

private:
    struct Functions;

    struct Known {
        std::vector<CallFilter> filters;
        FilteredPathsPointer paths;
    };

    // Each takes 20 bytes per path.
    static constexpr std::size_t mostKnown = 2;

    void forgetOther(const ProfilePointer &profile);
    void know(const ProfilePointer &profile, const CallPaths &paths);
    std::vector<Known>::iterator bestStart(const std::vector<CallFilter> &filters);
    FilteredPaths step(const Column<PathIndex, PathNode> &nodes, const std::vector<bool> &isHit,
                       CallAction action) const;

    ProfilePointer m_profile; // what follows is of it
    std::unique_ptr<Functions> m_functions;
    std::vector<Known> m_known; // the newest first
};

// Which functions are left, by identity: those that a path still leads through.
std::vector<bool> functionsLeft(const FilteredPaths &filtered, std::size_t functionCount);

} // namespace ember::model
