// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/firefox/table.h"

#include <algorithm>

namespace ember::model::firefox {

const std::vector<double> &Table::operator[](std::string_view name) const
{
    static const std::vector<double> none;
    const auto column = m_columns.find(name);
    return column != m_columns.end() ? column->second : none;
}

std::size_t Table::size() const
{
    std::size_t size = 0;
    for (const auto &[name, column] : m_columns)
        size = std::max(size, column.size());
    return size;
}

std::size_t Table::shortest() const
{
    auto shortest = m_columns.empty() ? 0 : m_columns.begin()->second.size();
    for (const auto &[name, column] : m_columns)
        shortest = std::min(shortest, column.size());
    return shortest;
}

} // namespace ember::model::firefox
