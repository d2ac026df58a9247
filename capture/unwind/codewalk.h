// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/unwind/stackmemory.h"
#include "capture/unwind/walkstate.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace ember::capture {

// How code without unwind tables gets back to its caller.
struct WayBack {
    bool isFound = false;
    CodePlace returnAddress; // Unknown: in its register
    CodePlace callersStack;
    std::array<CodePlace, trackedRegisters.size()> saved{}; // Unknown: in the register
};

// Finds the way from an instruction to its function's return by reading the instructions on it: of
// hand-written assembly, which has no unwind tables, as libgmp's. What it finds is a guess to be
// checked: whoever is called returns behind a call. Ways in files' code are kept. One thread.
class CodeWalk {
public:
    // Instructions looked at from one place, of all the ways that lead on from there.
    static constexpr int longestWalk = 4096;
    static constexpr std::size_t mostKept = 65536;

    // Valid until the next call. `isKept`: the code there stays what it is.
    const WayBack &find(std::uint64_t pc, bool isKept, StackMemory &memory);
    // Other code may be there.
    void forget() { m_kept.clear(); }

private:
    std::unordered_map<std::uint64_t, WayBack> m_kept;
    WayBack m_last;
};

} // namespace ember::capture
