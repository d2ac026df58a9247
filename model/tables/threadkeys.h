// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/tables.h"

#include <string_view>

// Tables without extensions may have the thread of a sample among its values (RPROFILE.md §9): a
// number that tells threads of a source apart. Rows of meta with the key "thread 7" name that one.
namespace ember::model::tables {

constexpr std::string_view threadType = "thread";
constexpr std::string_view threadUnit = "key";

inline bool isThreadKey(const Tables &tables, StringIndex type, StringIndex unit)
{
    return tables.text(type) == threadType && tables.text(unit) == threadUnit;
}

// Whether a row of meta by that key names a thread.
inline bool isThreadName(std::string_view key)
{
    if (!key.starts_with(threadType))
        return false;
    key.remove_prefix(threadType.size());
    constexpr std::string_view inNumbers = "0123456789.+-e";
    return key.size() > 1 && key.front() == ' '
        && key.find_first_not_of(inNumbers, 1) == std::string_view::npos;
}

inline bool hasThreadKeys(const Tables &tables)
{
    const auto &values = tables.sampleValues;
    for (std::size_t row = 0; row < rowCount(values); ++row) {
        if (isThreadKey(tables, values.type[row], values.unit[row]))
            return true;
    }
    return false;
}

} // namespace ember::model::tables
