// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/unwind/unwinder.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace ember::capture {

// Remembers where the threads of a process sleep, and whether the few registers that are known of a
// sleeping thread are enough to unwind its stack there. Written by the unwinding thread, read by
// the sampler.
//
// A place is a stack pointer and a program counter: a thread mostly comes back to where it slept
// before. Bounded: places overwrite each other, which costs a suspension at most.
class BlockedPlaces {
public:
    enum class Need : std::uint8_t { Unknown, Nothing, Registers };

    Need needAt(const Registers &place) const
    {
        const auto key = keyOf(place);
        const auto entry = m_entries[slotOf(key)].load(std::memory_order_relaxed);
        if ((entry & ~needsBit) != key)
            return Need::Unknown;
        return (entry & needsBit) != 0 ? Need::Registers : Need::Nothing;
    }

    void learn(const Registers &place, Need need)
    {
        const auto key = keyOf(place);
        const bool needs = need == Need::Registers;
        m_entries[slotOf(key)].store(key | (needs ? needsBit : 0), std::memory_order_relaxed);
        if (needs)
            m_needing[slotOf(codeKeyOf(place))].store(true, std::memory_order_relaxed);
    }

    // Whether some stack was found in which callers of this code keep frame pointers only in the
    // register. An unknown place in such code is better read with all registers.
    bool mayNeedRegisters(const Registers &place) const
    {
        return m_needing[slotOf(codeKeyOf(place))].load(std::memory_order_relaxed);
    }

private:
    static constexpr std::uint64_t needsBit = 1;
    static constexpr std::size_t slotBits = 10;
    static constexpr std::uint64_t spread = 0x9e3779b97f4a7c15; // 2⁶⁴ over the golden ratio

    static std::uint64_t codeKeyOf(const Registers &place) { return place.pc * spread; }

    static std::uint64_t keyOf(const Registers &place)
    {
        return ((place.sp * spread) ^ (place.pc * spread >> 7U) ^ place.pc) & ~needsBit;
    }

    static std::size_t slotOf(std::uint64_t key) { return key >> (64 - slotBits); }

    std::array<std::atomic<std::uint64_t>, std::size_t(1) << slotBits> m_entries{};
    std::array<std::atomic<bool>, std::size_t(1) << slotBits> m_needing{};
};

// A piece of a stack to copy; size 0: none.
struct StackPiece {
    std::uint64_t address = 0;
    std::size_t size = 0;

    friend bool operator==(const StackPiece &, const StackPiece &) = default;
};

// How much of a thread's stack must be copied while the thread is stopped. Written by the unwinding
// thread, which learns it from each stack, and read by the sampler before it copies the next one.
// Neither waits for the other: a mixture of old and new values costs a longer copy, or a shorter
// one whose rest is read from the running target.
class StackDemand {
public:
    // Size of the copy for an unknown stack. Longer than most need, because what is missing is read
    // from the running target, and it happens once per thread.
    static constexpr std::size_t firstCopy = std::size_t(32) << 10U;
    // The greatest size of a copy; the stack beyond it is read from the running target, if that
    // still exists.
    static constexpr std::size_t longestCopy = std::size_t(512) << 10U;

    // Whether the size of the needed part of the stack that `sp` is on is known, so that pieces()
    // does not guess it.
    bool isKnown(std::uint64_t sp) const;
    // The piece of the stack that `sp` is on; if that is a stack for signal handlers only, also a
    // piece of the stack that they interrupted.
    std::array<StackPiece, 2> pieces(std::uint64_t sp) const;
    void learn(std::uint64_t sp, const UnwoundStack &stack);

    // Whether the thread's frame pointers lead from its own stack to others that cannot be
    // foretold, those of goroutines.
    bool followsFrames() const { return m_followsFrames.load(std::memory_order_relaxed); }

    // The piece to copy of a goroutine's stack around `frame`, to which a frame pointer has led. It
    // ends at the stack's `end` unless that is far away or not known (0).
    StackPiece pieceAround(std::uint64_t frame, std::uint64_t end = 0) const;
    // Returns UnwoundStack::goroutineOffset if sp is on a stack on which goroutines' stacks were
    // grown; else 0.
    std::uint32_t goroutineOffsetAt(std::uint64_t sp) const;
    // The piece to copy of a goroutine's stack from `address` on; it ends as pieceAround()'s does.
    StackPiece pieceFrom(std::uint64_t address, std::uint64_t end = 0) const;

    // Notes that the image in which the newest stack was cut, for lack of the image, is known by
    // now.
    void noteImage() { m_hasImage.store(true, std::memory_order_relaxed); }
    // Whether noteImage() was called since the last call of takeImage().
    bool takeImage()
    {
        return m_hasImage.load(std::memory_order_relaxed)
            && m_hasImage.exchange(false, std::memory_order_relaxed);
    }

private:
    void learnApart(const UnwoundStack &stack);
    bool isOnHandlers(std::uint64_t sp) const;

    // End addresses of the needed parts of the thread's own stack, and of the stack for its
    // handlers (sigaltstack). 0: not known.
    std::atomic<std::uint64_t> m_top{0};
    std::atomic<std::uint64_t> m_handlersTop{0};
    std::atomic<std::uint64_t> m_interrupted{0}; // sp of the code that a handler interrupted last
    std::atomic<bool> m_followsFrames{false};
    std::atomic<bool> m_hasImage{false};
    std::atomic<std::uint32_t> m_goroutineOffset{0};
    std::atomic<std::uint64_t> m_growersTop{0}; // end of the stack on which goroutines' stacks are
                                                // grown; 0: not known
    std::atomic<std::size_t> m_apartSize{firstCopy}; // size of the pieces of goroutines' stacks
};

// Where a chain of frame pointers leaves the copy of a stack, upwards or to another stack; 0: it
// ends there.
std::uint64_t frameElsewhere(const StackCopy &copy, std::uint64_t framePointer);

} // namespace ember::capture
