// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/wire.h"

namespace ember::model::pprof {

bool WireReader::fail(const char *reason)
{
    m_damage = reason;
    return false;
}

bool WireReader::readVarint(std::uint64_t &number)
{
    constexpr std::size_t longest = 10; // bytes of 7 bits
    number = 0;
    for (std::size_t i = 0; i < longest; ++i) {
        if (m_place + i == m_message.size()) {
            m_isCut = true;
            return fail("the message ends within a number");
        }
        const auto byte = static_cast<std::uint8_t>(m_message[m_place + i]);
        // Only one bit of the tenth byte fits; the rest is dropped, as in other readers.
        number |= std::uint64_t(byte & 0x7fU) << (7 * i);
        if ((byte & 0x80U) == 0) {
            m_place += i + 1;
            return true;
        }
    }
    return fail("a number has more than 10 bytes");
}

bool WireReader::skip(std::uint64_t bytes)
{
    if (bytes > m_message.size() - m_place) {
        m_isCut = true;
        return fail("a field goes beyond the message's end");
    }
    m_place += bytes;
    return true;
}

bool WireReader::nextVarint(std::uint64_t &number)
{
    return m_damage == nullptr && m_place < m_message.size() && readVarint(number);
}

bool WireReader::next(WireField &field)
{
    std::uint64_t tag = 0;
    if (!nextVarint(tag))
        return false;
    field = {};
    field.number = tag >> 3U;
    if (field.number == 0)
        return fail("a field has the number 0");
    field.type = static_cast<WireType>(tag & 7U);
    switch (field.type) {
    case WireType::Varint: return readVarint(field.varint);
    case WireType::Fixed64: return skip(8);
    case WireType::Fixed32: return skip(4);
    case WireType::Bytes: {
        std::uint64_t length = 0;
        if (!readVarint(length))
            return false;
        const auto start = m_place;
        if (!skip(length))
            return false;
        field.bytes = m_message.substr(start, length);
        return true;
    }
    }
    return fail("a field has an unknown wire type");
}

void WireWriter::varint(std::uint64_t value)
{
    for (; value >= 0x80U; value >>= 7U)
        m_message += static_cast<char>(0x80U | (value & 0x7fU));
    m_message += static_cast<char>(value);
}

void WireWriter::number(std::uint64_t field, std::uint64_t value)
{
    if (value == 0)
        return;
    varint(field << 3U | std::uint64_t(WireType::Varint));
    varint(value);
}

void WireWriter::bytes(std::uint64_t field, std::string_view value)
{
    varint(field << 3U | std::uint64_t(WireType::Bytes));
    varint(value.size());
    m_message += value;
}

} // namespace ember::model::pprof
