// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <charconv>
#include <string>

namespace ember::model {

// A number's shortest text without an exponent, whatever the locale. Any double has room.
inline std::string plainNumber(double number)
{
    std::array<char, 400> digits{};
    return {digits.data(),
            std::to_chars(digits.data(), digits.data() + digits.size(), number,
                          std::chars_format::fixed)
                .ptr};
}

} // namespace ember::model
