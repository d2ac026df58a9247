// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/debugid.h"

#include "model/core/text.h"
#include "model/core/uuid.h"

#include <algorithm>
#include <array>

namespace ember::model {

namespace {

constexpr std::size_t guidDigits = 32;

} // namespace

std::string debugIdFromBuildId(std::string_view buildIdHex)
{
    if (buildIdHex.empty() || buildIdHex.size() % 2 != 0
        || !std::ranges::all_of(buildIdHex, isHexDigit))
        return {};
    auto stored = lowerCase(buildIdHex.substr(0, guidDigits));
    stored.resize(guidDigits, '0');

    // The stored byte for each place of the GUID; a dash goes before the places 4, 6, 8 and 10.
    constexpr std::array<std::size_t, 16> order{3, 2, 1,  0,  5,  4,  7,  6,
                                                8, 9, 10, 11, 12, 13, 14, 15};
    std::string guid;
    for (std::size_t place = 0; place < order.size(); ++place) {
        if (place == 4 || place == 6 || place == 8 || place == 10)
            guid += '-';
        guid.append(stored, order[place] * 2, 2);
    }
    return guid;
}

std::string normalisedDebugId(std::string_view debugId)
{
    std::string digits = lowerCase(debugId);
    std::erase(digits, '-');
    if (digits.size() < guidDigits || !std::ranges::all_of(digits, isHexDigit))
        return {};
    const bool ageIsZero = digits.find_first_not_of('0', guidDigits) == std::string::npos;
    if (ageIsZero)
        digits.resize(guidDigits);
    return digits;
}

bool isDebugId(std::string_view text)
{
    constexpr std::size_t longestAge = 8;
    const bool dashed = text.size() > 8 && text[8] == '-';
    const auto length = dashed ? guidDigits + 4 : guidDigits;
    if (text.size() < length || !parseUuid(text.substr(0, length)))
        return false;
    auto age = text.substr(length);
    if (age.empty())
        return true;
    if (age.starts_with('-') != dashed)
        return false;
    if (dashed)
        age.remove_prefix(1);
    return !age.empty() && std::ranges::all_of(age.substr(0, longestAge), isHexDigit);
}

} // namespace ember::model
