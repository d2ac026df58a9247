// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/symboltable.h"

#include <gelf.h>

#include <algorithm>
#include <tuple>

namespace ember::capture {

namespace {

// Whether the symbol names code: functions, and untyped labels of assembler code. Never data, nor
// ARM's mapping symbols ($x, $d) and RISC-V's local labels, which lie inside functions.
bool namesCode(const GElf_Sym &symbol, std::string_view name)
{
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx == SHN_ABS || name.empty())
        return false;
    const auto type = GELF_ST_TYPE(symbol.st_info);
    if (type == STT_FUNC || type == STT_GNU_IFUNC)
        return true;
    return type == STT_NOTYPE && !name.starts_with('$') && !name.starts_with(".L");
}

Binding symbolBinding(const GElf_Sym &symbol)
{
    switch (GELF_ST_BIND(symbol.st_info)) {
    case STB_LOCAL: return Binding::Local;
    case STB_WEAK: return Binding::Weak;
    default: return Binding::Global;
    }
}

// Sort key: the preferred symbol first; see the class comment.
auto preference(const Symbol &symbol)
{
    const auto underscores = symbol.name.find_first_not_of('_');
    return std::tuple(!symbol.sized, symbol.binding == Binding::Weak,
                      symbol.binding != Binding::Global, underscores,
                      -static_cast<std::ptrdiff_t>(symbol.name.size()),
                      std::string_view(symbol.name));
}

} // namespace

void SymbolTable::addSymbols(const ElfFile &file)
{
    for (const ElfSection &section : file.sections()) {
        if (section.type == SHT_SYMTAB || section.type == SHT_DYNSYM)
            addSection(file, section);
    }
}

void SymbolTable::addSection(const ElfFile &file, const ElfSection &section)
{
    Elf_Data *data = file.data(section);
    const auto entrySize = gelf_fsize(file.handle(), ELF_T_SYM, 1, EV_CURRENT);
    if (data == nullptr || entrySize == 0)
        return;
    const auto count = data->d_size / entrySize;
    m_symbols.reserve(m_symbols.size() + count);
    for (std::size_t i = 0; i < count; ++i) {
        GElf_Sym entry{};
        if (gelf_getsym(data, int(i), &entry) == nullptr)
            break;
        const char *name = elf_strptr(file.handle(), section.link, entry.st_name);
        if (name == nullptr || !namesCode(entry, name) || file.codeAt(entry.st_value) == nullptr)
            continue;
        const bool sized = entry.st_size != 0 && entry.st_value + entry.st_size > entry.st_value;
        const auto end = sized ? entry.st_value + entry.st_size : 0;
        m_symbols.push_back({entry.st_value, end, name, symbolBinding(entry), sized});
    }
}

void SymbolTable::finish(const ElfFile &file)
{
    std::ranges::sort(m_symbols, [](const Symbol &a, const Symbol &b) {
        return a.start != b.start ? a.start < b.start : preference(a) < preference(b);
    });
    const auto doubles =
        std::unique(m_symbols.begin(), m_symbols.end(),
                    [](const Symbol &a, const Symbol &b) { return a.start == b.start; });
    m_symbols.erase(doubles, m_symbols.end());
    closeOpenEnds(file);
    m_farthestEnd.clear();
    std::uint64_t farthest = 0;
    for (const Symbol &symbol : m_symbols) {
        farthest = std::max(farthest, symbol.end);
        m_farthestEnd.push_back(farthest);
    }
}

void SymbolTable::closeOpenEnds(const ElfFile &file)
{
    for (std::size_t i = 0; i < m_symbols.size(); ++i) {
        Symbol &symbol = m_symbols[i];
        if (symbol.sized)
            continue;
        const ElfSection *section = file.codeAt(symbol.start);
        symbol.end = section != nullptr ? section->address + section->size : symbol.start + 1;
        if (i + 1 < m_symbols.size())
            symbol.end = std::min(symbol.end, m_symbols[i + 1].start);
    }
}

const Symbol *SymbolTable::find(std::uint64_t address) const
{
    const auto behind = std::ranges::upper_bound(m_symbols, address, {}, &Symbol::start);
    // Symbols can be nested: go back to the first one that still covers the address.
    for (auto row = std::size_t(behind - m_symbols.begin()); row-- > 0;) {
        if (address < m_symbols[row].end)
            return &m_symbols[row];
        if (m_farthestEnd[row] <= address)
            break;
    }
    return nullptr;
}

} // namespace ember::capture
