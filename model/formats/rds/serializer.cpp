// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/serializer.h"

#include "model/formats/rds/unserialize.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace ember::model::rds {

namespace {

constexpr std::uint64_t naRealBits = 0x7ff00000000007a2U; // R's NA: a NaN with the payload 1954
constexpr std::string_view replacement = "\xef\xbf\xbd"; // U+FFFD

constexpr std::uint32_t flags(Item type, std::uint32_t bits = 0)
{
    return static_cast<std::uint32_t>(type) | bits;
}

bool isAscii(std::string_view text)
{
    return std::ranges::all_of(
        text, [](char letter) { return static_cast<unsigned char>(letter) < 0x80U; });
}

} // namespace

Serializer::Serializer() : m_bytes("X\n")
{
    constexpr std::uint32_t serializationVersion = 2;
    constexpr std::uint32_t writer = 0x040202; // R 4.2.2
    constexpr std::uint32_t oldestReader = 0x020300; // R 2.3.0
    word(serializationVersion);
    word(writer);
    word(oldestReader);
}

void Serializer::word(std::uint32_t word)
{
    constexpr unsigned bitsPerByte = 8;
    for (int place = 3; place >= 0; --place)
        m_bytes += static_cast<char>(word >> (bitsPerByte * static_cast<unsigned>(place)) & 0xffU);
}

void Serializer::length(std::size_t length)
{
    if (length <= std::size_t(std::numeric_limits<std::int32_t>::max()))
        return word(static_cast<std::uint32_t>(length));
    word(0xffffffffU);
    word(static_cast<std::uint32_t>(std::uint64_t(length) >> 32U));
    word(static_cast<std::uint32_t>(length));
}

void Serializer::integers(std::span<const std::int32_t> numbers)
{
    word(flags(Item::Integers));
    length(numbers.size());
    for (const auto number : numbers)
        word(std::bit_cast<std::uint32_t>(number));
}

void Serializer::reals(std::span<const double> numbers)
{
    word(flags(Item::Reals));
    length(numbers.size());
    for (const auto number : numbers) {
        const auto bits = tables::isNa(number) ? naRealBits : std::bit_cast<std::uint64_t>(number);
        word(static_cast<std::uint32_t>(bits >> 32U));
        word(static_cast<std::uint32_t>(bits));
    }
}

void Serializer::longs(std::span<const std::int64_t> numbers)
{
    static_assert(tables::naLong == std::numeric_limits<std::int64_t>::min()); // bit64's NA
    word(flags(Item::Reals, flagbits::isObject | flagbits::hasAttributes));
    length(numbers.size());
    for (const auto number : numbers) {
        const auto bits = std::bit_cast<std::uint64_t>(number);
        word(static_cast<std::uint32_t>(bits >> 32U));
        word(static_cast<std::uint32_t>(bits));
    }
    attribute("class");
    texts(std::array{longClass});
    endAttributes();
}

void Serializer::texts(std::span<const std::string_view> texts)
{
    beginTexts(texts.size());
    for (const auto one : texts)
        text(one);
}

void Serializer::beginTexts(std::size_t count)
{
    word(flags(Item::Texts));
    length(count);
}

void Serializer::text(std::string_view text)
{
    if (text.find('\0') != std::string_view::npos) {
        std::string without;
        for (const char letter : text) {
            m_zeroBytes += letter == '\0' ? 1U : 0U;
            without += letter == '\0' ? replacement : std::string_view(&letter, 1);
        }
        return this->text(without);
    }
    word(flags(Item::Text, isAscii(text) ? flagbits::ascii : flagbits::utf8));
    word(static_cast<std::uint32_t>(text.size()));
    m_bytes += text;
}

void Serializer::naText()
{
    word(flags(Item::Text));
    word(0xffffffffU);
}

void Serializer::beginList(std::size_t count)
{
    word(flags(Item::List, flagbits::isObject | flagbits::hasAttributes));
    length(count);
}

void Serializer::beginNamedList(std::size_t count)
{
    word(flags(Item::List, flagbits::hasAttributes));
    length(count);
}

void Serializer::endNamedList(std::span<const std::string_view> names)
{
    this->names(names);
    endAttributes();
}

void Serializer::names(std::span<const std::string_view> names)
{
    attribute("names");
    texts(names);
}

void Serializer::endAttributes()
{
    word(flags(Item::Null));
}

void Serializer::beginPlainList(std::size_t count)
{
    word(flags(Item::List));
    length(count);
}

// Begins an attribute; its value follows.
void Serializer::attribute(std::string_view name)
{
    word(flags(Item::Pairlist, flagbits::hasTag));
    const auto known = m_symbols.find(name);
    if (known != m_symbols.end())
        return word(flags(Item::Reference, known->second << 8U));
    m_symbols.emplace(name, static_cast<std::uint32_t>(m_symbols.size() + 1));
    word(flags(Item::Symbol));
    text(name);
}

void Serializer::nameAttributes(std::span<const std::string_view> names,
                                std::span<const std::string_view> classes)
{
    this->names(names);
    attribute("class");
    texts(classes);
}

void Serializer::endList(std::span<const std::string_view> names,
                         std::span<const std::string_view> classes)
{
    nameAttributes(names, classes);
    endAttributes();
}

void Serializer::endTable(std::span<const std::string_view> names,
                          std::span<const std::string_view> classes, std::size_t rows)
{
    nameAttributes(names, classes);
    attribute("row.names"); // NA and the negative number of rows: row names are only counted
    const std::array<std::int32_t, 2> counted{tables::naInteger, -static_cast<std::int32_t>(rows)};
    integers(counted);
    endAttributes();
}

} // namespace ember::model::rds
