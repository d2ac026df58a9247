// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/debuginfo.h"
#include "capture/symbols/elffile.h"
#include "capture/symbols/gosymbols.h"
#include "capture/symbols/symbolizer.h"
#include "capture/symbols/symboltable.h"
#include "model/profile/frameresolver.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ember::capture {

// Start and end of functions, taken from unwind entries, which stripped binaries keep. A part that
// the compiler split off a function (a cold one) counts as a function of its own.
class FunctionRanges {
public:
    // Empty for files without unwind entries and for machines whose entries are not supported.
    explicit FunctionRanges(const ElfFile &file);

    struct Range {
        std::uint64_t start = 0;
        std::uint64_t end = 0; // exclusive
    };

    // The function around an address of the file.
    std::optional<Range> at(std::uint64_t address) const;

private:
    std::vector<Range> m_ranges; // sorted by start
};

// Symbolizes the addresses of one binary. Its debug file is searched for when the first name is
// needed.
class Binary {
public:
    using DebugFileFinder = std::function<std::optional<ElfFile>(const ElfFile &)>;

    // `cache` must outlive this object.
    Binary(ElfFile file, DebugFileFinder findDebugFile, const DiskCache &cache);

    const ElfFile &file() const { return m_file; }

    const std::string &buildId() const { return m_file.buildId(); }

    // The frames at an address of the file, innermost first; functionStart is an address of the
    // file, too. If only unwind information covers the address, the result is one frame without a
    // name.
    std::vector<model::ResolvedFrame> framesAt(std::uint64_t address);
    // The machine code of the function around an address of the file. The function's limits come
    // from its symbol, else from Go's own table, else from unwind information. The caller fills in
    // `bias`.
    FunctionCode codeAt(std::uint64_t address);
    model::SymbolState state();
    std::string debugFilePath(); // path of the debug file in use; "" if there is none

private:
    void prepare();
    void readSymbols();
    const FunctionRanges &ranges();
    std::vector<model::ResolvedFrame> namedAt(std::uint64_t address);

    ElfFile m_file;
    DebugFileFinder m_findDebugFile;
    const DiskCache &m_cache;
    bool m_prepared = false;
    std::optional<ElfFile> m_debugFile;
    SymbolTable m_symbols;
    std::optional<FunctionRanges> m_ranges; // read when no symbol covers an address
    std::unique_ptr<DebugInfo> m_debugInfo; // from m_debugFile or m_file
    std::unique_ptr<GoSymbols> m_goSymbols; // null if it is no Go program
    model::SymbolState m_state = model::SymbolState::NotTried;
};

} // namespace ember::capture
