// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace ember::capture {

class RuntimeCandidate;
class StopReader;

// Where a thread-local variable of a process lies, for each of its threads; x86-64, glibc.
struct ThreadVariable {
    std::uint64_t module = 0; // the loader's number of the module; 0: its place is fixed
    std::int64_t offset = 0; // in the thread's block of the module, or from the thread pointer

    // Its address for the thread with this thread pointer; 0: the thread has none, as it has never
    // used the module.
    std::uint64_t address(std::uint64_t threadPointer, StopReader &reader) const;
};

struct ThreadVariableSearch {
    std::optional<ThreadVariable> variable;
    bool isSure = true; // false: the loader has not said yet
};

// Looks for a variable that the image exports.
ThreadVariableSearch findThreadVariable(const RuntimeCandidate &candidate, std::string_view name);

} // namespace ember::capture
