// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/columns.h"

#include <cstddef>
#include <vector>

namespace ember::model::tables {

// Leaves the rows that are marked.
template<typename Table>
void keepRows(Table &table, const std::vector<bool> &isKept)
{
    forEachColumn(table, [&](const Field &, auto &column) {
        std::size_t kept = 0;
        for (std::size_t row = 0; row < column.size(); ++row) {
            if (isKept[row])
                column[kept++] = column[row];
        }
        column.resize(kept);
    });
}

} // namespace ember::model::tables
