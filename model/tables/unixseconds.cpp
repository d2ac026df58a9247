// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/unixseconds.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace ember::model::tables {

namespace {

constexpr std::size_t fractionDigits = 9;

} // namespace

double secondsOf(std::int64_t nanoseconds)
{
    std::string text = std::to_string(nanoseconds); // of integers: no locale in it
    const std::size_t sign = nanoseconds < 0 ? 1 : 0;
    if (text.size() - sign <= fractionDigits)
        text.insert(sign, fractionDigits + 1 - (text.size() - sign), '0');
    text.insert(text.size() - fractionDigits, ".");
    double seconds = 0;
    std::from_chars(text.data(), text.data() + text.size(), seconds);
    return seconds;
}

std::int64_t nanosecondsOf(double seconds)
{
    constexpr double largest = 9.2e9; // 2⁶³ ns
    if (std::isnan(seconds))
        return 0;
    if (std::abs(seconds) >= largest)
        return seconds < 0 ? -9'200'000'000'000'000'000 : 9'200'000'000'000'000'000;
    std::array<char, 64> text{};
    const auto *const end = std::to_chars(text.data(), text.data() + text.size(), seconds,
                                          std::chars_format::fixed, fractionDigits)
                                .ptr;
    std::string digits;
    for (const auto *place = text.data(); place != end; ++place) {
        if (*place != '.')
            digits += *place;
    }
    std::int64_t nanoseconds = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), nanoseconds);
    return nanoseconds;
}

} // namespace ember::model::tables
