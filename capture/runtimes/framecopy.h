// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/copybytes.h"

#include <cstdint>

// The copy of a script stack of the runtimes whose frames are a function and a place in it (Python,
// Ruby, PHP). A head, definitions of the functions that the decoder does not know yet, frames from
// the leaf on. Both sides are in one process, so that the structures are copied as they are.
namespace ember::capture {

struct FrameCopyHead {
    enum Flag : std::uint32_t {
        StartsOver = 1, // the decoder is to forget all definitions
        IsPartial = 2, // callers are missing
        IsTorn = 4, // the stack contradicts itself; nothing follows
        IsRefused = 8, // the process has another layout than its version; nothing follows, ever
    };

    std::uint32_t flags = 0;
    std::uint32_t definitions = 0;
    std::uint32_t frames = 0;
};

// A function. Its texts and its line table, whose form is the room's, follow in the order of the
// members.
struct FrameCopyFunction {
    std::uint64_t key = 0; // an address, or made of several
    std::uint32_t firstLine = 0;
    std::uint32_t nameBytes = 0;
    std::uint32_t moduleBytes = 0;
    std::uint32_t fileBytes = 0;
    std::uint32_t lineBytes = 0;
};

struct FrameCopyCall {
    std::uint64_t key = 0; // 0: more were new at this stop than are described at one
    std::uint32_t place = 0; // in the function, as the room's line table has it
    std::uint32_t isEntry = 0;
};

} // namespace ember::capture
