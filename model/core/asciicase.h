// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace ember::model {

// Of ASCII letters; other bytes stay as they are, whatever the locale.
constexpr char lowerCase(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

inline std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    for (char &letter : lower)
        letter = lowerCase(letter);
    return lower;
}

} // namespace ember::model
