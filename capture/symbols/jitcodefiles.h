// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/system/filedescriptor.h"
#include "model/profile/frameresolver.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace ember::capture {

// Open the perf map or jitdump of a process, in the process's own mount namespace as long as it
// lives. The descriptor is not open if there is none. Only regular files are accepted that were
// written after the process started, by its user, by root or by us.
FileDescriptor openPerfMap(const model::CodeMaker &maker);
FileDescriptor openJitDump(const model::CodeMaker &maker);

// Length limit of a function's name; longer names are cut.
constexpr std::size_t maxJitName = 4096;

// Reads up to `limit` bytes at `offset`.
std::string readAt(const FileDescriptor &file, std::uint64_t offset, std::size_t limit);

} // namespace ember::capture
