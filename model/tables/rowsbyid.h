// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/columns.h"

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ember::model::tables {

// Finds the row of an id. Ids that count the rows from 1 need no memory, others 8 bytes each.
class RowsById {
public:
    // `ids` must outlive this.
    explicit RowsById(const Integers &ids);

    // The first row that has the id; nullopt for NA, too.
    std::optional<std::size_t> find(std::int32_t id) const;
    // Rows with the id of an earlier row. NA does not count as an id.
    std::vector<std::size_t> repeatedRows() const;

private:
    const Integers &m_ids;
    bool m_isCount = true;
    std::vector<std::pair<std::int32_t, std::uint32_t>> m_sorted; // id, row
};

// The rows of a column, stably sorted by its values.
std::vector<std::uint32_t> rowsInOrder(const Integers &column);

// Calls use(rows) for the rows of each value, in order of the values; `order` is
// rowsInOrder(column).
void forEachRun(const Integers &column, std::span<const std::uint32_t> order, auto use)
{
    for (std::size_t begin = 0; begin < order.size();) {
        auto end = begin + 1;
        while (end < order.size() && column[order[end]] == column[order[begin]])
            ++end;
        use(order.subspan(begin, end - begin));
        begin = end;
    }
}

} // namespace ember::model::tables
