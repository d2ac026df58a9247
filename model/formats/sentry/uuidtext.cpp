// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/uuidtext.h"

#include <algorithm>

namespace ember::model::sentry {

namespace {

constexpr std::size_t simpleLength = 32;
constexpr std::size_t dashedLength = 36;
constexpr std::size_t longestAge = 8;

bool isUuidDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool isHex(std::string_view text)
{
    return std::ranges::all_of(text, isUuidDigit);
}

char lower(char c)
{
    return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
}

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

} // namespace

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
    if (!digits || !isHex(*digits))
        return std::nullopt;
    std::ranges::transform(*digits, digits->begin(), lower);
    return digits;
}

std::string normalisedId(std::string_view id)
{
    if (auto uuid = parseUuid(id))
        return *std::move(uuid);
    std::string text(id);
    const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; };
    std::ranges::transform(text, text.begin(), small);
    return text;
}

bool isStrictId(std::string_view text)
{
    constexpr std::size_t versionPlace = 12;
    constexpr std::size_t variantPlace = 16;
    constexpr std::string_view variants = "89ab";
    return text.size() == simpleLength && parseUuid(text) == text && text[versionPlace] == '4'
        && variants.find(text[variantPlace]) != std::string_view::npos;
}

bool isDebugId(std::string_view text)
{
    const bool dashed = text.size() > 8 && text[8] == '-';
    const auto length = dashed ? dashedLength : simpleLength;
    if (text.size() < length || !parseUuid(text.substr(0, length)))
        return false;
    auto age = text.substr(length);
    if (age.empty())
        return true;
    if (age.starts_with('-') != dashed)
        return false;
    if (dashed)
        age.remove_prefix(1);
    return !age.empty() && isHex(age.substr(0, longestAge));
}

} // namespace ember::model::sentry
