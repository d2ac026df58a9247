// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/profile/profile.h"

#include <cstdint>
#include <span>

namespace ember::model {

// What a format writes out frame by frame, where a profile has trees of stacks: a hundred thousand
// stacks, each a call deeper than the one before, are a few megabytes here and gigabytes there.
enum class WrittenOut : std::uint8_t {
    EachStack, // of a thread, and of a label set where samples have labels
    EachSample,
    EachValue, // each sample; without times, once for each type of value
};

// About what a frame takes in the text, in bytes.
enum class WrittenFrame : std::uint8_t { Number = 8, Name = 32 };

// A long capture may have more than that, of stacks as deep as programs have them.
constexpr std::uint64_t writtenFrameLimit = 200'000'000;
constexpr std::uint64_t writtenDepthLimit = 1'000; // the mean of all that are written
// What nobody has the memory for.
constexpr std::uint64_t writtenByteLimit = 16'000'000'000;

// FormatCannotHold if that would be more frames than writtenFrameLimit, of stacks deeper than
// writtenDepthLimit, or more bytes than writtenByteLimit.
Result<void> checkWrittenOut(std::span<const ProfilePointer> profiles, WrittenOut written,
                             WrittenFrame frame);

} // namespace ember::model
