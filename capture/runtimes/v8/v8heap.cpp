// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/v8/v8heap.h"

#include "capture/runtimes/v8/v8positions.h"
#include "model/core/text.h"

#include <algorithm>
#include <cstring>

namespace ember::capture::v8 {

namespace {

// Offsets of members that all known generations have at the same place.
constexpr std::uint32_t mapType = 12;
constexpr std::uint32_t stringLength = 12;
constexpr std::uint32_t stringContent = 16; // or, in a string that points to others, the first
                                            // pointer
constexpr std::uint32_t stringSecond = 24; // in a string that points to others: a cons's second
                                           // part, or a slice's offset
constexpr std::uint32_t externalData = 24;
constexpr std::uint32_t arrayLength = 8;
constexpr std::uint32_t arrayContent = 16;

enum StringKind : std::uint16_t { Sequential = 0, Cons = 1, External = 2, Sliced = 3, Thin = 5 };

constexpr std::uint16_t firstNoString = 0x80;
constexpr std::uint16_t isOneByte = 8;
constexpr std::uint16_t isUncached = 0x10; // external, without the pointer to its data

// Appends UTF-16 or Latin-1 as UTF-8; unpaired surrogates become U+FFFD.
void appendUnits(std::string &to, std::span<const std::byte> bytes, bool isTwoByte)
{
    if (!isTwoByte) {
        for (const auto byte : bytes)
            model::appendUtf8(to, std::to_integer<std::uint32_t>(byte));
        return;
    }
    const auto unitAt = [&](std::size_t i) {
        return i + 1 < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i])
                | std::to_integer<std::uint32_t>(bytes[i + 1]) << 8U
                                    : 0U;
    };
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
        const auto unit = unitAt(i);
        const auto next = unitAt(i + 2);
        if (unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
            model::appendUtf8(to, 0x10000 + ((unit - 0xd800) << 10U) + (next - 0xdc00));
            i += 2;
        } else {
            model::appendUtf8(to, unit >= 0xd800 && unit < 0xe000 ? 0xfffdU : unit);
        }
    }
}

} // namespace

bool HeapReader::read(std::uint64_t address, std::span<std::byte> into)
{
    if (m_readsLeft == 0 || into.size() > m_bytesLeft) {
        m_readsLeft = 0;
        return false;
    }
    --m_readsLeft;
    m_bytesLeft -= into.size();
    return m_reader.read(address, into);
}

std::optional<std::uint64_t> HeapReader::word(std::uint64_t tagged, std::uint32_t offset)
{
    std::uint64_t value = 0;
    if (!isObject(tagged)
        || !read(addressOf(tagged) + offset, std::as_writable_bytes(std::span(&value, 1)))) {
        return std::nullopt;
    }
    return value;
}

std::optional<std::uint16_t> HeapReader::typeOf(std::uint64_t tagged)
{
    const auto map = word(tagged, 0);
    const auto words = map ? word(*map, mapType - 4) : std::nullopt;
    return words ? std::optional(static_cast<std::uint16_t>(*words >> 32U)) : std::nullopt;
}

// Follows thin, sliced and flattened cons strings.
std::optional<HeapReader::FlatText> HeapReader::flat(std::uint64_t tagged)
{
    std::uint64_t from = 0;
    std::optional<std::size_t> units;
    for (unsigned step = 0; step < 4; ++step) {
        const auto type = typeOf(tagged);
        std::array<std::uint64_t, 4> words{};
        if (!type || *type >= firstNoString
            || !read(addressOf(tagged), std::as_writable_bytes(std::span(words)))) {
            return std::nullopt;
        }
        const std::size_t length = words[stringLength / 8] >> 32U;
        if (!units)
            units = length;
        if (from > length || *units > length - from)
            return std::nullopt;
        const bool isTwoByte = (*type & isOneByte) == 0;
        const auto skipped = from * (isTwoByte ? 2 : 1);
        switch (*type & 7U) {
        case Sequential:
            return FlatText{addressOf(tagged) + stringContent + skipped, *units, isTwoByte};
        case External:
            if ((*type & isUncached) != 0)
                return std::nullopt;
            return FlatText{words[externalData / 8] + skipped, *units, isTwoByte};
        case Cons: {
            const auto second = word(words[stringSecond / 8], stringLength - 4);
            if (!second || *second >> 32U != 0)
                return std::nullopt;
            break;
        }
        case Sliced:
            if (!isSmall(words[stringSecond / 8]))
                return std::nullopt;
            from += words[stringSecond / 8] >> 32U;
            break;
        case Thin: break;
        default: return std::nullopt;
        }
        tagged = words[stringContent / 8];
    }
    return std::nullopt;
}

void HeapReader::appendText(std::uint64_t tagged, unsigned depth, std::string &to)
{
    if (to.size() >= mostNameUnits)
        return;
    if (const auto text = flat(tagged)) {
        const auto units = std::min(text->units, mostNameUnits);
        std::vector<std::byte> bytes(units * (text->isTwoByte ? 2 : 1));
        if (bytes.empty() || read(text->address, bytes))
            appendUnits(to, bytes, text->isTwoByte);
        return;
    }
    const auto type = typeOf(tagged);
    if (!type || *type >= firstNoString || (*type & 7U) != Cons || depth == 0)
        return;
    for (const auto part : {stringContent, stringSecond}) {
        if (const auto next = word(tagged, part))
            appendText(*next, depth - 1, to);
    }
}

std::optional<std::string> HeapReader::text(std::uint64_t tagged)
{
    constexpr unsigned mostDepth = 6;
    const auto type = typeOf(tagged);
    if (!type || *type >= firstNoString)
        return std::nullopt;
    std::string text;
    appendText(tagged, mostDepth, text);
    return text;
}

// A ScopeInfo's slots: flags, parameters, number of context locals, their names (a table where
// there are many), their properties; then, as flags say, the variable that holds the function, its
// name, the name that V8 inferred, its first and last character. The order is the same in all
// generations: the first text that is not empty is the name, the first ascending pair of small
// integers the place.
std::optional<ScopeText> HeapReader::scope(std::uint64_t tagged)
{
    constexpr std::uint32_t firstSlot = 8;
    constexpr std::int32_t mostInlineLocals = 75;
    constexpr std::int32_t mostLocals = 65536;
    const auto count = word(tagged, firstSlot + 16);
    if (!count || !isSmall(*count) || !isOf(tagged, m_layout.scopeType))
        return std::nullopt;
    const auto locals = smallValue(*count);
    if (locals < 0 || locals > mostLocals)
        return std::nullopt;
    const auto names = locals < mostInlineLocals ? locals : 1;
    const auto offset = firstSlot + 8 * static_cast<std::uint32_t>(3 + locals + names);
    std::array<std::uint64_t, 9> slots{};
    if (!read(addressOf(tagged) + offset, std::as_writable_bytes(std::span(slots))))
        return std::nullopt;
    ScopeText found;
    for (std::size_t i = 0; i + 1 < slots.size(); ++i) {
        if (isSmall(slots[i]) && isSmall(slots[i + 1])) {
            const auto start = smallValue(slots[i]);
            if (start >= 0 && start <= smallValue(slots[i + 1])) {
                found.start = start;
                return found;
            }
        } else if (found.name.empty() && isObject(slots[i])) {
            found.name = text(slots[i]).value_or(std::string());
        }
    }
    return found;
}

std::optional<std::vector<std::byte>> HeapReader::bytes(std::uint64_t tagged)
{
    const auto length = word(tagged, arrayLength);
    if (!length || !isSmall(*length) || *length >> 32U > mostTableBytes)
        return std::nullopt;
    std::vector<std::byte> content(static_cast<std::size_t>(*length >> 32U));
    if (!content.empty() && !read(addressOf(tagged) + arrayContent, content))
        return std::nullopt;
    return content;
}

std::optional<std::vector<std::byte>> HeapReader::lineStarts(std::uint64_t tagged)
{
    constexpr std::size_t partSize = std::size_t(64) << 10U;
    const auto text = flat(tagged);
    if (!text || text->units > mostSourceUnits)
        return std::nullopt;
    LineStarts starts;
    std::vector<std::byte> part;
    auto left = text->units * (text->isTwoByte ? 2 : 1);
    for (auto address = text->address; left > 0; address += part.size()) {
        part.resize(std::min(left, partSize));
        if (!read(address, part))
            return std::nullopt;
        starts.add(part, text->isTwoByte);
        left -= part.size();
    }
    return starts.take();
}

} // namespace ember::capture::v8
