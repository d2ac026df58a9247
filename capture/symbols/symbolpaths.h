// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// Whether debuginfod servers may be asked for debug files; see DebugServers.
enum class AskServers { Never, IfInEnvironment };

struct Fetching {
    std::string_view binary; // its path
    std::uint64_t bytes = 0; // so far
    std::uint64_t total = 0; // 0: not known yet
};

// Told several times a second while a debug file is on its way; false: stop that, and ask no more.
using FetchProgress = std::function<bool(const Fetching &)>;

// Where binaries and debug files are looked for beside an image's own path. By itself nothing is
// written anywhere.
struct SymbolPaths {
    // Roots of distribution-style trees: ROOT/.build-id/ab/cdef….debug and, for .gnu_debuglink,
    // ROOT/folder/of/the/binary/name.debug.
    std::vector<std::string> debugRoots = {"/usr/lib/debug"};
    // Folders whose ELF files, at any depth, are found by their build-id: for files that were
    // captured on another machine. Searched when something is missing, once.
    std::vector<std::string> searchFolders;
    // What was read of debug info is kept here for the next time; "": it is not kept.
    std::string cacheFolder;
    // Last of all.
    AskServers servers = AskServers::Never;
    FetchProgress fetching; // may be empty; called in the thread that looks names up
};

// As a person at this machine wants them: with a cache, and with the servers of the environment.
SymbolPaths userSymbolPaths();

} // namespace ember::capture
