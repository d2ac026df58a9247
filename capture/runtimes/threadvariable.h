// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/dynamicsymbols.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace ember::capture {

class RuntimeCandidate;
class StopReader;

// Where a thread-local variable of a process lies, for each of its threads; x86-64, glibc.
struct ThreadVariable {
    std::uint64_t module = 0; // number that the loader gave the module; 0: the variable is at a
                              // fixed distance from the thread pointer
    std::int64_t offset = 0; // in the thread's block of the module, or from the thread pointer

    // Returns the variable's address for the thread with this thread pointer; 0: the thread has
    // none, as it has never used the module.
    std::uint64_t address(std::uint64_t threadPointer, StopReader &reader) const;
};

struct ThreadVariableSearch {
    std::optional<ThreadVariable> variable;
    bool isSure = true; // false: the loader has not filled in the place yet, try again
};

// Looks for a variable that the image exports.
ThreadVariableSearch findThreadVariable(const RuntimeCandidate &candidate, std::string_view name);

// Looks for a variable that the image does not export, but an exported function reads: the first
// one in the first 64 bytes of its code. x86-64, the forms of access that the linker knows (System
// V ABI, ELF handling for thread-local storage): general dynamic, initial exec, local exec.
ThreadVariableSearch findThreadVariableInCode(const RuntimeCandidate &candidate,
                                              std::string_view function);
// Reads from a function's code where the first thread-local variable that it accesses lies;
// `address` is that of the code. Absent: there is no such access. For ModuleInSlot the offset is in
// the slot's second word.
std::optional<ThreadLocalSymbol> threadLocalInCode(std::span<const std::byte> code,
                                                   std::uint64_t address);

} // namespace ember::capture
