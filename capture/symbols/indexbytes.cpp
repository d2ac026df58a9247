// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/indexbytes.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace ember::capture {

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
