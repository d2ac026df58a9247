// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/unitindex.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ember::capture {

// A range of code that belongs to a scope.
struct ScopeRange {
    std::uint32_t low = 0;
    std::uint32_t high = 0; // exclusive
    std::uint32_t scope = 0; // row of the scope
};

// Computes the innermost scope of every address range. Compilers emit siblings whose code overlaps;
// there the first one in file order wins, with its inlined calls, as in a search from the top of
// the tree.
std::vector<UnitIndex::Boundary> flatten(std::span<const UnitIndex::Scope> scopes,
                                         std::vector<ScopeRange> ranges);

} // namespace ember::capture
