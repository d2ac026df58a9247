// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace ember::model {

// What readers may make of a file of so many bytes, unpacked: with what they need beside it, they
// keep within 64 MB and 20 times the file. A few bytes can name a thread, which takes kilobytes, or
// say "a thousand million samples": whoever makes much of little asks here first.
constexpr std::uint64_t memoryBudget(std::size_t fileBytes)
{
    constexpr std::uint64_t floor = 48'000'000;
    constexpr std::uint64_t perByte = 14;
    return floor + perByte * fileBytes;
}

// How many of `each` bytes that is room for.
constexpr std::size_t mostWithinBudget(std::uint64_t each, std::size_t fileBytes)
{
    return memoryBudget(fileBytes) / each;
}

// Measured, in bytes, with all that is computed of one.
constexpr std::uint64_t threadMemory = 6'000;
constexpr std::uint64_t seriesMemory = 1'800; // of measurements
constexpr std::uint64_t imageMemory = 400;
constexpr std::uint64_t stackNodeMemory = 60;

} // namespace ember::model
