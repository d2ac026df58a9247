// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ember::model::capturelog {

// Takes a payload apart. Reading past the end, or a number that fits no type, yields zeros from
// there on and hasFailed(): callers check once, at the end.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : m_bytes(bytes) { }

    std::uint8_t byte();
    std::uint64_t varint();
    std::int64_t signedVarint();
    // A varint that must fit four bytes.
    std::uint32_t varint32();
    std::uint64_t fixed(std::size_t bytes);
    double number();
    std::string_view text();

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
