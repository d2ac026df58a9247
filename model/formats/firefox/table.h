// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::firefox {

// The columns of a table that we have a use for; null is NaN. A column that is not there is empty.
class Table {
public:
    std::vector<double> &column(std::string_view name) { return m_columns[std::string(name)]; }

    const std::vector<double> &operator[](std::string_view name) const;

    // Rows of the longest column.
    std::size_t size() const;

    // Of the shortest one that is there.
    std::size_t shortest() const;

    // What the file says size() is.
    std::optional<double> length;

private:
    std::map<std::string, std::vector<double>, std::less<>> m_columns;
};

} // namespace ember::model::firefox
