// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/filteredpaths.h"

namespace ember::model {

// CallAction::CollapseRecursion for the functions that are hit, by identity. Linear in the paths:
// depth is only memory.
FilteredPaths collapseRecursion(const Column<PathIndex, PathNode> &nodes,
                                const std::vector<bool> &isHit);

} // namespace ember::model
