// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ember::capture {

// A line table as the copier gives it: this head; the lines of the entries, a u32 each; the index
// that finds the entry of an instruction, as it lies in memory (succ_index_table).
struct RubyLineHead {
    std::uint32_t entries = 0;
};

constexpr std::uint32_t rubyIndexHeadBytes = 48;
constexpr std::uint32_t rubyIndexBlockBytes = 80;

// How many bytes the index for so many instructions has.
std::uint32_t rubyIndexBytes(std::uint32_t instructions);

// The line of an instruction; see LineOfPlace. `place`: its number in its function.
std::uint32_t rubyLine(std::span<const std::byte> table, std::uint32_t firstLine,
                       std::uint32_t place);

} // namespace ember::capture
