// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/query/callfilter.h"
#include "model/spans/callpaths.h"

#include <span>
#include <vector>

namespace ember::model {

// The call paths of a profile as filters leave them: each path becomes another one, or the empty
// path, which counts for nothing. So every sum over calls sees the same filters.
struct FilteredPaths {
    Column<PathIndex, PathNode> nodes; // a caller before its callees; the first is the empty path
    std::vector<PathIndex> to; // by original path
};

// One filter after the other. Costs paths × filters.
FilteredPaths filterPaths(const Profile &profile, const CallPaths &paths,
                          std::span<const CallFilter> filters);

// Which functions are left, by identity: those that a path still leads through.
std::vector<bool> functionsLeft(const FilteredPaths &filtered, std::size_t functionCount);

} // namespace ember::model
