// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/elffile.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

enum class Binding : std::uint8_t { Local, Weak, Global };

// A named range of code; addresses of the file.
struct Symbol {
    std::uint64_t start = 0;
    std::uint64_t end = 0; // exclusive
    std::string name; // unchanged, version included
    Binding binding = Binding::Local;
    bool sized = false; // false: the symbol extends to the next one
};

// Table of symbols sorted by address, one per address. find() is a binary search; libdwfl's own
// lookup is linear (a thousand times slower on a big library). Of several names for one address the
// table takes the one that perf shows: with a size before without, strong before weak, global
// before local, then the fewest leading underscores, then the longest.
class SymbolTable {
public:
    // Adds the functions of .symtab and .dynsym.
    void addSymbols(const ElfFile &file);
    void add(Symbol symbol) { m_symbols.push_back(std::move(symbol)); }

    // Call once after the last symbol and before the first find(). A symbol without a size ends at
    // the next symbol or at the end of its section of `file`.
    void finish(const ElfFile &file);

    // The innermost symbol around an address, nullptr if there is none.
    const Symbol *find(std::uint64_t address) const;

    bool isEmpty() const { return m_symbols.empty(); }

    std::size_t size() const { return m_symbols.size(); }

    const std::vector<Symbol> &symbols() const { return m_symbols; }

private:
    void addSection(const ElfFile &file, const ElfSection &section);
    void closeOpenEnds(const ElfFile &file);

    std::vector<Symbol> m_symbols;
    std::vector<std::uint64_t> m_farthestEnd; // highest end of all symbols up to this row
};

// The PLT stubs of an x86-64 binary as symbols "name@plt"; empty for other machines. A stub is
// identified by the slot of the global offset table that it jumps through, so all layouts work
// (.plt, .plt.sec with endbr64, .plt.got).
std::vector<Symbol> pltStubs(const ElfFile &file);

// The symbols of .gnu_debugdata, the small compressed symbol table that some distributions leave in
// their stripped binaries; none if the file has no such section.
std::vector<Symbol> miniDebugSymbols(const ElfFile &file);

} // namespace ember::capture
