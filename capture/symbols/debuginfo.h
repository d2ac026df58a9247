// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/cache/diskcache.h"
#include "capture/symbols/elffile.h"
#include "capture/symbols/indexbytes.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ember::capture {

// What debug info says of one function at an address.
struct SourceFrame {
    std::string name; // as people read it; "" if debug info has no function there
    std::string linkageName; // as the linker sees it; "" if it is the plain name
    std::string file; // absolute where the debug info allows it; "" if not known
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint64_t functionStart = 0; // of the function that is not inlined; 0: not known
    bool isInlined = false;
};

// The DWARF of one file. Units are read when an address first falls into them and kept; what was
// read is there for the next time, too, if the file has a build-id and there is a cache.
class DebugInfo {
public:
    // Nothing (nullptr) if the file has no debug info. File and cache must outlive it.
    static std::unique_ptr<DebugInfo> read(const ElfFile &file, const DiskCache &cache);
    // Keeps what was read.
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
    std::string m_key; // in the cache
    std::unique_ptr<DwarfUnits> m_dwarf; // null as long as what was kept suffices
    BinaryUnits m_units;
    bool m_hasNews = false; // units the cache does not have
    std::unordered_map<std::string, std::string> m_readable; // by linkage name
};

} // namespace ember::capture
