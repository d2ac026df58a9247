// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/elffile.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

enum class Binding : std::uint8_t { Local, Weak, Global };

// A named piece of code, by addresses of the file.
struct Symbol {
    std::uint64_t start = 0;
    std::uint64_t end = 0; // first byte behind
    std::string name; // as the table has it, version included
    Binding binding = Binding::Local;
    bool sized = false; // the table says how long it is; else it goes on to whatever follows
};

// Symbols sorted by address, one per address. Looking up costs a binary search; libdwfl's own
// search is linear (a thousand times slower on a big library).
//
// Of several names for one address the one perf shows wins: a sized one before one without size,
// strong before weak, global before local, then the fewest underscores in front, then the longest.
class SymbolTable {
public:
    // Adds the functions of .symtab and .dynsym, as far as the file has them.
    void addSymbols(const ElfFile &file);
    void add(Symbol symbol) { m_symbols.push_back(std::move(symbol)); }

    // To be called once after the last symbol and before the first find(). Symbols without a size
    // end at the next symbol, or with their section of `file`.
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
    std::vector<std::uint64_t> m_farthestEnd; // over all symbols up to the row
};

} // namespace ember::capture
