// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/elffile.h"
#include "capture/symbols/symbolpaths.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ember::capture {

// The separate debug file of a binary, looked for in this order:
// ROOT/.build-id/ab/cdef….debug, then the name in .gnu_debuglink beside the binary, in its .debug
// folder and under each root. A file found by its name is taken if its build-id is the binary's or,
// where neither has one, if its CRC is the link's.
std::optional<ElfFile> findDebugFile(const ElfFile &binary, const SymbolPaths &paths);

// ROOT/.build-id/ab/cdef…ENDING
std::string buildIdPath(const std::string &root, const std::string &buildId,
                        const std::string &ending);

// The CRC-32 of .gnu_debuglink over a whole file; nothing if it cannot be read.
std::optional<std::uint32_t> fileCrc(const std::string &path);

} // namespace ember::capture
