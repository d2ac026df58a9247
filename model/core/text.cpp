// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"

#include <algorithm>
#include <cstddef>

namespace ember::model {

namespace {

// Length of the well-formed sequence at the start of `bytes` (Unicode 15, table 3-7); 0 if there is
// none.
std::size_t sequenceLength(std::string_view bytes)
{
    const auto first = static_cast<unsigned char>(bytes[0]);
    if (first < 0x80)
        return 1;
    const std::size_t length = first >= 0xc2 && first <= 0xdf ? 2
        : first >= 0xe0 && first <= 0xef                      ? 3
        : first >= 0xf0 && first <= 0xf4                      ? 4
                                                              : 0;
    if (length == 0 || bytes.size() < length
        || !std::ranges::all_of(bytes.substr(1, length - 1), isUtf8Continuation))
        return 0;
    const auto second = static_cast<unsigned char>(bytes[1]);
    const bool tooLong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    const bool surrogate = first == 0xed && second > 0x9f;
    const bool tooBig = first == 0xf4 && second > 0x8f;
    return tooLong || surrogate || tooBig ? 0 : length;
}

} // namespace

std::string validUtf8(std::string_view bytes)
{
    std::string text;
    text.reserve(bytes.size());
    while (!bytes.empty()) {
        const auto length = sequenceLength(bytes);
        if (length == 0)
            text += "\xEF\xBF\xBD";
        else
            text.append(bytes.substr(0, length));
        bytes.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return text;
}

bool isUtf8(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto length = sequenceLength(bytes);
        if (length == 0)
            return false;
        bytes.remove_prefix(length);
    }
    return true;
}

void appendUtf8(std::string &text, std::uint32_t character)
{
    const auto append = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
    const auto rest = [&](unsigned shift) { append(0x80U | ((character >> shift) & 0x3fU)); };
    if (character < 0x80) {
        append(character);
    } else if (character < 0x800) {
        append(0xc0U | (character >> 6U));
        rest(0);
    } else if (character < 0x10000) {
        append(0xe0U | (character >> 12U));
        rest(6);
        rest(0);
    } else {
        append(0xf0U | (character >> 18U));
        rest(12);
        rest(6);
        rest(0);
    }
}

std::string hexDigits(std::uint64_t number, std::size_t least)
{
    std::array<char, 16> digits{};
    const auto *const end =
        std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
    const std::string_view text(digits.data(), static_cast<std::size_t>(end - digits.data()));
    return std::string(least - std::min(least, text.size()), '0').append(text);
}

std::string hexDigits(std::span<const std::byte> bytes)
{
    std::string text;
    for (const std::byte byte : bytes)
        text += hexDigits(std::to_integer<std::uint64_t>(byte), 2);
    return text;
}

} // namespace ember::model
