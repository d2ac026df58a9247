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
// as empty stacks; a member of our own lists the rows, so that they are read as gaps again.
std::vector<std::size_t> gapMarks(const ThreadSamples &samples);

// Assigns process ids that are unique across profiles, for formats that identify processes by id:
// the own id, or a new one if that is not known (0) or taken.
class WrittenPids {
public:
    // All new ids are at least `lowest`: some formats use 0 for an unknown process.
    WrittenPids(std::span<const ProfilePointer> profiles, std::uint32_t lowest);

    // Id of a process of the profile at that index. If the process is invalid, as of a thread
    // without one, the id of that profile's first process.
    std::uint32_t pid(std::size_t profile, ProcessIndex process) const
    {
        return m_pids[profile][process.isValid() ? process.row() : 0];
    }

    // Number of processes that got a new id because theirs was taken.
    std::uint64_t changed() const { return m_changed; }

private:
    std::vector<std::vector<std::uint32_t>> m_pids; // by profile and process
    std::uint64_t m_changed = 0;
};

// Limits for formats that write each stack frame by frame. A profile stores stacks as a tree: a
// hundred thousand stacks, each one call deeper than the one before, are a few megabytes there and
// gigabytes in such a file. The enumeration says what is written with all its frames.
enum class WrittenOut : std::uint8_t {
    EachStack, // each stack of a thread, and of a label set if samples have labels
    EachSample,
    EachValue, // each sample, and without times once for each type of value
};

// Estimated bytes per frame in the text.
enum class WrittenFrame : std::uint8_t { Number = 8, Name = 32 };

// Most frames of deep stacks (writtenDepthLimit): a long capture of normal stacks may have more.
constexpr std::uint64_t writtenFrameLimit = 200'000'000;
// Stacks are deep if the mean of all that are written is over this many frames.
constexpr std::uint64_t writtenDepthLimit = 1'000;
// Most bytes of any stacks: more do not fit into memory.
constexpr std::uint64_t writtenByteLimit = 16'000'000'000;

// Returns FormatCannotHold if the stacks exceed writtenFrameLimit and are deeper than
// writtenDepthLimit, or if they exceed writtenByteLimit.
Result<void> checkWrittenOut(std::span<const ProfilePointer> profiles, WrittenOut written,
                             WrittenFrame frame);

} // namespace ember::model
