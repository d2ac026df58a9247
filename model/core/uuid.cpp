// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/uuid.h"

#include "model/core/text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string_view>
#include <sys/random.h>

namespace ember::model {

namespace {

constexpr std::size_t simpleLength = 32;
constexpr std::size_t dashedLength = 36;

constexpr bool isDashPlace(std::size_t place)
{
    return place == 8 || place == 13 || place == 18 || place == 23;
}

std::optional<std::string> withoutDashes(std::string_view text)
{
    std::string digits;
    digits.reserve(simpleLength);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (isDashPlace(i) != (text[i] == '-'))
            return std::nullopt;
        if (text[i] != '-')
            digits += text[i];
    }
    return digits;
}

void fillRandom(std::array<unsigned char, 16> &bytes)
{
    if (getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()))
        return;
    // The system call is missing (an old kernel, a seccomp filter): use the library's source.
    std::random_device source;
    for (auto &byte : bytes)
        byte = static_cast<unsigned char>(source());
}

} // namespace

std::string randomUuid()
{
    std::array<unsigned char, 16> bytes{};
    fillRandom(bytes);
    bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0fU) | 0x40U); // version 4
    bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3fU) | 0x80U); // RFC 4122 variant
    return hexDigits(std::as_bytes(std::span(bytes)));
}

std::optional<std::string> parseUuid(std::string_view text)
{
    constexpr std::string_view urn = "urn:uuid:";
    if (text.size() == dashedLength + 2 && text.front() == '{' && text.back() == '}')
        text = text.substr(1, dashedLength);
    else if (text.size() == dashedLength + urn.size() && text.starts_with(urn))
        text.remove_prefix(urn.size());

    std::optional<std::string> digits;
    if (text.size() == simpleLength)
        digits = std::string(text);
    else if (text.size() == dashedLength)
        digits = withoutDashes(text);
    if (!digits || !std::ranges::all_of(*digits, isHexDigit))
        return std::nullopt;
    return lowerCase(*digits);
}

std::string normalisedId(std::string_view id)
{
    if (auto uuid = parseUuid(id))
        return *std::move(uuid);
    return lowerCase(id);
}

bool isStrictId(std::string_view text)
{
    constexpr std::size_t versionPlace = 12;
    constexpr std::size_t variantPlace = 16;
    constexpr std::string_view variants = "89ab";
    return text.size() == simpleLength && parseUuid(text) == text && text[versionPlace] == '4'
        && variants.find(text[variantPlace]) != std::string_view::npos;
}

} // namespace ember::model
