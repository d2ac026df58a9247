// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/cache/diskcache.h"
#include "capture/symbols/dwarfunits.h"
#include "capture/symbols/elffile.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ember::capture {

// One function at an address, as found in debug info.
struct SourceFrame {
    std::string name; // as people read it; "" if debug info has no function there
    std::string linkageName; // as the linker sees it; "" if it equals the plain name
    std::string file; // absolute if the debug info allows it; "" if not known
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint64_t functionStart = 0; // start of the outermost function; 0: unknown
    bool isInlined = false;
};

// Looks up functions and lines in the DWARF of one file. Compilation units are read when an address
// first falls into them. If the file has a build-id, what was read is stored in the cache for the
// next time.
class DebugInfo {
public:
    // nullptr if the file has no debug info. File and cache must outlive the result.
    static std::unique_ptr<DebugInfo> read(const ElfFile &file, const DiskCache &cache);
    // Stores newly read units in the cache.
    ~DebugInfo();
    DebugInfo(const DebugInfo &) = delete;
    DebugInfo &operator=(const DebugInfo &) = delete;

    // The functions at an address of the file, innermost first; the last is not inlined. With line
    // tables only it is one frame without a name.
    std::vector<SourceFrame> framesAt(std::uint64_t address);

private:
    DebugInfo(const ElfFile &file, const DiskCache &cache);

    bool openKept();
    bool openUnits();
    const UnitIndex *unitAt(std::uint64_t address);
    const std::string &readable(std::string_view linkageName);

    const ElfFile &m_file;
    const DiskCache &m_cache;
    std::string m_key; // key in the cache
    std::unique_ptr<DwarfUnits> m_dwarf; // null while the cache's content suffices
    BinaryUnits m_units;
    bool m_hasNews = false; // units were read that the cache lacks
    std::unordered_map<std::string, std::string> m_readable; // demangled names, by linkage name
};

} // namespace ember::capture
