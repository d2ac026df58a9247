// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// The recorder's side of libemberchart-frames.so, which sees what a program presents.
namespace ember::capture {

// Why a program cannot have a library put before its own.
enum class ShimRefusal : std::uint8_t {
    Static, // it has no loader that would
    OtherPrivileges, // its loader will not
    ForeignLoader, // another C library's, which would fail over it
    Sanitizer, // its run-time library must come first, and ends the program otherwise
};

// Beside this program, or where it is installed. Errors: CaptureFailed (it is not there, or at a
// path that LD_PRELOAD cannot name).
model::Result<std::string> findFrameShim();

// Of an ELF file. Scripts have none: their interpreters are ordinary programs.
std::optional<ShimRefusal> shimRefusal(const std::string &program);

// Appends to LD_PRELOAD, which keeps what the user has put there.
void addToPreload(std::vector<std::string> &environment, const std::string &shim);

} // namespace ember::capture
