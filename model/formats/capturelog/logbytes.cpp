// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/logbytes.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace ember::model::capturelog {

std::uint8_t ByteReader::byte()
{
    if (m_bytes.empty()) {
        m_failed = true;
        return 0;
    }
    const auto value = static_cast<std::uint8_t>(m_bytes.front());
    m_bytes.remove_prefix(1);
    return value;
}

std::uint64_t ByteReader::varint()
{
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const std::uint64_t next = byte();
        const std::uint64_t bits = next & 0x7fU;
        if (shift == 63 && bits > 1)
            break;
        value |= bits << shift;
        if ((next & 0x80U) == 0)
            return value;
    }
    fail();
    return 0;
}

std::int64_t ByteReader::signedVarint()
{
    return unzigzag(varint());
}

std::uint32_t ByteReader::varint32()
{
    const auto value = varint();
    if (value > std::numeric_limits<std::uint32_t>::max()) {
        fail();
        return 0;
    }
    return static_cast<std::uint32_t>(value);
}

std::uint64_t ByteReader::fixed(std::size_t bytes)
{
    std::uint64_t value = 0;
    for (std::size_t place = 0; place < bytes; ++place)
        value |= std::uint64_t(byte()) << (8 * place);
    return value;
}

double ByteReader::number()
{
    return std::bit_cast<double>(fixed(8));
}

std::string_view ByteReader::text()
{
    const auto size = varint();
    if (size > m_bytes.size() || size > maxTextBytes) {
        fail();
        return {};
    }
    const auto text = m_bytes.substr(0, static_cast<std::size_t>(size));
    m_bytes.remove_prefix(text.size());
    return text;
}

ByteReader ByteReader::part(std::uint64_t bytes)
{
    if (bytes > m_bytes.size())
        fail();
    const ByteReader part(m_bytes.substr(0, static_cast<std::size_t>(bytes)));
    m_bytes.remove_prefix(std::min(m_bytes.size(), static_cast<std::size_t>(bytes)));
    return part;
}

} // namespace ember::model::capturelog
