// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/elffile.h"
#include "capture/symbols/unitindex.h"

#include <elfutils/libdw.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ember::capture {

// A range of code that belongs to a compilation unit. Stored in cache files as it is in memory.
struct UnitRange {
    std::uint64_t low = 0;
    std::uint64_t high = 0; // exclusive
    std::uint64_t unit = 0; // number of the unit
};

// The compilation units of a file's debug info, numbered in file order.
class DwarfUnits {
public:
    // nullptr if the file has no readable debug info. The file must outlive the result.
    static std::unique_ptr<DwarfUnits> open(const ElfFile &file);

    std::size_t size() const { return m_units.size(); }

    // Code ranges of all units, sorted by address. Collected from the units, because .debug_aranges
    // is optional and clang omits it.
    std::vector<UnitRange> ranges() const;

    UnitIndex readUnit(std::size_t number);

    // Whether all debug info is in this file, so that cached results stay valid as long as the file
    // does not change. False if units are split off into .dwo files.
    bool isComplete() const { return m_isComplete; }

private:
    struct DwarfEnd {
        void operator()(Dwarf *dwarf) const { dwarf_end(dwarf); }
    };

    struct Unit {
        Dwarf_Die lines{}; // contains the line table
        Dwarf_Die tree{}; // contains the functions
    };

    DwarfUnits(const ElfFile &file, Dwarf *dwarf) : m_file(file), m_dwarf(dwarf) { }

    void findUnits();
    std::vector<UnitRange> rangesOf(std::size_t number) const;

    const ElfFile &m_file;
    std::unique_ptr<Dwarf, DwarfEnd> m_dwarf;
    std::vector<Unit> m_units;
    DieNames m_names;
    bool m_isComplete = true;
};

// The cached data of a binary: where its units lie, and the index of each unit read so far.
struct BinaryUnits {
    std::vector<UnitRange> ranges; // sorted by address
    std::vector<std::unique_ptr<UnitIndex>> indices; // by unit number; null: not read yet
};

// Version of the cached bytes: to be increased with every change of UnitIndex or of how it is
// computed.
constexpr std::uint32_t binaryUnitsVersion = 1;

std::vector<std::byte> toBytes(const BinaryUnits &units);
// Parses cached bytes; empty if they are invalid. All references in the result are in range.
std::optional<BinaryUnits> binaryUnitsFromBytes(std::span<const std::byte> bytes);

} // namespace ember::capture
