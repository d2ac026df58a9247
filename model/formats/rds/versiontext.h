// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace ember::model::rds {

// Numbers with "." or "-" between them, as R's package_version() takes them.
constexpr bool isVersion(std::string_view text)
{
    bool isDigitNext = true;
    for (const char letter : text) {
        const bool isDigit = letter >= '0' && letter <= '9';
        if (!isDigit && (isDigitNext || (letter != '.' && letter != '-')))
            return false;
        isDigitNext = !isDigit;
    }
    return !isDigitNext;
}

} // namespace ember::model::rds
