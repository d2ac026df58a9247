// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/debugfinder.h"
#include "capture/symbols/elffile.h"
#include "capture/symbols/symbolpaths.h"

#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// What an ELF file has for those who symbolize elsewhere. Sections without content, as debug files
// and stripped binaries have them, do not count.
struct SymbolContents {
    bool symtab = false; // names of functions
    bool debugInfo = false; // files, lines and inlined functions
    bool unwindInfo = false; // needed for crash dumps, not for profiles
};

SymbolContents symbolContents(const ElfFile &file);

struct ImageFile {
    std::string path;
    SymbolContents contents;
};

// Finds the files of an image by its build-id: the binary itself, at `path` or in the folders of
// `index`, and its debug file. Empty if there are none. `buildId` in hex; debug info servers are
// not asked.
std::vector<ImageFile> imageFiles(const std::string &path, std::string_view buildId,
                                  const SymbolPaths &paths, BinaryIndex &index);

} // namespace ember::capture
