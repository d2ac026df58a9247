// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/dwarfcursor.h"

namespace ember::capture {

// Reads a ULEB128. Bits above the 64th are dropped; an endless number stops at the end of the
// bytes.
std::uint64_t DwarfCursor::uleb()
{
    std::uint64_t result = 0;
    for (unsigned shift = 0;; shift += 7) {
        const std::uint8_t part = byte();
        if (shift < 64)
            result |= std::uint64_t(part & 0x7fU) << shift;
        if ((part & 0x80U) == 0)
            return result;
    }
}

std::int64_t DwarfCursor::sleb()
{
    std::uint64_t result = 0;
    for (unsigned shift = 0;;) {
        const std::uint8_t part = byte();
        if (shift < 64)
            result |= std::uint64_t(part & 0x7fU) << shift;
        shift += 7;
        if ((part & 0x80U) != 0)
            continue;
        if ((part & 0x40U) != 0 && shift < 64)
            result |= ~std::uint64_t(0) << shift;
        return static_cast<std::int64_t>(result);
    }
}

std::uint64_t DwarfCursor::pointerValue(std::uint8_t format)
{
    const auto extended = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
    switch (format) {
    case 0x00: return value<std::uint64_t>(); // as wide as an address
    case 0x01: return uleb();
    case 0x02: return value<std::uint16_t>();
    case 0x03: return value<std::uint32_t>();
    case 0x04: return value<std::uint64_t>();
    case 0x09: return extended(sleb());
    case 0x0a: return extended(value<std::int16_t>());
    case 0x0b: return extended(value<std::int32_t>());
    case 0x0c: return value<std::uint64_t>();
    default: m_isGood = false; return 0;
    }
}

std::uint64_t DwarfCursor::pointer(std::uint8_t encoding, std::uint64_t dataBase)
{
    if (encoding == pointerOmitted)
        return 0;
    const auto itself = m_address;
    const auto written = pointerValue(encoding & pointerFormatMask);
    switch (encoding & pointerBaseMask) {
    case pointerAbsolute: return written;
    case pointerRelativeToItself: return itself + written;
    case pointerRelativeToData: return dataBase + written;
    default: m_isGood = false; return 0;
    }
}

} // namespace ember::capture
