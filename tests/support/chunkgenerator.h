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
// Threads call and return as programs do: a tick sees the stack of the tick before, or one that
// differs in its last few calls; stacks are 20 to 80 deep, half of them less than 50. Of 50 MB:
//
//              samples     stacks  frames  idle ticks  boxes
//     Samples  725 000      5 600   3 000     35–75 %  1.8 M
//     Stacks   165 000    155 000   3 000         6 %  0.53 M
//     Frames    28 000     20 000  93 000        29 %  50 000
//
// `number`, below 100: which minute of its session it is, each a chunk of its own.
std::string generateChunk(ChunkContent content, std::size_t bytes, unsigned number = 0);

} // namespace ember::tests
