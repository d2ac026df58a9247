// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/texts.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace ember::capture {

// A source position. `file` is a string number of the unit's Texts; all fields are 0 if unknown.
struct SourcePlace {
    std::uint32_t file = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;

    friend bool operator==(const SourcePlace &, const SourcePlace &) = default;
};

// The lines and functions of one compilation unit, as flat tables. Made once from the debug
// info, of which it needs nothing afterwards, so that it can be kept in a file.
//
// libdw finds the functions around an address by walking the unit's tree each time (hundreds of
// microseconds in a big unit); here each stretch of addresses has its innermost function:
//
//     main          [100 ........................ 180)
//       inlined f        [110 ............ 150)
//         inlined g           [120 .. 130)
//     →   100 main | 110 f | 120 g | 130 f | 150 main | 180 none
//
// Addresses are 32-bit distances from a base: units are smaller than 4 GB.
class UnitIndex {
public:
    struct LineRow {
        std::uint32_t start = 0; // valid up to the next row
        SourcePlace place;
    };

    struct Scope {
        std::uint32_t name = 0; // only if there is no linkage name
        std::uint32_t linkageName = 0;
        std::uint32_t outer = 0; // row + 1 of the scope it is inlined into; 0: it is not inlined
        std::uint32_t isInlined = 0;
        std::uint32_t start =
            0; // of what is not inlined: distance + 1 of its first byte; 0: unknown
        SourcePlace call; // position of the inlined call
    };

    struct Boundary {
        std::uint32_t start = 0;
        std::uint32_t scope = 0; // row + 1 of the innermost one; 0: none
    };

    // All fields are 0 if the unit has no line there.
    SourcePlace placeAt(std::uint64_t address) const;

    // The innermost function at an address; follow `outer` to the enclosing ones. nullptr outside
    // all functions.
    const Scope *scopeAt(std::uint64_t address) const;

    const Scope *outerOf(const Scope &scope) const
    {
        return scope.outer != 0 ? &m_scopes[scope.outer - 1] : nullptr;
    }

    // Start address of the scope's outermost function; 0: unknown.
    std::uint64_t startOf(const Scope &scope) const
    {
        return scope.start != 0 ? m_base + (scope.start - 1) : 0;
    }

    std::string_view text(std::uint32_t number) const { return m_texts[number]; }

private:
    friend class UnitIndexBuilder;
    friend class IndexBytes;

    std::uint64_t m_base = 0;
    std::vector<LineRow> m_lines; // by address, one per address
    std::vector<Scope> m_scopes; // outer ones before those they contain
    std::vector<Boundary> m_boundaries; // by address, one per address
    Texts m_texts;
};

} // namespace ember::capture
