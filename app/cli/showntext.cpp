// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/showntext.h"

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

} // namespace

std::string shownText(std::string_view utf8)
{
    std::string shown;
    shown.reserve(utf8.size());
    for (std::size_t place = 0; place < utf8.size(); ++place) {
        const auto byte = static_cast<unsigned char>(utf8[place]);
        const auto next =
            static_cast<unsigned char>(place + 1 < utf8.size() ? utf8[place + 1] : ' ');
        if (isControl(byte)) {
            shown += escaped(byte);
        } else if (byte == 0xc2 && next >= 0x80 && next < 0xa0) { // U+0080 to U+009F
            shown += escaped(next);
            ++place;
        } else {
            shown += utf8[place];
        }
    }
    return shown;
}

} // namespace ember::app
