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

// An address as an offset from the value that a register had where the walk began.
struct CodePlace {
    enum class Base : std::uint8_t { Unknown, Stack, Frame };

    Base base = Base::Unknown;
    std::int64_t offset = 0;

    CodePlace plus(std::int64_t bytes) const { return {base, offset + bytes}; }

    bool isKnown() const { return base != Base::Unknown; }

    friend bool operator==(const CodePlace &, const CodePlace &) = default;
};

// The stack and the registers on the way from an instruction to its function's return, as far as
// the instructions on that way have changed them. Registers that calls preserve have the caller's
// values again at the return, so the value that was last loaded from the stack is the caller's, and
// a register that was never loaded has not been changed.
struct WalkState {
    CodePlace stack{CodePlace::Base::Stack, 0};
    CodePlace frame{CodePlace::Base::Frame, 0};
    // The places of the caller's values of the tracked registers; Unknown: the value is in the
    // register itself, as it is where the walk began. The return address is tracked only on
    // machines where calls leave it in a register.
    std::array<CodePlace, trackedRegisters.size()> saved{};
    bool isReturnAddressLost = false; // a call has overwritten the return address's register

    void moveStack(std::int64_t bytes) { stack = stack.plus(bytes); }

    // Notes that the walk has passed an instruction that writes to `place`. The thread has not
    // executed it, so the word is not there yet: load() must not take it for a saved register.
    void store(CodePlace place)
    {
        m_stored[m_storedCount % m_stored.size()] = place;
        ++m_storedCount;
    }

    // Notes that a register is loaded from the stack.
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

// Describes where execution continues after an instruction.
struct CodeFlow {
    enum class Kind : std::uint8_t {
        Next,
        Return,
        Jump, // to `target`
        Branch, // to `target` or to the next instruction
        JumpElsewhere, // target unknown: mostly a jump by a table, whose targets follow it
        LeaveElsewhere, // target unknown, by a linkage table: into another function, which returns
        End, // no continuation, or the instruction cannot be decoded
    };

    Kind kind = Kind::End;
    std::uint8_t length = 0;
    std::uint64_t target = 0;
};

namespace machine {

constexpr std::size_t longestInstruction = 16;

// Decodes the instruction at `address` (x86-64 or AArch64) and applies its effect on the stack to
// `state`. `bytes` begins at `address` and has longestInstruction bytes, or fewer where no more can
// be read; if the instruction is not complete in them the kind is End.
CodeFlow followInstruction(std::span<const std::byte> bytes, std::uint64_t address,
                           WalkState &state);

// Whether the eight bytes before a return address end in a call. `before` has the last one of them
// in its highest bits.
bool endsInCall(std::uint64_t before);

} // namespace machine

// How code without unwind tables returns to its caller.
struct WayBack {
    bool isFound = false;
    CodePlace returnAddress; // Unknown: the return address is in its register
    CodePlace callersStack;
    std::array<CodePlace, trackedRegisters.size()> saved{}; // of the tracked registers; Unknown: in
                                                            // the register itself
};

// Finds the way from an instruction to its function's return by decoding the instructions on it,
// for hand-written assembly without unwind tables, such as libgmp's. The result is a guess that
// must be checked: a return address must follow a call. Ways in code of files are cached. One
// thread.
class CodeWalk {
public:
    // Limit of the instructions decoded from one place, over all ways that lead on from there.
    static constexpr int longestWalk = 4096;
    static constexpr std::size_t mostKept = 65536;

    // Returns the way from `pc`; valid until the next call. `isKept`: the code there does not
    // change, so that the way may be cached.
    const WayBack &find(std::uint64_t pc, bool isKept, StackMemory &memory);
    // Drops the cache: other code may be mapped there.
    void forget() { m_kept.clear(); }

private:
    std::unordered_map<std::uint64_t, WayBack> m_kept;
    WayBack m_last;
};

} // namespace ember::capture
