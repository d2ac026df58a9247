// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace ember::model {

// Returns the bytes of memory that a reader may fill from a file of `fileBytes` (unpacked), so that
// all its memory stays within 64 MB plus 20 times the file. A few bytes can name a thread, which
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

// Measured memory in bytes, with all that is computed from the object.
constexpr std::uint64_t threadMemory = 6'000; // a thread of a profile shown while it is read
// A thread of a profile from ProfileBuilder::take().
constexpr std::uint64_t finishedThreadMemory = 3'600;
constexpr std::uint64_t seriesMemory = 1'800; // a series of measurements
constexpr std::uint64_t imageMemory = 400;
constexpr std::uint64_t stackNodeMemory = 60;

} // namespace ember::model
