// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/dwarfunits.h"

#include "capture/symbols/unitindex.h"

#include <dwarf.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

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

// Reads and writes tables in memory layout, each preceded by its number of rows; for the same
// machine only. Every length is checked against the remaining bytes before memory is allocated.
class IndexBytes {
public:
    static void write(const UnitIndex &index, std::vector<std::byte> &out)
    {
        writeValue(index.m_base, out);
        writeRows(index.m_lines, out);
        writeRows(index.m_scopes, out);
        writeRows(index.m_boundaries, out);
        writeRows(index.m_texts.m_ends, out);
        writeRows(index.m_texts.m_bytes, out);
    }

    static bool read(std::span<const std::byte> &in, UnitIndex &index)
    {
        return readValue(in, index.m_base) && readRows(in, index.m_lines)
            && readRows(in, index.m_scopes) && readRows(in, index.m_boundaries)
            && readRows(in, index.m_texts.m_ends) && readRows(in, index.m_texts.m_bytes)
            && isSound(index);
    }

    template<typename Row>
    static void writeRows(const std::vector<Row> &rows, std::vector<std::byte> &out)
    {
        static_assert(std::has_unique_object_representations_v<Row>);
        writeValue(std::uint64_t(rows.size()), out);
        const auto bytes = std::as_bytes(std::span(rows));
        out.insert(out.end(), bytes.begin(), bytes.end());
    }

    template<typename Row>
    static bool readRows(std::span<const std::byte> &in, std::vector<Row> &rows)
    {
        std::uint64_t count = 0;
        if (!readValue(in, count) || count > in.size() / sizeof(Row))
            return false;
        rows.resize(count);
        if (count > 0)
            std::memcpy(rows.data(), in.data(), count * sizeof(Row));
        in = in.subspan(count * sizeof(Row));
        return true;
    }

    static void writeValue(std::uint64_t value, std::vector<std::byte> &out)
    {
        const auto bytes = std::as_bytes(std::span(&value, 1));
        out.insert(out.end(), bytes.begin(), bytes.end());
    }

    static bool readValue(std::span<const std::byte> &in, std::uint64_t &value)
    {
        if (in.size() < sizeof(value))
            return false;
        std::memcpy(&value, in.data(), sizeof(value));
        in = in.subspan(sizeof(value));
        return true;
    }

private:
    static bool isSound(const UnitIndex &index)
    {
        const auto &ends = index.m_texts.m_ends;
        if (ends.empty() || !std::ranges::is_sorted(ends)
            || ends.back() > index.m_texts.m_bytes.size())
            return false;
        for (std::size_t row = 0; row < index.m_scopes.size(); ++row) {
            // The outer scope comes first, so there are no cycles.
            if (index.m_scopes[row].outer > row)
                return false;
        }
        return std::ranges::all_of(index.m_boundaries, [&](const UnitIndex::Boundary &boundary) {
            return boundary.scope <= index.m_scopes.size();
        });
    }
};

std::vector<std::byte> toBytes(const BinaryUnits &units)
{
    std::vector<std::byte> out;
    IndexBytes::writeRows(units.ranges, out);
    IndexBytes::writeValue(units.indices.size(), out);
    for (std::size_t number = 0; number < units.indices.size(); ++number) {
        if (!units.indices[number])
            continue;
        IndexBytes::writeValue(number, out);
        IndexBytes::write(*units.indices[number], out);
    }
    return out;
}

std::optional<BinaryUnits> binaryUnitsFromBytes(std::span<const std::byte> bytes)
{
    // Upper limit of units per file; each takes at least a few bytes of debug info.
    static constexpr std::uint64_t maxUnits = std::uint64_t(1) << 24U;
    BinaryUnits units;
    std::uint64_t count = 0;
    if (!IndexBytes::readRows(bytes, units.ranges) || !IndexBytes::readValue(bytes, count)
        || count > maxUnits)
        return {};
    units.indices.resize(count);
    const auto isKnown = [&](const UnitRange &range) { return range.unit < count; };
    if (!std::ranges::all_of(units.ranges, isKnown)
        || !std::ranges::is_sorted(units.ranges, {}, &UnitRange::low))
        return {};
    while (!bytes.empty()) {
        std::uint64_t number = 0;
        auto index = std::make_unique<UnitIndex>();
        if (!IndexBytes::readValue(bytes, number) || number >= count
            || !IndexBytes::read(bytes, *index))
            return {};
        units.indices[number] = std::move(index);
    }
    return units;
}

} // namespace ember::capture
