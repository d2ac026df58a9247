// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ember::model::capturelog {

// Limit of a text in a log; longer texts are cut.
constexpr std::size_t maxTextBytes = std::size_t(1) << 20U;

// Maps small signed numbers to small unsigned ones: 0, −1, 1, −2, … → 0, 1, 2, 3, …
constexpr std::uint64_t zigzag(std::int64_t number)
{
    return (static_cast<std::uint64_t>(number) << 1U) ^ static_cast<std::uint64_t>(number >> 63U);
}

constexpr std::int64_t unzigzag(std::uint64_t number)
{
    return static_cast<std::int64_t>((number >> 1U) ^ (~(number & 1U) + 1));
}

// Builds the payload of a record: FORMAT.md, "Values".
class ByteWriter {
public:
    void byte(std::uint8_t value) { m_bytes.push_back(static_cast<char>(value)); }

    // Writes LEB128: seven bits per byte, low ones first; the top bit means that more follow.
    void varint(std::uint64_t value)
    {
        for (; value >= 0x80; value >>= 7U)
            byte(static_cast<std::uint8_t>(value | 0x80U));
        byte(static_cast<std::uint8_t>(value));
    }

    void signedVarint(std::int64_t value) { varint(zigzag(value)); }

    // Writes `bytes` bytes, little-endian.
    void fixed(std::uint64_t value, std::size_t bytes)
    {
        for (; bytes > 0; --bytes, value >>= 8U)
            byte(static_cast<std::uint8_t>(value));
    }

    void number(double value) { fixed(std::bit_cast<std::uint64_t>(value), 8); }

    void text(std::string_view text)
    {
        text = text.substr(0, std::min(text.size(), maxTextBytes));
        varint(text.size());
        m_bytes.append(text);
    }

    void raw(std::string_view bytes) { m_bytes.append(bytes); }

    std::string_view view() const { return m_bytes; }

    std::size_t size() const { return m_bytes.size(); }

    bool isEmpty() const { return m_bytes.empty(); }

    void clear() { m_bytes.clear(); }

private:
    std::string m_bytes;
};

// Decodes a payload. Reading past the end, or a number that fits no type, yields zeros from there
// on and sets hasFailed(): callers check once, at the end.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : m_bytes(bytes) { }

    std::uint8_t byte();
    std::uint64_t varint();
    std::int64_t signedVarint();
    // Reads a varint that must fit four bytes.
    std::uint32_t varint32();
    std::uint64_t fixed(std::size_t bytes);
    double number();
    std::string_view text();
    // Takes the next bytes as a reader of their own.
    ByteReader part(std::uint64_t bytes);

    bool atEnd() const { return m_bytes.empty(); }

    std::size_t remaining() const { return m_bytes.size(); }

    bool hasFailed() const { return m_failed; }

    void fail()
    {
        m_failed = true;
        m_bytes = {};
    }

private:
    std::string_view m_bytes;
    bool m_failed = false;
};

} // namespace ember::model::capturelog
