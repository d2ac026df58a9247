// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/json/jsontext.h"

#include <array>
#include <charconv>
#include <cmath>

namespace ember::model {

namespace {

void appendEscape(std::string &json, char c)
{
    constexpr std::string_view digits = "0123456789abcdef";
    switch (c) {
    case '"': json += "\\\""; return;
    case '\\': json += "\\\\"; return;
    case '\b': json += "\\b"; return;
    case '\f': json += "\\f"; return;
    case '\n': json += "\\n"; return;
    case '\r': json += "\\r"; return;
    case '\t': json += "\\t"; return;
    default:
        json += "\\u00";
        json += digits[static_cast<unsigned char>(c) >> 4U];
        json += digits[static_cast<unsigned char>(c) & 0xfU];
    }
}

bool needsEscape(char c)
{
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ';
}

template<typename... Format>
std::string_view toText(std::array<char, 32> &buffer, Format... value)
{
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value...);
    return {buffer.data(), static_cast<std::size_t>(result.ptr - buffer.data())};
}

} // namespace

void appendJsonString(std::string &json, std::string_view text)
{
    json += '"';
    std::size_t written = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!needsEscape(text[i]))
            continue;
        json += text.substr(written, i - written);
        appendEscape(json, text[i]);
        written = i + 1;
    }
    json += text.substr(written);
    json += '"';
}

void appendJsonNumber(std::string &json, std::uint64_t number)
{
    std::array<char, 32> buffer;
    json += toText(buffer, number);
}

void appendJsonNumber(std::string &json, double number)
{
    if (!std::isfinite(number)) {
        json += "null";
        return;
    }
    std::array<char, 32> buffer;
    const auto digits = toText(buffer, number);
    json += digits;
    if (digits.find_first_of(".e") == std::string_view::npos)
        json += ".0";
}

void appendJsonAddress(std::string &json, std::uint64_t address)
{
    constexpr int hexadecimal = 16;
    std::array<char, 32> buffer;
    json += "\"0x";
    json += toText(buffer, address, hexadecimal);
    json += '"';
}

} // namespace ember::model
