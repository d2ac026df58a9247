// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/pages.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ember::model {

// Finds the row of a table that equals a key, for tables that hold each row once. Open addressing
// over 8-byte cells; the keys stay in the table, so interning a million stacks costs 11 to 16 MB
// and allocates no nodes.
class RowSet {
public:
    // Returns the row entered under `hash` for which `equals(row)` holds. If there is none, calls
    // `append()`, and enters and returns the number of the new row that it returns.
    template<typename Equals, typename Append>
    std::uint32_t findOrAppend(std::size_t hash, Equals equals, Append append)
    {
        if ((m_used + 1) * 4 > m_cells.size() * 3)
            grow();
        const auto tag = tagOf(hash);
        for (auto place = placeOf(tag, m_cells.size());; place = after(place, m_cells.size())) {
            auto &cell = m_cells[place];
            if (cell.row == free) {
                const std::uint32_t row = append();
                m_cells[place] = {row, tag};
                ++m_used;
                return row;
            }
            if (cell.tag == tag && equals(cell.row))
                return cell.row;
        }
    }

    // Returns the row entered under `hash` for which `equals(row)` holds, or nullopt; enters
    // nothing.
    template<typename Equals>
    std::optional<std::uint32_t> find(std::size_t hash, Equals equals) const
    {
        if (m_cells.empty())
            return std::nullopt;
        const auto tag = tagOf(hash);
        for (auto place = placeOf(tag, m_cells.size()); m_cells[place].row != free;
             place = after(place, m_cells.size())) {
            if (m_cells[place].tag == tag && equals(m_cells[place].row))
                return m_cells[place].row;
        }
        return std::nullopt;
    }

private:
    static constexpr std::uint32_t free = 0xffffffffU;

    // A place for a row. The tag, a part of the key's hash, also decides the place: the set grows
    // without asking for hashes again.
    struct Cell {
        std::uint32_t row = free;
        std::uint32_t tag = 0;
    };

    static std::uint32_t tagOf(std::size_t hash)
    {
        const auto mixed = static_cast<std::uint64_t>(hash) * 0x9e3779b97f4a7c15ULL;
        return static_cast<std::uint32_t>(mixed >> 32U);
    }

    using Cells = std::vector<Cell, PageAllocator<Cell>>;

    // The first cell of a tag. Tags are spread in their order over any number of cells: as a set
    // grows, rows are entered from the first cell to the last, which costs no more than a copy.
    static std::size_t placeOf(std::uint32_t tag, std::size_t cells)
    {
        return static_cast<std::size_t>((std::uint64_t(tag) * cells) >> 32U);
    }

    static std::size_t after(std::size_t place, std::size_t cells)
    {
        return place + 1 == cells ? 0 : place + 1;
    }

    // Returns the size to grow to, in cells, from one of `cells`. While a set grows, both sizes
    // take memory, and half of the new one is free: large sets grow by less, because the memory of
    // readers is bounded.
    static std::size_t moreThan(std::size_t cells)
    {
        constexpr std::size_t fewest = 64;
        constexpr std::size_t large = std::size_t(1) << 20U;
        if (cells == 0)
            return fewest;
        return cells < large ? cells * 2 : cells / 2 * 3;
    }

    void grow()
    {
        Cells larger(moreThan(m_cells.size()));
        for (const Cell &cell : m_cells) {
            if (cell.row == free)
                continue;
            auto place = placeOf(cell.tag, larger.size());
            while (larger[place].row != free)
                place = after(place, larger.size());
            larger[place] = cell;
        }
        m_cells.swap(larger);
    }

    Cells m_cells;
    std::size_t m_used = 0;
};

// Mixes the hash of one more field into `seed`.
constexpr std::size_t mixHash(std::size_t seed, std::uint64_t field)
{
    return static_cast<std::size_t>((seed * 0x9e3779b97f4a7c15ULL + field) * 0xff51afd7ed558ccdULL)
        ^ static_cast<std::size_t>(seed >> 29U);
}

} // namespace ember::model
