// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/dienames.h"
#include "capture/symbols/elffile.h"
#include "capture/symbols/unitindex.h"

#include <elfutils/libdw.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace ember::capture {

// Code that belongs to a compilation unit. Kept in files as it is.
struct UnitRange {
    std::uint64_t low = 0;
    std::uint64_t high = 0; // first byte behind
    std::uint64_t unit = 0; // its number
};

// The compilation units of a file's debug info, in the order they are written in: the same numbers
// each time the file is opened.
class DwarfUnits {
public:
    // nullptr if the file has no debug info that can be read. The file must outlive it.
    static std::unique_ptr<DwarfUnits> open(const ElfFile &file);

    std::size_t size() const { return m_units.size(); }

    // By address. Our own map: .debug_aranges is optional, and clang leaves it out.
    std::vector<UnitRange> ranges() const;

    UnitIndex readUnit(std::size_t number);

    // Whether all of it lies in this one file, so that what was read holds as long as the file does
    // not change: units can be split off into .dwo files.
    bool isComplete() const { return m_isComplete; }

private:
    struct DwarfEnd {
        void operator()(Dwarf *dwarf) const { dwarf_end(dwarf); }
    };

    struct Unit {
        Dwarf_Die lines{}; // has the line table
        Dwarf_Die tree{}; // has the functions
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

} // namespace ember::capture
