// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace ember::capture {

// Which functions, inlined ones included, the addresses of one compilation unit belong to.
//
// libdw finds the scopes of an address by walking the unit's tree each time (hundreds of
// microseconds in a big unit). This walks it once and leaves a flat map, in which each stretch of
// addresses has its innermost function:
//
//     main          [100 ........................ 180)
//       inlined f        [110 ............ 150)
//         inlined g           [120 .. 130)
//     →   100 main | 110 f | 120 g | 130 f | 150 main | 180 none
class UnitScopes {
public:
    struct Scope {
        Dwarf_Die die{}; // DW_TAG_subprogram or DW_TAG_inlined_subroutine
        std::optional<std::size_t> outer; // the scope it is inlined into; none for a subprogram
    };

    // Walks the tree below `unit`. Damaged trees give what could be read.
    explicit UnitScopes(Dwarf_Die unit);

    // The innermost function at an address, then those around it by Scope::outer; nullptr outside
    // of all.
    const Scope *find(std::uint64_t address) const;

    const Scope *outerOf(const Scope &scope) const
    {
        return scope.outer ? &m_scopes[*scope.outer] : nullptr;
    }

private:
    struct Range {
        std::uint64_t low = 0;
        std::uint64_t high = 0;
        std::size_t scope = 0;
    };

    struct Boundary {
        std::uint64_t start = 0;
        std::optional<std::size_t> scope;
    };

    class Walk;

    void flatten(std::vector<Range> ranges);
    void mark(std::uint64_t start, std::optional<std::size_t> scope);

    std::vector<Scope> m_scopes; // outer ones before those they contain
    std::vector<Boundary> m_boundaries; // by address, one per address
};

} // namespace ember::capture
