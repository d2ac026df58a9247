// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/bytes/textlines.h"

#include "model/core/text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ember::model {

namespace {

constexpr std::string_view blanks = " \t\r";

using namespace std::string_view_literals;

constexpr std::string_view littleMark = "\xff\xfe"sv;
constexpr std::string_view bigMark = "\xfe\xff"sv;

bool isFirstHalf(std::uint32_t unit)
{
    return unit >= 0xd800 && unit < 0xdc00;
}

bool isSecondHalf(std::uint32_t unit)
{
    return unit >= 0xdc00 && unit < 0xe000;
}

} // namespace

std::string_view takeLine(std::string_view &text)
{
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

std::string_view takeWord(std::string_view &line)
{
    line = trimmed(line);
    const auto word = line.substr(0, line.find_first_of(blanks));
    line.remove_prefix(word.size());
    return word;
}

std::string_view trimmed(std::string_view text, std::string_view white)
{
    const auto first = text.find_first_not_of(white);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(white) + 1 - first);
}

bool isDecimal(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, isDigit);
}

std::optional<std::uint64_t> parseHex(std::string_view text)
{
    constexpr int hex = 16;
    takePrefix(text, "0x");
    return toNumber<std::uint64_t>(text, hex);
}

std::optional<std::uint64_t> parseUnsigned(std::string_view text)
{
    return toNumber<std::uint64_t>(text);
}

std::optional<double> parseNumber(std::string_view text)
{
    const auto number = toNumber<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

bool isUtf16(std::string_view text)
{
    return text.starts_with(bigMark)
        || (text.starts_with(littleMark) && !text.starts_with("\xff\xfe\0\0"sv));
}

std::string utf8FromUtf16(std::string_view text)
{
    constexpr std::uint32_t replacement = 0xfffd;
    // Index of the more significant byte of a unit.
    const std::size_t high = text.starts_with(bigMark) ? 0 : 1;
    const auto count = text.size() / 2;
    const auto unit = [&](std::size_t place) {
        const auto byte = [&](std::size_t which) {
            return static_cast<std::uint32_t>(static_cast<unsigned char>(text[2 * place + which]));
        };
        return byte(high) << 8U | byte(1 - high);
    };
    std::string utf8;
    utf8.reserve(count);
    for (std::size_t place = 1; place < count; ++place) {
        auto letter = unit(place);
        if (isFirstHalf(letter) && place + 1 < count && isSecondHalf(unit(place + 1)))
            letter = 0x10000 + ((letter - 0xd800) << 10U) + (unit(++place) - 0xdc00);
        else if (isFirstHalf(letter) || isSecondHalf(letter))
            letter = replacement;
        appendUtf8(utf8, letter);
    }
    return utf8;
}

} // namespace ember::model
