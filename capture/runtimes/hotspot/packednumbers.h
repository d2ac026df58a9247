// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/hotspot/vmlayout.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ember::capture::hotspot {

// Reads numbers that HotSpot has packed. Past the end all are absent.
class PackedNumbers {
public:
    PackedNumbers(std::span<const std::byte> bytes, NumberCoding coding)
        : m_bytes(bytes),
          m_coding(coding)
    {
    }

    std::optional<std::uint8_t> byte()
    {
        if (m_at >= m_bytes.size())
            return std::nullopt;
        return std::to_integer<std::uint8_t>(m_bytes[m_at++]);
    }

    std::optional<std::uint32_t> number()
    {
        const std::uint32_t excluded = m_coding == NumberCoding::NoZeroBytes ? 1 : 0;
        const std::uint32_t firstHigh = 192; // bytes from here on say that another one follows
        std::uint32_t sum = 0;
        for (std::uint32_t i = 0; i < 5; ++i) {
            const auto digit = byte();
            if (!digit || *digit < excluded)
                return std::nullopt;
            sum += (*digit - excluded) << (6 * i);
            if (*digit < firstHigh)
                break;
        }
        return sum;
    }

    // Takes a number whose lowest bit is the sign.
    std::optional<std::int32_t> signedNumber()
    {
        const auto value = number();
        if (!value)
            return std::nullopt;
        return static_cast<std::int32_t>(*value >> 1U ^ (0U - (*value & 1U)));
    }

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_at = 0;
    NumberCoding m_coding;
};

// From this bytecode on, code is of this line.
struct BytecodeLine {
    std::uint32_t bytecode = 0;
    std::uint32_t line = 0;
};

// A method's line table, in the order in which it was written. Empty: it makes no sense, or has
// more than 16 384 entries.
std::vector<BytecodeLine> lineTable(std::span<const std::byte> packed, NumberCoding coding);

// The line of a bytecode; 0: not known.
std::uint32_t lineAt(std::span<const BytecodeLine> table, std::uint32_t bytecode);

} // namespace ember::capture::hotspot
