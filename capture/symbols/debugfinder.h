// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/elffile.h"
#include "capture/symbols/symbolpaths.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ember::capture {

// Finds the separate debug file of a binary. Searched in this order: ROOT/.build-id/ab/cdef….debug,
// then the name in .gnu_debuglink beside the binary, in its .debug folder and under each root. A
// file found by name is accepted if its build-id equals the binary's or, if neither has one, if its
// CRC is the one in .gnu_debuglink.
std::optional<ElfFile> findDebugFile(const ElfFile &binary, const SymbolPaths &paths);

// ROOT/.build-id/ab/cdef…ENDING
std::string buildIdPath(const std::string &root, const std::string &buildId,
                        const std::string &ending);

// The CRC-32 that .gnu_debuglink uses, over a whole file; empty if the file cannot be read.
std::optional<std::uint32_t> fileCrc(const std::string &path);

} // namespace ember::capture
