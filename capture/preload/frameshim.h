// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// The recorder's side of libemberchart-frames.so, which observes the frames a program presents.
namespace ember::capture {

// Why the library cannot be preloaded into a program.
enum class ShimRefusal : std::uint8_t {
    Static, // statically linked: no dynamic loader
    OtherPrivileges, // setuid and the like: the loader ignores LD_PRELOAD
    ForeignLoader, // loader of another C library, which would fail
    Sanitizer, // the sanitizer's library must come first, and aborts otherwise
};

// Path of the library: beside this program, or where it is installed. Errors: CaptureFailed
// (missing, or at a path that LD_PRELOAD cannot express).
model::Result<std::string> findFrameShim();

// The reason why an ELF file refuses the library. Absent: it does not, or the file is another one,
// as a script: interpreters are ordinary programs.
std::optional<ShimRefusal> shimRefusal(const std::string &program);

// Appends the library to LD_PRELOAD and keeps the user's entries.
void addToPreload(std::vector<std::string> &environment, const std::string &shim);

} // namespace ember::capture
