// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace ember::model {

// A parsed number in JSON's grammar. It refers to the text it was parsed from.
struct NumberText {
    std::string_view text;
    std::string_view whole; // digits before the point
    std::string_view fraction; // digits after the point; "" if there is none
    std::uint64_t significand = 0; // all digits as one number, if there are at most 19
    int exponent = 0; // clamped to ±100000
    bool isNegative = false;
    bool isInteger = true; // neither point nor exponent, and not "-0": what serde reads as integer
};

// Parses a whole text; nullopt if it is no JSON number ("01", "+1", ".5", "1.", "NaN").
std::optional<NumberText> scanNumber(std::string_view text);
// Parses the number at the start of `text`, whatever follows it. nullopt if there is none, or if it
// breaks off: "1.,", "1e,".
std::optional<NumberText> scanLeadingNumber(std::string_view text);

// Returns the nearest double; nullopt if it is too big for one (serde refuses it: "number out of
// range").
std::optional<double> toDouble(const NumberText &number);

// Returns the number if it is a non-negative integer of at most `limit`; nullopt otherwise.
std::optional<std::uint64_t> toUnsigned(const NumberText &number, std::uint64_t limit);

// Converts seconds to nanoseconds, exactly from the digits, halves away from zero. Clamped to
// latestTime, about 146 years, before and after 1970, so that differences still fit.
Timestamp toTimestamp(const NumberText &seconds);
inline constexpr Nanoseconds latestTime{std::numeric_limits<std::int64_t>::max() / 2};

// Returns "66.400000 s", for messages; with a point under any locale.
std::string secondsText(double seconds);
std::string secondsText(Nanoseconds duration);

// The next three parse texts of numbers as Rust's parse() does.

// Parses decimal digits, with or without a plus sign.
std::optional<std::uint64_t> parseDecimal(std::string_view text);
// Parses "0x" and hex digits, or decimal digits.
std::optional<std::uint64_t> parseAddress(std::string_view text);
// Parses a decimal number; also accepts "+1", ".5", "1.", "1e3", "inf", "+Infinity", "NaN".
std::optional<double> parseFloat(std::string_view text);

} // namespace ember::model
