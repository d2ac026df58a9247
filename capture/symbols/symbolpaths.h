// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace ember::capture {

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
};

// As a person at this machine wants them: with a cache.
SymbolPaths userSymbolPaths();

} // namespace ember::capture
