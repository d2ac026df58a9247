// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/unwind/registerfile.h"
#include "capture/unwind/stackmemory.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ember::capture {

// Returns the value of a DWARF expression (DWARF 5, 2.5) with the operations that call frame
// information uses: registers, memory, arithmetic, branches. `initial`, if given, is on the stack
// at the start. Absent if a register or memory is not known, or the expression is malformed or runs
// for too long.
std::optional<std::uint64_t> evaluateExpression(std::span<const std::byte> expression,
                                                const RegisterFile &registers, StackMemory &memory,
                                                std::optional<std::uint64_t> initial);

// A register and what is added to it. The functions below recognize the forms of expressions that
// compilers and linkers really write: these become rows of tables, which need no evaluation.

struct RegisterOffset {
    Register base = machine::stackPointer;
    std::int64_t offset = 0;
};

// Matches register + offset.
std::optional<RegisterOffset> matchRegisterOffset(std::span<const std::byte> expression);

// The word in memory at `slot`, plus `added`: the CFA of functions that realign their stack.
struct DereferencedOffset {
    RegisterOffset slot;
    std::int64_t added = 0;
};

std::optional<DereferencedOffset> matchDereference(std::span<const std::byte> expression);

// Matches the expression of a procedure linkage table: rsp + 8, and 8 more once pc & 15 has reached
// the threshold (the entry has pushed its number then).
std::optional<std::uint8_t> matchPltThreshold(std::span<const std::byte> expression);

} // namespace ember::capture
