// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/tablevalues.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace ember::model::tables {

namespace {

constexpr int fractionDigits = 9;
constexpr std::uint64_t nsPerSecond = 1'000'000'000;

} // namespace

double secondsOf(std::int64_t nanoseconds)
{
    const bool isNegative = nanoseconds < 0;
    const auto magnitude = isNegative ? 0 - static_cast<std::uint64_t>(nanoseconds)
                                      : static_cast<std::uint64_t>(nanoseconds);
    std::array<char, 64> text{};
    auto *const end = text.data() + text.size();
    auto *const point = std::to_chars(text.data(), end, magnitude / nsPerSecond).ptr;
    // A leading digit keeps the zeros; the point takes its place.
    const auto *const last = std::to_chars(point, end, nsPerSecond + magnitude % nsPerSecond).ptr;
    *point = '.';
    double seconds = 0;
    std::from_chars(text.data(), last, seconds);
    return isNegative ? -seconds : seconds;
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
