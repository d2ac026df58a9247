// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/cpython/pythonlines.h"

#include <algorithm>
#include <span>

namespace ember::capture {

namespace {

constexpr std::int64_t instructionBytes = 2;

// A table's bytes one after the other; zeros behind its end.
class Bytes {
public:
    explicit Bytes(std::span<const std::byte> bytes) : m_bytes(bytes) { }

    bool atEnd() const { return m_place >= m_bytes.size(); }

    unsigned next() { return atEnd() ? 0 : std::to_integer<unsigned>(m_bytes[m_place++]); }

    // Takes a number of six bits per byte, low ones first; bit 6: more bytes follow.
    std::uint64_t varint()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 36; shift += 6) {
            const auto byte = next();
            value |= std::uint64_t(byte & 63U) << shift;
            if ((byte & 64U) == 0)
                break;
        }
        return value;
    }

    // Takes a number whose bit 0 is the sign.
    std::int64_t signedVarint()
    {
        const auto value = varint();
        const auto size = static_cast<std::int64_t>(value >> 1U);
        return (value & 1U) != 0 ? -size : size;
    }

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_place = 0;
};

std::int64_t toSigned(unsigned byte)
{
    return byte < 128 ? std::int64_t(byte) : std::int64_t(byte) - 256;
}

// The line of an offset in co_lnotab, up to 3.9: pairs of a step of the instruction and one of the
// line.
std::int64_t lineByPairs(Bytes table, std::int64_t line, std::int64_t offset)
{
    for (std::int64_t at = 0; !table.atEnd();) {
        at += table.next();
        const auto step = toSigned(table.next());
        if (at > offset)
            break;
        line += step;
    }
    return line;
}

// The line of an offset in 3.10's table: pairs of the length of a range and the step to its line;
// −128: the range has no line.
std::int64_t lineByRanges(Bytes table, std::int64_t line, std::int64_t offset)
{
    constexpr std::int64_t noLine = -128;
    bool hasLine = true;
    for (std::int64_t end = 0; !table.atEnd() && end <= offset;) {
        end += table.next();
        const auto step = toSigned(table.next());
        hasLine = step != noLine;
        line += hasLine ? step : 0;
    }
    return hasLine ? line : 0;
}

// Returns the step of the line in an entry of a location table; passes over the entry's other
// members.
std::int64_t stepOfEntry(Bytes &table, unsigned kind)
{
    constexpr unsigned firstOneLine = 10;
    constexpr unsigned noColumns = 13;
    constexpr unsigned longEntry = 14;
    constexpr unsigned noLocation = 15;
    if (kind < firstOneLine) {
        table.next();
        return 0;
    }
    if (kind < noColumns) {
        table.next();
        table.next();
        return std::int64_t(kind) - firstOneLine;
    }
    if (kind == noLocation)
        return 0;
    const auto step = table.signedVarint();
    for (int more = kind == longEntry ? 3 : 0; more > 0; --more)
        table.varint();
    return step;
}

// The line of an offset in co_linetable, from 3.11 on: entries with a kind and the length of their
// range.
std::int64_t lineByLocations(Bytes table, std::int64_t line, std::int64_t offset)
{
    constexpr unsigned noLocation = 15;
    bool hasLine = true;
    for (std::int64_t end = 0; !table.atEnd() && end <= offset;) {
        const auto head = table.next();
        const auto kind = head >> 3U & 15U;
        hasLine = kind != noLocation;
        end += (std::int64_t(head & 7U) + 1) * instructionBytes;
        line += stepOfEntry(table, kind);
    }
    return hasLine ? line : 0;
}

template<std::int64_t (*lineOf)(Bytes, std::int64_t, std::int64_t)>
std::uint32_t lineOrFirst(std::span<const std::byte> table, std::uint32_t firstLine,
                          std::uint32_t offset)
{
    if (offset == python::notStarted)
        return firstLine;
    const auto line = lineOf(Bytes(table), firstLine, offset);
    // A module's first instruction has line 0.
    const bool isUsable = line > 0 && line <= std::numeric_limits<std::int32_t>::max();
    return isUsable ? static_cast<std::uint32_t>(line) : firstLine;
}

} // namespace

LineOfPlace pythonLines(PythonVersion version)
{
    if (version < PythonVersion{3, 10})
        return lineOrFirst<lineByPairs>;
    if (version < PythonVersion{3, 11})
        return lineOrFirst<lineByRanges>;
    return lineOrFirst<lineByLocations>;
}

} // namespace ember::capture
