// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/unwind/registerfile.h"
#include "capture/unwind/stackmemory.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>

namespace ember::capture {

// An address: so many bytes above what a register held where a walk began.
struct CodePlace {
    enum class Base : std::uint8_t { Unknown, Stack, Frame };

    Base base = Base::Unknown;
    std::int64_t offset = 0;

    CodePlace plus(std::int64_t bytes) const { return {base, offset + bytes}; }

    bool isKnown() const { return base != Base::Unknown; }

    friend bool operator==(const CodePlace &, const CodePlace &) = default;
};

// The stack and the registers on the way from an instruction to its function's return, as far as
// the instructions on that way have changed them. Registers that calls keep are the caller's again
// at the return, so the last that was read back from the stack is the caller's, and one that never
// was has not been changed.
struct WalkState {
    CodePlace stack{CodePlace::Base::Stack, 0};
    CodePlace frame{CodePlace::Base::Frame, 0};
    // Where the caller's value of a tracked register is; Unknown: in the register, where the walk
    // began. Of the return address only where calls leave it in a register.
    std::array<CodePlace, trackedRegisters.size()> saved{};
    bool isReturnAddressLost = false; // a call has overwritten its register

    void moveStack(std::int64_t bytes) { stack = stack.plus(bytes); }

    // The walk passes the instruction that writes there: the word is not there yet.
    void store(CodePlace place)
    {
        m_stored[m_storedCount % m_stored.size()] = place;
        ++m_storedCount;
    }

    // A register is read from the stack.
    void load(Register number, CodePlace place)
    {
        for (std::size_t i = 0; i < trackedRegisters.size(); ++i) {
            if (trackedRegisters[i] == number)
                saved[i] = wasStored(place) ? CodePlace() : place;
        }
        if (number == machine::returnAddress)
            isReturnAddressLost = false;
        if (number == machine::framePointer)
            frame = wasStored(place) ? CodePlace{CodePlace::Base::Frame, 0} : CodePlace();
        if (number == machine::stackPointer)
            stack = {};
    }

private:
    bool wasStored(CodePlace place) const
    {
        for (std::size_t i = 0; i < m_stored.size() && i < m_storedCount; ++i) {
            if (m_stored[i] == place)
                return true;
        }
        return false;
    }

    std::array<CodePlace, 24> m_stored{};
    std::size_t m_storedCount = 0;
};

// How it goes on behind an instruction.
struct CodeFlow {
    enum class Kind : std::uint8_t {
        Next,
        Return,
        Jump, // to `target`
        Branch, // to `target` or on
        JumpElsewhere, // nobody knows where to: mostly by a table, to code that comes next
        LeaveElsewhere, // likewise, but by a linkage table: into another function, which returns
        End, // nowhere, or it cannot be read
    };

    Kind kind = Kind::End;
    std::uint8_t length = 0;
    std::uint64_t target = 0;
};

namespace machine {

constexpr std::size_t longestInstruction = 16;

// Reads the instruction at `address` (of x86-64 or AArch64), all of it where `bytes` has
// longestInstruction of them, and does to `state` what it does to the stack.
CodeFlow followInstruction(std::span<const std::byte> bytes, std::uint64_t address,
                           WalkState &state);

// Whether the bytes before a return address end in a call. `before`: the eight of them, the last
// one highest.
bool endsInCall(std::uint64_t before);

} // namespace machine

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
