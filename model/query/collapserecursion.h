// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/filteredpaths.h"

#include <cstdint>

namespace ember::model {

// CallAction::CollapseRecursion for the functions that are hit, by identity. `functions` numbers
// them: where identities are finer, those of one function have one number, below their count.
// Linear in the paths: depth is only memory.
FilteredPaths collapseRecursion(const Column<PathIndex, PathNode> &nodes,
                                const std::vector<bool> &isHit,
                                const std::vector<std::uint32_t> &functions);

} // namespace ember::model
