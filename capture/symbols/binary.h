// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/debuginfo.h"
#include "capture/symbols/elffile.h"
#include "capture/symbols/functioncode.h"
#include "capture/symbols/functionranges.h"
#include "capture/symbols/symboltable.h"
#include "model/profile/frameresolver.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ember::capture {

// A binary and its debug file, which is looked for when the first name is asked for.
class Binary {
public:
    using DebugFileFinder = std::function<std::optional<ElfFile>(const ElfFile &)>;

    // The cache must outlive it.
    Binary(ElfFile file, DebugFileFinder findDebugFile, const DiskCache &cache);

    const ElfFile &file() const { return m_file; }

    const std::string &buildId() const { return m_file.buildId(); }

    // The frames at an address of the file; functionStart is an address of the file, too. One
    // without a name where no symbol, but unwind information says whose code it is.
    std::vector<model::ResolvedFrame> framesAt(std::uint64_t address);
    // The function around an address of the file, by its symbol or else by unwind information, and
    // its code. `bias` is left to the caller.
    FunctionCode codeAt(std::uint64_t address);
    model::SymbolState state();
    std::string debugFilePath(); // "" if there is none

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
    std::optional<FunctionRanges> m_ranges; // read when a symbol is missing
    std::unique_ptr<DebugInfo> m_debugInfo; // of m_debugFile or m_file
    model::SymbolState m_state = model::SymbolState::NotTried;
};

} // namespace ember::capture
