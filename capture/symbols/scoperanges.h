// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/unitindex.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ember::capture {

// A stretch of code that belongs to a scope.
struct ScopeRange {
    std::uint32_t low = 0;
    std::uint32_t high = 0; // first byte behind
    std::uint32_t scope = 0; // its row
};

// The innermost scope of every stretch of addresses. Compilers write siblings whose code
// overlaps; there the one written first holds, with what is inlined into it, as for everybody who
// searches the tree from the top.
std::vector<UnitIndex::Boundary> flatten(std::span<const UnitIndex::Scope> scopes,
                                         std::vector<ScopeRange> ranges);

} // namespace ember::capture
