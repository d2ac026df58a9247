// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/elffile.h"
#include "capture/symbols/symbolpaths.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ember::capture {

// Index of the ELF files below some folders by Sentry's debug_id. The folders are walked at the
// first lookup; symbolic links to folders are not followed, unreadable files are skipped.
class BinaryIndex {
public:
    explicit BinaryIndex(std::vector<std::string> folders) : m_folders(std::move(folders)) { }

    // Returns the paths of the files with this debug_id: the binary itself, its debug file, or
    // both. The id may have any spelling.
    const std::vector<std::string> &find(std::string_view debugId);

private:
    void walk(const std::string &folder);
    void enter(const std::string &path);

    std::vector<std::string> m_folders;
    bool m_walked = false;
    std::unordered_map<std::string, std::vector<std::string>> m_files; // by normalised debug_id
};

// Finds the separate debug file of a binary. Searched in this order: ROOT/.build-id/ab/cdef….debug,
// then the name in .gnu_debuglink beside the binary, in its .debug folder and under each root. A
// file found by name is accepted if its build-id equals the binary's or, if one of the two has
// none, if its CRC is the one in .gnu_debuglink.
std::optional<ElfFile> findDebugFile(const ElfFile &binary, const SymbolPaths &paths);

// ROOT/.build-id/ab/cdef…ENDING
std::string buildIdPath(const std::string &root, const std::string &buildId,
                        const std::string &ending);

// The CRC-32 that .gnu_debuglink uses, over a whole file; empty if the file cannot be opened.
std::optional<std::uint32_t> fileCrc(const std::string &path);

// Which parts of an ELF file help others to symbolize. Sections without content, as debug files and
// stripped binaries have them, do not count.
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
// `index`, and its debug file. Empty if there are none. `buildId` in lower hex; debug info servers
// are not asked.
std::vector<ImageFile> imageFiles(const std::string &path, std::string_view buildId,
                                  const SymbolPaths &paths, BinaryIndex &index);

} // namespace ember::capture
