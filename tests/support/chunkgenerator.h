// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ember::tests {

// What most of the bytes of a made-up chunk are: the three kinds that cost a reader differently.
enum class ChunkContent : std::uint8_t {
    Samples, // few stacks, seen again and again
    Stacks, // hardly a stack twice
    Frames, // long names, tens of thousands of frames
};

// A valid V2 chunk of about `bytes` bytes with ten threads; the same bytes for the same arguments.
// Threads call and return as programs do: half of the ticks see the stack of the tick before, the
// others one that differs in its last few calls. `number`, below 100: which minute of its session
// it is, each a chunk of its own.
std::string generateChunk(ChunkContent content, std::size_t bytes, unsigned number = 0);

} // namespace ember::tests
