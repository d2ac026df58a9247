// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/system/filedescriptor.h"
#include "model/profile/frameresolver.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace ember::capture {

// The files of a process, or descriptors that are not open. In the process's own file system as
// long as it lives. Only regular files that were written after it started, by it, by root or by us.
FileDescriptor openPerfMap(const model::CodeMaker &maker);
FileDescriptor openJitDump(const model::CodeMaker &maker);

// Of a function's name; longer ones are cut.
constexpr std::size_t maxJitName = 4096;

// As many bytes as there are, at most `limit`.
std::string readAt(const FileDescriptor &file, std::uint64_t offset, std::size_t limit);

} // namespace ember::capture
