// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace ember::model {

// The text with U+FFFD for each byte that is no UTF-8 (paths, thread names and output are any
// bytes).
std::string validUtf8(std::string_view bytes);

// Whether all bytes are UTF-8 (Unicode 15, table 3-7).
bool isUtf8(std::string_view bytes);

// Whether the byte continues a character of UTF-8.
constexpr bool isUtf8Continuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

// The start of the text up to `most` bytes, not ending within a character.
inline std::string_view utf8Prefix(std::string_view text, std::size_t most)
{
    auto end = std::min(text.size(), most);
    while (end > 0 && end < text.size() && isUtf8Continuation(text[end]))
        --end;
    return text.substr(0, end);
}

// Appends a Unicode character as UTF-8; half of a surrogate pair becomes three bytes that isUtf8()
// refuses.
void appendUtf8(std::string &text, std::uint32_t character);

// Lower case for ASCII letters; other bytes stay as they are, whatever the locale.
constexpr char lowerCase(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr bool isHexDigit(char c)
{
    return isDigit(c) || (lowerCase(c) >= 'a' && lowerCase(c) <= 'f');
}

inline std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    for (char &letter : lower)
        letter = lowerCase(letter);
    return lower;
}

// A list for a sentence, of names from a file: "a, b and 3 more". Has at most 20 names; one of over
// 100 bytes becomes "…".
template<class Names>
std::string nameList(const Names &names)
{
    constexpr std::ptrdiff_t most = 20;
    constexpr std::size_t longest = 100; // bytes
    const auto count = std::ssize(names);
    const auto end = std::next(names.begin(), std::min(count, most));
    std::string text;
    for (auto name = names.begin(); name != end; ++name) {
        text += name == names.begin() ? "" : ", ";
        text += name->size() > longest ? std::string_view("…") : std::string_view(*name);
    }
    if (count > most)
        text += " and " + std::to_string(count - most) + " more";
    return text;
}

// Removes the prefix from the text. Returns false and leaves the text as it is if it does not begin
// with the prefix.
inline bool takePrefix(std::string_view &text, std::string_view prefix)
{
    const bool hasIt = text.starts_with(prefix);
    text.remove_prefix(hasIt ? prefix.size() : 0);
    return hasIt;
}

// Removes a number from the start of the text, whatever the locale: digits, after "-" for signed
// types. `form` is a base or a std::chars_format. nullopt if there is none of that type; the text
// then stays as it is.
template<typename Number, typename... Form>
std::optional<Number> takeNumber(std::string_view &text, Form... form)
{
    Number number{};
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number, form...);
    if (read.ec != std::errc())
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return number;
}

// Returns the number that the whole text is; nullopt if it is none.
template<typename Number, typename... Form>
std::optional<Number> toNumber(std::string_view text, Form... form)
{
    const auto number = takeNumber<Number>(text, form...);
    return text.empty() ? number : std::nullopt;
}

// Takes a number as takeNumber() does; false, and `number` as it was, if there is none.
template<typename Number, typename... Form>
bool readNumber(std::string_view &text, Number &number, Form... form)
{
    const auto taken = takeNumber<Number>(text, form...);
    number = taken.value_or(number);
    return taken.has_value();
}

// The part of a path behind its last slash.
constexpr std::string_view fileNameOf(std::string_view path)
{
    return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

// Lower hex digits of the number, at least `least`.
std::string hexDigits(std::uint64_t number, std::size_t least = 1);

// Two lower hex digits for each byte.
std::string hexDigits(std::span<const std::byte> bytes);

// A number's shortest text without an exponent, whatever the locale.
inline std::string plainNumber(double number)
{
    std::array<char, 400> digits{};
    return {digits.data(),
            std::to_chars(digits.data(), digits.data() + digits.size(), number,
                          std::chars_format::fixed)
                .ptr};
}

} // namespace ember::model
