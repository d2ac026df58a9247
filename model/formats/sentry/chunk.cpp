// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunk.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ember::model::sentry {

std::string_view longUnit(std::string_view unit)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> units{{
        {"nanosecond", "nanosecond"},
        {"ns", "nanosecond"},
        {"hertz", "hertz"},
        {"hz", "hertz"},
        {"byte", "byte"},
        {"percent", "percent"},
        {"nanojoule", "nanojoule"},
        {"nj", "nanojoule"},
    }};
    for (const auto &[spelling, longForm] : units) {
        if (unit == spelling)
            return longForm;
    }
    return {};
}

bool isRelayImageType(std::string_view type)
{
    static constexpr std::array<std::string_view, 5> types{"macho", "symbolic", "sourcemap",
                                                           "proguard", "jvm"};
    return std::ranges::find(types, type) != types.end();
}

std::string elementPath(std::string_view table, std::size_t row)
{
    return std::string(table) + '[' + std::to_string(row) + ']';
}

} // namespace ember::model::sentry
