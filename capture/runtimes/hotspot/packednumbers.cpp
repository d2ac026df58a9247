// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/hotspot/packednumbers.h"

namespace ember::capture::hotspot {

namespace {

constexpr std::uint8_t endOfTable = 0;
constexpr std::uint8_t longPair = 0xff;
constexpr std::uint32_t highestBytecode = 65535;
// Limit of a method's line table: each frame's line is looked for in all entries while the thread
// is stopped.
constexpr std::size_t mostLines = 16384;

} // namespace

// Reads the packed table. Most bytes are a step in both numbers: three bits of it in lines, the
// others in bytecodes (compressedStream in method.hpp).
std::vector<BytecodeLine> lineTable(std::span<const std::byte> packed, NumberCoding coding)
{
    PackedNumbers numbers(packed, coding);
    std::vector<BytecodeLine> table;
    std::int64_t bytecode = 0;
    std::int64_t line = 0;
    while (const auto step = numbers.byte()) {
        if (*step == endOfTable)
            return table;
        if (*step == longPair) {
            const auto bytecodes = numbers.signedNumber();
            const auto lines = numbers.signedNumber();
            if (!bytecodes || !lines)
                break;
            bytecode += *bytecodes;
            line += *lines;
        } else {
            bytecode += *step >> 3U;
            line += *step & 7U;
        }
        if (bytecode < 0 || bytecode > highestBytecode || line < 0 || line > highestBytecode
            || table.size() >= mostLines)
            break;
        table.push_back({static_cast<std::uint32_t>(bytecode), static_cast<std::uint32_t>(line)});
    }
    return {}; // the table has no end, an impossible number or too many entries
}

// Does as Method::line_number_from_bci: of the entries at or before the bytecode the nearest one
// counts, of those at the same bytecode the first.
std::uint32_t lineAt(std::span<const BytecodeLine> table, std::uint32_t bytecode)
{
    BytecodeLine best;
    bool isFound = false;
    for (const auto &entry : table) {
        if (entry.bytecode == bytecode)
            return entry.line;
        if (entry.bytecode < bytecode && (!isFound || entry.bytecode >= best.bytecode)) {
            best = entry;
            isFound = true;
        }
    }
    return best.line;
}

} // namespace ember::capture::hotspot
