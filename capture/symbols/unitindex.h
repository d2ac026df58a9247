// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <elfutils/libdw.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ember::capture {

struct DieName {
    std::string linkageName; // as the linker sees it; "" if it has none
    std::string name; // the qualified name; only if there is no linkage name
};

// Finds the names of functions in debug info. Results are cached, since a function that is inlined
// in a thousand places is named once.
class DieNames {
public:
    // The name of a DW_TAG_subprogram or DW_TAG_inlined_subroutine.
    const DieName &of(Dwarf_Die die);

private:
    // Maps an entry (by its address in memory) to its enclosing entry, if that can be part of a
    // qualified name.
    using Parents = std::unordered_map<const void *, Dwarf_Die>;

    std::string qualifiedName(Dwarf_Die declaration);
    const Parents &parentsIn(Dwarf_Die unit);

    std::unordered_map<const void *, DieName> m_known; // by the entry's address in memory
    std::unordered_map<const void *, Parents> m_parents; // by the unit's address in memory
};

// Numbered strings in one block of memory. Number 0 is "".
class Texts {
public:
    // "" for numbers out of range.
    std::string_view operator[](std::uint32_t number) const;

    std::size_t size() const { return m_ends.size(); }

private:
    friend class TextsBuilder;
    friend class IndexBytes;

    std::vector<std::uint32_t> m_ends{0}; // end of each string in m_bytes
    std::vector<char> m_bytes;
};

// Builds a Texts; equal strings get the same number.
class TextsBuilder {
public:
    // Returns the number of a text; 0 if all texts together would exceed 4 GB.
    std::uint32_t number(const std::string &text);
    Texts take() { return std::move(m_texts); }

private:
    Texts m_texts;
    std::unordered_map<std::string, std::uint32_t> m_known{{std::string(), 0}};
};

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
        std::uint32_t start = 0; // distance of the first address; the row is valid up to the next
                                 // one
        SourcePlace place;
    };

    struct Scope {
        std::uint32_t name = 0; // empty if there is a linkage name
        std::uint32_t linkageName = 0;
        std::uint32_t outer = 0; // row + 1 of the scope it is inlined into; 0: it is not inlined
        std::uint32_t isInlined = 0;
        std::uint32_t start =
            0; // start of the code, for a function that is not inlined: distance + 1; 0: unknown
        SourcePlace call; // position of the inlined call
    };

    struct Boundary {
        std::uint32_t start = 0;
        std::uint32_t scope = 0; // row + 1 of the innermost scope from here on; 0: none
    };

    // Returns the position of an address in the source. All fields are 0 if the unit has no line
    // there.
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
    std::vector<LineRow> m_lines; // sorted by address, one per address
    std::vector<Scope> m_scopes; // outer ones before those they contain
    std::vector<Boundary> m_boundaries; // sorted by address, one per address
    Texts m_texts;
};

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

// Builds the UnitIndex of one unit. From damaged debug info it takes what can be read.
class UnitIndexBuilder {
public:
    // `lines` contains the line table, `tree` the functions; with split debug info they are in
    // different files. Addresses below `base` or 4 GB above it are ignored.
    UnitIndexBuilder(Dwarf_Die lines, Dwarf_Die tree, std::uint64_t base, DieNames &names);

    UnitIndex build();

private:
    class Walk;

    void readLines();
    void addRow(std::uint32_t start, SourcePlace place);
    // Adds a function or inlined call. Returns its row + 1, or 0 if it has no code.
    std::uint32_t addScope(Dwarf_Die die, std::uint32_t outer);
    bool addRanges(Dwarf_Die die, std::uint32_t row);
    SourcePlace placeOfCall(Dwarf_Die inlined);
    std::uint32_t fileNumber(const char *path);
    std::optional<std::uint32_t> distance(std::uint64_t address) const;

    Dwarf_Die m_lines;
    Dwarf_Die m_tree;
    DieNames &m_names;
    UnitIndex m_index;
    TextsBuilder m_texts;
    std::vector<ScopeRange> m_ranges;
    Dwarf_Files *m_files = nullptr; // file table that call positions refer to
    std::size_t m_fileCount = 0;
    // Numbers of files by the address of libdw's string.
    std::unordered_map<const char *, std::uint32_t> m_fileNumbers;
};

} // namespace ember::capture
