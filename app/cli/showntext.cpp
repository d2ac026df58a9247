// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/showntext.h"

#include <optional>

namespace ember::app {

namespace {

std::string escaped(unsigned char control)
{
    switch (control) {
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    default: break;
    }
    constexpr std::string_view digits = "0123456789abcdef";
    return std::string("\\x") + digits[control >> 4U] + digits[control & 0xfU];
}

bool isControl(unsigned char byte)
{
    return byte < ' ' || byte == 0x7f;
}

// The control or direction character at a position and its length in bytes; empty for other
// characters.
struct Steering {
    char16_t letter = 0;
    std::size_t bytes = 0;
};

std::optional<Steering> steeringAt(std::string_view utf8, std::size_t place)
{
    const auto byte = [&](std::size_t next) -> unsigned {
        return place + next < utf8.size() ? static_cast<unsigned char>(utf8[place + next]) : 0U;
    };
    if (byte(0) == 0xc2 && byte(1) >= 0x80 && byte(1) < 0xa0) // U+0080 to U+009F
        return Steering{char16_t(byte(1)), 2};
    if (byte(0) == 0xd8 && byte(1) == 0x9c) // U+061C, Arabic letter mark
        return Steering{u'\u061c', 2};
    if (byte(0) != 0xe2 || byte(1) < 0x80 || byte(1) > 0x81)
        return std::nullopt;
    const auto letter = char16_t(0x2000U + ((byte(1) & 0x3fU) << 6U) + (byte(2) & 0x3fU));
    const bool isMark = letter == u'\u200e' || letter == u'\u200f';
    const bool isOverride = letter >= u'\u202a' && letter <= u'\u202e';
    const bool isIsolate = letter >= u'\u2066' && letter <= u'\u2069';
    if ((byte(2) & 0xc0U) != 0x80 || (!isMark && !isOverride && !isIsolate))
        return std::nullopt;
    return Steering{letter, 3};
}

std::string asUnicode(char16_t letter)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text("\\u");
    for (unsigned shift = 16; shift > 0; shift -= 4)
        text += digits[(letter >> (shift - 4)) & 0xfU];
    return text;
}

} // namespace

std::string shownText(std::string_view utf8)
{
    std::string shown;
    shown.reserve(utf8.size());
    for (std::size_t place = 0; place < utf8.size(); ++place) {
        const auto byte = static_cast<unsigned char>(utf8[place]);
        if (isControl(byte)) {
            shown += escaped(byte);
        } else if (const auto steering = steeringAt(utf8, place)) {
            shown += steering->bytes == 2 && steering->letter < 0x100
                ? escaped(static_cast<unsigned char>(steering->letter))
                : asUnicode(steering->letter);
            place += steering->bytes - 1;
        } else {
            shown += utf8[place];
        }
    }
    return shown;
}

std::string shownJson(std::string_view json)
{
    std::string shown;
    shown.reserve(json.size());
    for (std::size_t place = 0; place < json.size(); ++place) {
        const auto steering =
            json[place] == '\x7f' ? std::optional(Steering{0x7f, 1}) : steeringAt(json, place);
        if (!steering) {
            shown += json[place];
            continue;
        }
        shown += asUnicode(steering->letter);
        place += steering->bytes - 1;
    }
    return shown;
}

} // namespace ember::app
