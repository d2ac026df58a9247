// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/profile/profile.h"

#include <cstdint>
#include <span>

namespace ember::model {

// What a format writes out frame by frame, where a profile has trees of stacks: a hundred thousand
// stacks, each a call deeper than the one before, are a few megabytes here and gigabytes there.
enum class WrittenOut : std::uint8_t { EachStack, EachSample };

constexpr std::uint64_t writtenFrameLimit = 200'000'000;

// FormatCannotHold if that would be more frames than writtenFrameLimit.
Result<void> checkWrittenOut(std::span<const ProfilePointer> profiles, WrittenOut written);

} // namespace ember::model
