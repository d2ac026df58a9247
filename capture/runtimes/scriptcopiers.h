// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/foundruntimes.h"
#include "capture/runtimes/scriptruntime.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ember::capture {

// A copy of a script stack among the bytes of its tick. Size 0: none.
struct CopiedScript {
    std::uint8_t runtime = 0; // its place in FoundRuntimes
    std::size_t offset = 0;
    std::size_t size = 0;
    bool isTorn = false; // it is not to be decoded
};

// A thread that runs scripts of more languages than these loses those of the others.
using CopiedScripts = std::array<CopiedScript, 2>;

// The copiers of a process, one for each runtime that was found in it. The sampler's thread.
class ScriptCopiers {
public:
    // Appends copies of the thread's script stacks to `to`.
    CopiedScripts copy(const FoundRuntimes &found, const StoppedThread &thread, StopReader &reader,
                       std::vector<std::byte> &to);
    // Call once the thread runs again: marks those of its copies that did not hold true.
    void confirm(StopReader &reader, CopiedScripts &copies);
    // See ScriptCopier.
    void discardLast();
    void startOver();
    void forget(pid_t thread);

    static constexpr std::size_t mostBytes = std::size_t(8) << 20U; // of one tick

private:
    std::vector<std::unique_ptr<ScriptCopier>> m_copiers;
};

} // namespace ember::capture
