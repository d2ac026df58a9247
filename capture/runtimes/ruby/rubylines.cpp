// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/ruby/rubylines.h"

#include <bit>
#include <cstring>
#include <limits>
#include <optional>

namespace ember::capture {

namespace {

// The index has one bit per instruction, set where an entry begins: how many are set up to an
// instruction is the number of its entry. For the first 54 instructions these numbers stand in the
// head, nine in a word of 7 bits each. From there on each block has the numbers of 512
// instructions: that before the block, those before its words (9 bits each), and the bits.
constexpr std::uint32_t inHead = 54;
constexpr std::uint32_t perHeadWord = 9;
constexpr std::uint32_t perBlock = 512;

struct IndexBlock {
    std::uint32_t before = 0;
    std::uint32_t unused = 0;
    std::uint64_t beforeWords = 0;
    std::uint64_t bits[8] = {};
};

static_assert(sizeof(IndexBlock) == rubyIndexBlockBytes);

template<typename Value>
std::optional<Value> valueIfAt(std::span<const std::byte> bytes, std::size_t offset)
{
    if (offset > bytes.size() || sizeof(Value) > bytes.size() - offset)
        return std::nullopt;
    Value value{};
    std::memcpy(&value, bytes.data() + offset, sizeof(value));
    return value;
}

std::optional<std::uint64_t> entryOfPlace(std::span<const std::byte> index, std::uint32_t place)
{
    if (place < inHead) {
        const auto word = valueIfAt<std::uint64_t>(index, place / perHeadWord * 8);
        return word ? std::optional(*word >> place % perHeadWord * 7 & 0x7fU) : std::nullopt;
    }
    place -= inHead;
    const auto block = valueIfAt<IndexBlock>(
        index, rubyIndexHeadBytes + std::size_t(place / perBlock) * sizeof(IndexBlock));
    if (!block)
        return std::nullopt;
    const auto word = place % perBlock / 64;
    std::uint64_t entry = block->before;
    if (word > 0)
        entry += block->beforeWords >> (word - 1) * 9 & 0x1ffU;
    entry += static_cast<std::uint64_t>(std::popcount(block->bits[word] << (63 - place % 64)));
    return entry;
}

} // namespace

std::uint32_t rubyIndexBytes(std::uint32_t instructions)
{
    const auto behind = instructions > inHead ? instructions - inHead : 0;
    return rubyIndexHeadBytes + (behind + perBlock - 1) / perBlock * rubyIndexBlockBytes;
}

std::uint32_t rubyLine(std::span<const std::byte> table, std::uint32_t firstLine,
                       std::uint32_t place)
{
    const auto head = valueIfAt<RubyLineHead>(table, 0);
    if (!head || head->entries > (table.size() - sizeof(*head)) / sizeof(std::uint32_t))
        return firstLine;
    const auto lines =
        table.subspan(sizeof(*head), std::size_t(head->entries) * sizeof(std::uint32_t));
    const auto index = table.subspan(sizeof(*head) + lines.size());
    const auto entry = head->entries == 1 ? 1 : entryOfPlace(index, place).value_or(0);
    if (entry == 0 || entry > head->entries)
        return firstLine;
    const auto line = valueIfAt<std::uint32_t>(lines, (entry - 1) * sizeof(std::uint32_t));
    const bool isUsable =
        line && *line > 0 && *line <= std::uint32_t(std::numeric_limits<std::int32_t>::max());
    return isUsable ? *line : firstLine;
}

} // namespace ember::capture
