// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/unitindex.h"

#include <algorithm>
#include <iterator>

namespace ember::capture {

namespace {

// The last row at or before a distance from the base; nullptr before the first row.
template<typename Row>
const Row *rowAt(const std::vector<Row> &rows, std::uint64_t distance)
{
    const auto behind = std::ranges::upper_bound(
        rows, distance, {}, [](const Row &row) { return std::uint64_t(row.start); });
    return behind == rows.begin() ? nullptr : &*std::prev(behind);
}

} // namespace

SourcePlace UnitIndex::placeAt(std::uint64_t address) const
{
    const auto *row = address < m_base ? nullptr : rowAt(m_lines, address - m_base);
    return row != nullptr ? row->place : SourcePlace();
}

const UnitIndex::Scope *UnitIndex::scopeAt(std::uint64_t address) const
{
    const auto *row = address < m_base ? nullptr : rowAt(m_boundaries, address - m_base);
    return row != nullptr && row->scope != 0 ? &m_scopes[row->scope - 1] : nullptr;
}

} // namespace ember::capture
