// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/elffile.h"

#include <cstdint>
#include <memory>
#include <string>
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

// The DWARF of one file. Units are read when an address first falls into them and kept.
class DebugInfo {
public:
    // Nothing (nullptr) if the file has no debug info. The file must outlive it.
    static std::unique_ptr<DebugInfo> read(const ElfFile &file);
    ~DebugInfo();

    // The functions at an address of the file, innermost first; the last is not inlined. With line
    // tables only it is one frame without a name.
    std::vector<SourceFrame> framesAt(std::uint64_t address);

private:
    struct State;
    explicit DebugInfo(std::unique_ptr<State> state);

    std::unique_ptr<State> m_state;
};

} // namespace ember::capture
