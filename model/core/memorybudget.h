// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace ember::model {

// The memory that readers may fill from a file of `fileBytes` (unpacked): with what they need
// beside it, they keep within 64 MB and 20 times the file. A few bytes can name a thread, which
// takes kilobytes, or claim a thousand million samples: code that may make much of a few bytes must
// ask for its limit here first.
constexpr std::uint64_t memoryBudget(std::size_t fileBytes)
{
    constexpr std::uint64_t floor = 48'000'000;
    constexpr std::uint64_t perByte = 14;
    return floor + perByte * fileBytes;
}

// How many objects of `each` bytes the budget has room for.
constexpr std::size_t mostWithinBudget(std::uint64_t each, std::size_t fileBytes)
{
    return memoryBudget(fileBytes) / each;
}

// Measured bytes per object, with all that is computed from it.
constexpr std::uint64_t threadMemory = 6'000; // of profiles that are shown while they are read
constexpr std::uint64_t finishedThreadMemory = 3'600; // of those that ProfileBuilder::take() gives
constexpr std::uint64_t seriesMemory = 1'800; // per series of measurements
constexpr std::uint64_t imageMemory = 400;
constexpr std::uint64_t stackNodeMemory = 60;

} // namespace ember::model
