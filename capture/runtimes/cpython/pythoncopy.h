// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/copybytes.h"

#include <cstdint>

// The copy of a Python stack: what the copier writes and the decoder reads. A head, definitions of
// the code objects that the decoder does not know yet, frames from the leaf on. Both sides are in
// one process, so that the structures are copied as they are.
namespace ember::capture::python {

struct CopyHead {
    enum Flag : std::uint32_t {
        StartsOver = 1, // the decoder is to forget all definitions
        IsPartial = 2, // callers are missing
        IsTorn = 4, // the stack contradicts itself; no frames follow
        IsRefused = 8, // the build has another layout than its version; nothing follows, ever
    };

    std::uint32_t flags = 0;
    std::uint32_t definitions = 0;
    std::uint32_t frames = 0;
};

// A str as it lies in memory.
struct CopiedText {
    std::uint32_t bytes = 0;
    std::uint32_t characterSize = 1; // 1 (Latin-1), 2 or 4
};

// A code object. Its texts and its line table follow, in the order of the members.
struct CopiedCode {
    std::uint64_t code = 0; // its address
    std::uint32_t firstLine = 0;
    CopiedText name;
    CopiedText module;
    CopiedText file;
    std::uint32_t lineBytes = 0;
};

struct CopiedFrame {
    std::uint64_t code = 0; // its address; 0: more were new at this stop than are described at one
    std::int32_t offset =
        0; // of the instruction from the code's first one, in bytes; < 0: none yet
    std::uint32_t isEntry = 0;
};

} // namespace ember::capture::python
