// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/bytes/textlines.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ember::model {

namespace {

constexpr std::string_view blanks = " \t\r";

template<typename Number, typename... Form>
std::optional<Number> wholeNumber(std::string_view text, Form... form)
{
    Number number{};
    const auto *const end = text.data() + text.size();
    const auto [behind, failure] = std::from_chars(text.data(), end, number, form...);
    if (failure != std::errc() || behind != end)
        return std::nullopt;
    return number;
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

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

std::optional<std::uint64_t> parseHex(std::string_view text)
{
    constexpr int hex = 16;
    if (text.starts_with("0x"))
        text.remove_prefix(2);
    return wholeNumber<std::uint64_t>(text, hex);
}

std::optional<std::uint64_t> parseUnsigned(std::string_view text)
{
    return wholeNumber<std::uint64_t>(text);
}

std::optional<double> parseNumber(std::string_view text)
{
    const auto number = wholeNumber<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

} // namespace ember::model
