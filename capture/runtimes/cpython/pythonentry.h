// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/cpython/pythonlayout.h"
#include "capture/unwind/unwinder.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ember::capture {

// Offsets in a function's code.
struct CodeOffsets {
    std::size_t start = 0;
    std::size_t end = 0;

    bool contains(std::size_t offset) const { return offset >= start && offset < end; }

    friend bool operator==(const CodeOffsets &, const CodeOffsets &) = default;
};

// The part of the interpreter's function of 3.11 and 3.12 in which a structure on the native stack
// (_PyCFrame) is linked to the thread's state, but neither it nor the new frame is filled in.
struct UnfilledCFrame {
    // Where the caller's frame is found while the thread is stopped at `from` or behind it, up to
    // the next entry's `from`.
    struct Caller {
        enum class In : std::uint8_t {
            Nothing, // not known
            Register, // a register holds the address of the frame
            CFrame, // a register holds the address of the caller's _PyCFrame
            Stack, // a place on the stack holds the address of the frame
        };

        std::size_t from = 0; // offset in the function's code
        In in = In::Nothing;
        // For a register its number in instructions; for a place on the stack its distance from the
        // stack pointer.
        std::int64_t where = 0;

        bool isSamePlace(const Caller &other) const
        {
            return in == other.in && where == other.where;
        }
    };

    CodeOffsets code;
    std::vector<Caller> callers; // ascending
};

// Finds the part of the interpreter's function that UnfilledCFrame describes; the order of the
// instructions in it is up to the compiler. `code`: the function's begin, x86-64. Absent: it has
// another form, with calls or branches between, or is of another machine.
std::optional<UnfilledCFrame> unfilledCFrame(std::span<const std::byte> code,
                                             const PythonLayout &layout);

// The address of a frame (`value`), or where in the process's memory that address is stored.
struct FramePointer {
    std::uint64_t value = 0;
    bool isInMemory = false;
};

// Returns the frame that has called the new one, for a thread that is stopped at an offset within
// the part. Absent: not known.
std::optional<FramePointer> callerOfNewFrame(const UnfilledCFrame &part, std::size_t offset,
                                             const Registers &registers,
                                             const PythonLayout &layout);

} // namespace ember::capture
