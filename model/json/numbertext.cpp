// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/json/numbertext.h"

#include "model/core/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace ember::model {

namespace {

constexpr int exponentLimit = 100'000;
constexpr auto latestNs = static_cast<std::uint64_t>(latestTime.count());
constexpr std::size_t digitsToNanosecond = 9;

// Cuts the leading digits off `rest` and appends them to `value`, which may overflow.
std::string_view takeDigits(std::string_view &rest, std::uint64_t &value)
{
    std::size_t count = 0;
    for (; count < rest.size() && isDigit(rest[count]); ++count)
        value = value * 10 + static_cast<std::uint64_t>(rest[count] - '0');
    const auto digits = rest.substr(0, count);
    rest.remove_prefix(count);
    return digits;
}

std::string_view takeDigits(std::string_view &rest)
{
    std::uint64_t unused = 0;
    return takeDigits(rest, unused);
}

// Whether the significand holds all digits.
bool isShort(const NumberText &number)
{
    constexpr std::size_t maxDigits = 19;
    return number.whole.size() + number.fraction.size() <= maxDigits;
}

// All powers of ten that a double represents exactly.
constexpr std::array<double, 23> exactPowers{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                             1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                             1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

int clampedExponent(std::string_view digits, bool isNegative)
{
    int exponent = 0;
    for (const char digit : digits)
        exponent = std::min(exponentLimit, exponent * 10 + (digit - '0'));
    return isNegative ? -exponent : exponent;
}

// Cuts "e+12" off `rest`; nullopt if there is an e without digits.
std::optional<int> takeExponent(std::string_view &rest)
{
    if (rest.empty() || (rest.front() != 'e' && rest.front() != 'E'))
        return 0;
    rest.remove_prefix(1);
    const bool isNegative = rest.starts_with('-');
    if (isNegative || rest.starts_with('+'))
        rest.remove_prefix(1);
    const auto digits = takeDigits(rest);
    if (digits.empty())
        return std::nullopt;
    return clampedExponent(digits, isNegative);
}

// Returns in billionths a number of which `fractionDigits` digits, at most nine, are after the
// point.
std::uint64_t shiftedLeft(std::uint64_t number, std::size_t fractionDigits)
{
    for (auto digits = fractionDigits; digits < digitsToNanosecond; ++digits)
        number *= 10;
    return number;
}

// Converts any number of seconds digit by digit; returns at most latestNs or a little more.
std::uint64_t nanosecondsOf(const NumberText &seconds)
{
    // Number of digits before the point of the value in nanoseconds.
    const int digits = static_cast<int>(std::min<std::size_t>(seconds.whole.size(), exponentLimit))
        + seconds.exponent + static_cast<int>(digitsToNanosecond);
    const auto digitAt = [&seconds](std::size_t place) -> std::uint64_t {
        const auto inFraction = place - seconds.whole.size();
        if (place < seconds.whole.size())
            return static_cast<std::uint64_t>(seconds.whole[place] - '0');
        return inFraction < seconds.fraction.size()
            ? static_cast<std::uint64_t>(seconds.fraction[inFraction] - '0')
            : 0;
    };
    const auto given = static_cast<int>(
        std::min<std::size_t>(seconds.whole.size() + seconds.fraction.size(), exponentLimit));
    std::uint64_t ns = 0;
    for (int place = 0; place < digits; ++place) {
        if (ns == 0 && place >= given)
            break; // all digits are zeros
        if (ns > latestNs / 10)
            return latestNs;
        ns = ns * 10 + digitAt(static_cast<std::size_t>(place));
    }
    const bool roundsUp = digits >= 0 && digitAt(static_cast<std::size_t>(digits)) >= 5;
    return roundsUp ? ns + 1 : ns;
}

std::optional<std::uint64_t> parseDigits(std::string_view text, int base)
{
    takePrefix(text, "+");
    return toNumber<std::uint64_t>(text, base);
}

bool equalsIgnoringCase(std::string_view text, std::string_view lowerCase)
{
    return std::ranges::equal(text, lowerCase, [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
    });
}

// Whether the text, its sign removed, is digits with at most one point and an exponent; at least
// one digit.
bool isRustDecimal(std::string_view text)
{
    const auto whole = takeDigits(text);
    std::string_view fraction;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        fraction = takeDigits(text);
    }
    return !(whole.empty() && fraction.empty()) && takeExponent(text) && text.empty();
}

} // namespace

std::optional<NumberText> scanLeadingNumber(std::string_view text)
{
    NumberText number{.text = {}, .whole = {}, .fraction = {}};
    auto rest = text;
    number.isNegative = rest.starts_with('-');
    if (number.isNegative)
        rest.remove_prefix(1);
    number.whole = takeDigits(rest, number.significand);
    if (number.whole.empty() || (number.whole.size() > 1 && number.whole.front() == '0'))
        return std::nullopt;
    const auto afterWhole = rest.size();
    if (rest.starts_with('.')) {
        rest.remove_prefix(1);
        number.fraction = takeDigits(rest, number.significand);
        if (number.fraction.empty())
            return std::nullopt;
    }
    const auto exponent = takeExponent(rest);
    if (!exponent)
        return std::nullopt;
    number.exponent = *exponent;
    number.isInteger = rest.size() == afterWhole && !(number.isNegative && number.whole == "0");
    number.text = text.substr(0, text.size() - rest.size());
    return number;
}

std::optional<NumberText> scanNumber(std::string_view text)
{
    const auto number = scanLeadingNumber(text);
    return number && number->text.size() == text.size() ? number : std::nullopt;
}

std::optional<double> toDouble(const NumberText &number)
{
    // Both operands are exact, so their quotient is the nearest double.
    constexpr std::uint64_t exactIntegers = std::uint64_t(1) << 53U;
    if (number.exponent == 0 && isShort(number) && number.significand <= exactIntegers) {
        const auto value =
            static_cast<double>(number.significand) / exactPowers[number.fraction.size()];
        return number.isNegative ? -value : value;
    }
    double value = 0;
    const auto *const end = number.text.data() + number.text.size();
    const auto result = std::from_chars(number.text.data(), end, value);
    if (result.ec == std::errc::result_out_of_range) {
        // A number too small for a double becomes zero; one too big is an error.
        const bool isTiny = number.exponent < 0 || number.whole == "0";
        return isTiny ? std::optional(number.isNegative ? -0.0 : 0.0) : std::nullopt;
    }
    return value;
}

std::optional<std::uint64_t> toUnsigned(const NumberText &number, std::uint64_t limit)
{
    if (!number.isInteger || number.isNegative)
        return std::nullopt;
    const auto value = isShort(number) ? number.significand : parseDecimal(number.whole);
    return value && *value <= limit ? value : std::nullopt;
}

Timestamp toTimestamp(const NumberText &seconds)
{
    constexpr std::size_t secondDigits = 10; // with nine more digits it still fits std::uint64_t
    const bool isPlain = seconds.exponent == 0 && seconds.whole.size() <= secondDigits
        && seconds.fraction.size() <= digitsToNanosecond;
    const auto ns = isPlain ? shiftedLeft(seconds.significand, seconds.fraction.size())
                            : nanosecondsOf(seconds);
    const auto near = static_cast<std::int64_t>(std::min(ns, latestNs));
    return timestampFromNs(seconds.isNegative ? -near : near);
}

std::optional<std::uint64_t> parseDecimal(std::string_view text)
{
    return parseDigits(text, 10);
}

std::optional<std::uint64_t> parseAddress(std::string_view text)
{
    if (text.starts_with("0x") || text.starts_with("0X"))
        return parseDigits(text.substr(2), 16);
    return parseDigits(text, 10);
}

std::optional<double> parseFloat(std::string_view text)
{
    const bool isNegative = text.starts_with('-');
    if (isNegative || text.starts_with('+'))
        text.remove_prefix(1);
    const double sign = isNegative ? -1.0 : 1.0;
    if (equalsIgnoringCase(text, "inf") || equalsIgnoringCase(text, "infinity"))
        return sign * std::numeric_limits<double>::infinity();
    if (equalsIgnoringCase(text, "nan"))
        return std::numeric_limits<double>::quiet_NaN();
    if (!isRustDecimal(text))
        return std::nullopt;
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec == std::errc::result_out_of_range) {
        const bool isTiny = text.find_first_of("eE") != std::string_view::npos
            && text.find("-") != std::string_view::npos;
        value = isTiny ? 0.0 : std::numeric_limits<double>::infinity();
    }
    return sign * value;
}

std::string secondsText(double seconds)
{
    std::array<char, 40> text{};
    constexpr int decimals = 6;
    // From here on fixed notation would show digits that a double does not have.
    constexpr double countable = 1e15;
    const auto format =
        std::abs(seconds) < countable ? std::chars_format::fixed : std::chars_format::scientific;
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), seconds, format, decimals).ptr;
    return std::string(text.data(), end) + " s";
}

std::string secondsText(Nanoseconds duration)
{
    return secondsText(std::chrono::duration<double>(duration).count());
}

} // namespace ember::model
