// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace ember::capture {

// How pointers are written in .eh_frame (LSB core, "DWARF exception header encoding"): low four
// bits the format, the next three what they are relative to.
enum PointerEncoding : std::uint8_t {
    pointerAbsolute = 0x00,
    pointerFormatMask = 0x0f,
    pointerRelativeToItself = 0x10,
    pointerRelativeToData = 0x30,
    pointerBaseMask = 0x70,
    pointerIndirect = 0x80,
    pointerOmitted = 0xff,
};

// Reads bytes of a file, front to back. Reading past the end yields zeroes and leaves the cursor
// bad: check isGood() before using what was read.
class DwarfCursor {
public:
    DwarfCursor() = default;

    // `address` is where bytes[0] is loaded, for pointers relative to themselves.
    DwarfCursor(std::span<const std::byte> bytes, std::uint64_t address)
        : m_rest(bytes),
          m_address(address)
    {
    }

    bool isGood() const { return m_isGood; }

    bool atEnd() const { return m_rest.empty(); }

    std::size_t remaining() const { return m_rest.size(); }

    std::span<const std::byte> rest() const { return m_rest; }

    std::uint64_t address() const { return m_address; }

    template<typename T>
    T value()
    {
        static_assert(std::is_trivially_copyable_v<T>);
        T result{};
        if (const auto bytes = take(sizeof(T)); !bytes.empty())
            std::memcpy(&result, bytes.data(), sizeof(T));
        return result;
    }

    std::uint8_t byte() { return value<std::uint8_t>(); }

    std::uint64_t uleb();
    std::int64_t sleb();

    // Takes `count` bytes. If there are fewer, the result is empty and the cursor is bad.
    std::span<const std::byte> take(std::uint64_t count)
    {
        if (count > m_rest.size()) {
            m_isGood = false;
            m_rest = {};
            return {};
        }
        const auto bytes = m_rest.first(count);
        m_rest = m_rest.subspan(count);
        m_address += count;
        return bytes;
    }

    // Reads a pointer. Of an indirect pointer, this is the address of the pointer.
    std::uint64_t pointer(std::uint8_t encoding, std::uint64_t dataBase);

private:
    std::uint64_t pointerValue(std::uint8_t format);

    std::span<const std::byte> m_rest;
    std::uint64_t m_address = 0;
    bool m_isGood = true;
};

} // namespace ember::capture
