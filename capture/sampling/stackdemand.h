// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/unwind/unwinder.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace ember::capture {

// A stretch of a stack to copy; size 0: none.
struct StackPiece {
    std::uint64_t address = 0;
    std::size_t size = 0;

    friend bool operator==(const StackPiece &, const StackPiece &) = default;
};

// How much of a thread's stack must be copied while it stands. Written by the unwinding thread,
// which learns it from each stack, and read by the sampler before it copies the next one. The two
// never wait for each other: a mixture of old and new costs a longer copy, or a shorter one whose
// rest is read from the running target.
class StackDemand {
public:
    // Of a stack not seen before. Longer than most need, because what it lacks is read from the
    // running target, and it happens once per thread.
    static constexpr std::size_t firstCopy = std::size_t(32) << 10U;
    // What lies beyond is read from the running target, if it is still there.
    static constexpr std::size_t longestCopy = std::size_t(512) << 10U;

    // Whether pieces() is not a guess.
    bool isKnown(std::uint64_t sp) const;
    // The stack that `sp` is on; and, where that is a stack for signal handlers only, the one they
    // interrupted.
    std::array<StackPiece, 2> pieces(std::uint64_t sp) const;
    void learn(std::uint64_t sp, const UnwoundStack &stack);

private:
    bool isOnHandlers(std::uint64_t sp) const;

    // Addresses behind the highest byte needed of the thread's own stack, and of the one for its
    // handlers (sigaltstack). 0: not known.
    std::atomic<std::uint64_t> m_top{0};
    std::atomic<std::uint64_t> m_handlersTop{0};
    std::atomic<std::uint64_t> m_interrupted{0}; // sp of the code that a handler interrupted last
};

} // namespace ember::capture
