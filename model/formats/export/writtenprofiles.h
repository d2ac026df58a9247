// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/profile/profile.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ember::model {

// The rows of a thread that are gap marks. Formats whose samples last until the next one write them
// as empty stacks; a member of ours says which these are, so that they are read as gaps again.
std::vector<std::size_t> gapMarks(const ThreadSamples &samples);

// Assigns process ids that are unique across profiles, for formats that identify processes by id:
// the own id, or a new one if that is not known (0) or taken.
class WrittenPids {
public:
    // None is below `lowest`: some formats have a place for a process that is not known, 0.
    WrittenPids(std::span<const ProfilePointer> profiles, std::uint32_t lowest);

    // Of a process of the profile at that place. Not valid: of its threads without one, which are
    // counted to its first.
    std::uint32_t pid(std::size_t profile, ProcessIndex process) const
    {
        return m_pids[profile][process.isValid() ? process.row() : 0];
    }

    // Number of processes that got a new id.
    std::uint64_t changed() const { return m_changed; }

private:
    std::vector<std::vector<std::uint32_t>> m_pids; // by profile and process
    std::uint64_t m_changed = 0;
};

// Limits for formats that write each stack frame by frame. A profile has a tree of stacks: a
// hundred thousand stacks, each one call deeper than the one before, are a few megabytes there and
// gigabytes in such a file.
enum class WrittenOut : std::uint8_t {
    EachStack, // of a thread, and of a label set where samples have labels
    EachSample,
    EachValue, // each sample; without times, once for each type of value
};

// Estimated bytes per frame in the text.
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
