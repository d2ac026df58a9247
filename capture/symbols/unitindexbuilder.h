// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/dienames.h"
#include "capture/symbols/scoperanges.h"
#include "capture/symbols/unitindex.h"

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ember::capture {

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
    // By the address of libdw's string.
    std::unordered_map<const char *, std::uint32_t> m_fileNumbers;
};

} // namespace ember::capture
