// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/dwarfunits.h"

#include "capture/symbols/unitindexbuilder.h"

#include <dwarf.h>

#include <algorithm>

namespace ember::capture {

namespace {

// Whether the sections' unpacked size is plausible. libdw unpacks all sections at once. Real debug
// information compresses to a third or a fifth; a bomb of zeros to a thousandth.
bool unpacksToItsSize(const ElfFile &file)
{
    constexpr std::uint64_t always = std::uint64_t(64) << 20U;
    constexpr std::uint64_t timesItsFile = 24;
    return file.unpackedDebugBytes() <= std::max(always, timesItsFile * file.size());
}

// Whether all string sections end in a zero byte. libdw does not check that and would read beyond a
// section that is cut off.
bool stringsAreClosed(const ElfFile &file)
{
    return std::ranges::all_of(file.sections(), [](const ElfSection &section) {
        if (!section.name.starts_with(".debug_str") && !section.name.starts_with(".debug_line_str"))
            return true;
        if (section.name.starts_with(".debug_str_offsets"))
            return true;
        const Elf_Data *data = elf_rawdata(section.handle, nullptr); // libdw unpacks it
        return data != nullptr && data->d_buf != nullptr && data->d_size > 0
            && static_cast<const char *>(data->d_buf)[data->d_size - 1] == '\0';
    });
}

} // namespace

std::unique_ptr<DwarfUnits> DwarfUnits::open(const ElfFile &file)
{
    if (file.section(".debug_info") == nullptr && file.section(".zdebug_info") == nullptr)
        return nullptr;
    if (!unpacksToItsSize(file))
        return nullptr;
    std::unique_ptr<DwarfUnits> units(
        new DwarfUnits(file, dwarf_begin_elf(file.handle(), DWARF_C_READ, nullptr)));
    if (!units->m_dwarf || !stringsAreClosed(file))
        return nullptr;
    units->findUnits();
    return units->m_units.empty() ? nullptr : std::move(units);
}

void DwarfUnits::findUnits()
{
    Dwarf_CU *handle = nullptr;
    Dwarf_Die die;
    Dwarf_Die split;
    while (dwarf_get_units(m_dwarf.get(), handle, &handle, nullptr, nullptr, &die, &split) == 0) {
        const int tag = dwarf_tag(&die);
        if (tag == DW_TAG_skeleton_unit)
            m_isComplete = false;
        if (tag == DW_TAG_compile_unit || tag == DW_TAG_skeleton_unit)
            m_units.push_back({die, split.addr != nullptr ? split : die});
    }
}

// The code ranges of a unit. Functions that the linker removed keep their debug info, at addresses
// without code; those are left out.
std::vector<UnitRange> DwarfUnits::rangesOf(std::size_t number) const
{
    std::vector<UnitRange> ranges;
    Dwarf_Die die = m_units[number].lines;
    Dwarf_Addr base = 0;
    Dwarf_Addr low = 0;
    Dwarf_Addr high = 0;
    for (std::ptrdiff_t at = 0; (at = dwarf_ranges(&die, at, &base, &low, &high)) > 0;) {
        if (low < high && m_file.codeAt(low) != nullptr)
            ranges.push_back({low, high, number});
    }
    return ranges;
}

std::vector<UnitRange> DwarfUnits::ranges() const
{
    std::vector<UnitRange> all;
    for (std::size_t number = 0; number < m_units.size(); ++number) {
        const auto ranges = rangesOf(number);
        all.insert(all.end(), ranges.begin(), ranges.end());
    }
    std::ranges::stable_sort(all, {}, &UnitRange::low);
    return all;
}

UnitIndex DwarfUnits::readUnit(std::size_t number)
{
    const auto ranges = rangesOf(number);
    const auto lowest = std::ranges::min_element(ranges, {}, &UnitRange::low);
    const auto base = lowest == ranges.end() ? 0 : lowest->low;
    return UnitIndexBuilder(m_units[number].lines, m_units[number].tree, base, m_names).build();
}

} // namespace ember::capture
