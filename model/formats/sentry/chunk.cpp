// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunk.h"

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

} // namespace ember::model::sentry
