// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/bytes/utf16text.h"

#include <cstddef>
#include <cstdint>

namespace ember::model {

namespace {

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

void appendUtf8Letter(std::string &text, std::uint32_t letter)
{
    const auto add = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (letter < 0x80)
        return add(letter);
    if (letter < 0x800) {
        add(0xc0U | letter >> 6U);
    } else {
        if (letter < 0x10000) {
            add(0xe0U | letter >> 12U);
        } else {
            add(0xf0U | letter >> 18U);
            add(0x80U | (letter >> 12U & 0x3fU));
        }
        add(0x80U | (letter >> 6U & 0x3fU));
    }
    add(0x80U | (letter & 0x3fU));
}

} // namespace

bool isUtf16(std::string_view text)
{
    return text.starts_with(bigMark)
        || (text.starts_with(littleMark) && !text.starts_with("\xff\xfe\0\0"sv));
}

std::string utf8FromUtf16(std::string_view text)
{
    constexpr std::uint32_t replacement = 0xfffd;
    const std::size_t high = text.starts_with(bigMark) ? 0 : 1; // of a unit's bytes
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
        appendUtf8Letter(utf8, letter);
    }
    return utf8;
}

} // namespace ember::model
