// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Places in scripts, as V8 stores them.
namespace ember::capture::v8 {

// Where an instruction comes from: a character of a script, and the call that was inlined there.
struct Position {
    std::int32_t character = -1; // from the script's start on; < 0: none
    std::int32_t inlined = -1; // index of the inlined call; < 0: the function itself
};

// V8's SourcePosition of 64 bits. Positions in V8's own sources have no character.
Position unpackPosition(std::uint64_t packed);

// Returns the last entry of a source position table at or before `offset`. Absent: there is none,
// or the table is damaged before it.
std::optional<Position> positionAt(std::span<const std::byte> table, std::int64_t offset);

// Collects where the lines of a source begin, in UTF-16 units as V8 counts them, packed: each as
// the distance from the one before, 7 bits per byte, the first line left out.
class LineStarts {
public:
    // Adds the next part of the source.
    void add(std::span<const std::byte> part, bool isTwoByte);

    std::vector<std::byte> take() { return std::move(m_packed); }

private:
    void addUnit(std::uint32_t unit);

    std::vector<std::byte> m_packed;
    std::uint64_t m_units = 0;
    std::uint64_t m_lineStart = 0;
    bool m_endsLine = false; // the last unit was a carriage return
};

// Unpacks where lines start: returns the character at which each line begins.
std::vector<std::uint32_t> unpackLineStarts(std::span<const std::byte> packed);

struct LineAndColumn {
    std::uint32_t line = 0; // from 1 on; 0: not known
    std::uint32_t column = 0; // from 1 on; 0: not known
};

LineAndColumn lineOf(std::span<const std::uint32_t> lineStarts, std::int32_t character);

// The path in the name of a script: modules are named by URL.
std::string pathOfScript(std::string_view name);
// The module as Sentry's SDK for Node spells it: "node_modules" and what is before it, and the
// file's extension left out, dots between folders, a colon before the file.
std::string moduleOfPath(std::string_view path);

} // namespace ember::capture::v8
