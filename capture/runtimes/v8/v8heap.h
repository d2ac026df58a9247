// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/scriptruntime.h"
#include "capture/runtimes/v8/v8layout.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ember::capture::v8 {

// Whether a word is a tagged pointer to an object of the heap, weak pointers included.
constexpr bool isObject(std::uint64_t tagged)
{
    return (tagged & 1U) != 0 && tagged > 0xffff && tagged < std::uint64_t(1) << 47U;
}

constexpr std::uint64_t addressOf(std::uint64_t tagged)
{
    return tagged & ~std::uint64_t(3);
}

// Whether a word is a small integer, which lies in its upper half.
constexpr bool isSmall(std::uint64_t tagged)
{
    return (tagged & 0xffff'ffffU) == 0;
}

constexpr std::int32_t smallValue(std::uint64_t tagged)
{
    return static_cast<std::int32_t>(tagged >> 32U);
}

// What a ScopeInfo says of its function.
struct ScopeText {
    std::string name;
    std::int32_t start = -1; // character
};

// Reads objects of V8's heap in the memory of a stopped thread. Other threads may move objects
// meanwhile: whatever has not the type that is expected is refused. Reads are limited in number and
// size; when they are used up, everything is refused.
class HeapReader {
public:
    HeapReader(const V8Layout &layout, StopReader &reader, std::size_t mostReads)
        : m_layout(layout),
          m_reader(reader),
          m_readsLeft(mostReads)
    {
    }

    const V8Layout &layout() const { return m_layout; }

    bool hasReads() const { return m_readsLeft > 0; }

    // Refuses everything from now on.
    void spend() { m_readsLeft = 0; }

    bool read(std::uint64_t address, std::span<std::byte> into);

    // A word of an object.
    std::optional<std::uint64_t> word(std::uint64_t tagged, std::uint32_t offset);
    std::optional<std::uint16_t> typeOf(std::uint64_t tagged);

    bool isOf(std::uint64_t tagged, std::uint16_t type) { return typeOf(tagged) == type; }

    // The text in UTF-8, cut at about mostNameUnits; absent: no string. What cannot be read of it
    // is left out.
    std::optional<std::string> text(std::uint64_t tagged);
    std::optional<ScopeText> scope(std::uint64_t tagged);
    // Returns the content of a ByteArray, or of an object that is laid out like one.
    std::optional<std::vector<std::byte>> bytes(std::uint64_t tagged);
    // Returns where the lines of a source begin, packed as by LineStarts; absent: it is too long,
    // or in pieces.
    std::optional<std::vector<std::byte>> lineStarts(std::uint64_t tagged);

    static constexpr std::size_t mostNameUnits = 4096;
    static constexpr std::size_t mostTableBytes = std::size_t(256) << 10U;
    static constexpr std::size_t mostSourceUnits = std::size_t(4) << 20U;

private:
    // Units of a string (characters of one or two bytes) that lie in memory one after the other.
    struct FlatText {
        std::uint64_t address = 0;
        std::size_t units = 0;
        bool isTwoByte = false;
    };

    std::optional<FlatText> flat(std::uint64_t tagged);
    void appendText(std::uint64_t tagged, unsigned depth, std::string &to);

    const V8Layout &m_layout;
    StopReader &m_reader;
    std::size_t m_readsLeft;
    std::size_t m_bytesLeft = std::size_t(16) << 20U;
};

} // namespace ember::capture::v8
