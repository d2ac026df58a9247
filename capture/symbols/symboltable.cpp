// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/symboltable.h"

#include "capture/symbols/demangle.h"

#include <elfutils/libdwfl.h>
#include <gelf.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <optional>
#include <tuple>
#include <unistd.h>
#include <unordered_map>

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

using SlotNames = std::unordered_map<std::uint64_t, std::string>; // by the slot's address

const ElfSection *sectionNumber(const ElfFile &file, std::uint32_t number)
{
    for (const ElfSection &section : file.sections()) {
        if (elf_ndxscn(section.handle) == number)
            return &section;
    }
    return nullptr;
}

void addSlots(const ElfFile &file, const ElfSection &relocations, SlotNames &names)
{
    Elf_Data *data = file.data(relocations);
    const ElfSection *symbols = sectionNumber(file, relocations.link);
    Elf_Data *symbolData = symbols != nullptr ? file.data(*symbols) : nullptr;
    if (data == nullptr || symbolData == nullptr)
        return;
    const auto count = data->d_size / gelf_fsize(file.handle(), ELF_T_RELA, 1, EV_CURRENT);
    for (std::size_t i = 0; i < count; ++i) {
        GElf_Rela relocation{};
        GElf_Sym symbol{};
        if (gelf_getrela(data, int(i), &relocation) == nullptr)
            break;
        const auto type = GELF_R_TYPE(relocation.r_info);
        if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT)
            continue;
        if (gelf_getsym(symbolData, int(GELF_R_SYM(relocation.r_info)), &symbol) == nullptr)
            continue;
        const char *name = elf_strptr(file.handle(), symbols->link, symbol.st_name);
        if (name != nullptr && *name != '\0')
            names.emplace(relocation.r_offset, name);
    }
}

// The GOT slot of a `jmp *offset(%rip)` at `code`, possibly preceded by endbr64 or with a bnd
// prefix. `address` is the address of `code`.
std::optional<std::uint64_t> jumpSlot(std::span<const std::byte> code, std::uint64_t address)
{
    static constexpr std::array endbr64{std::byte{0xf3}, std::byte{0x0f}, std::byte{0x1e},
                                        std::byte{0xfa}};
    std::size_t at = 0;
    if (code.size() >= endbr64.size()
        && std::memcmp(code.data(), endbr64.data(), endbr64.size()) == 0)
        at = endbr64.size();
    if (at < code.size() && code[at] == std::byte{0xf2})
        ++at;
    static constexpr std::size_t jumpLength = 6;
    if (at + jumpLength > code.size() || code[at] != std::byte{0xff}
        || code[at + 1] != std::byte{0x25})
        return {};
    std::uint32_t offset = 0;
    for (std::size_t i = 0; i < 4; ++i)
        offset |= std::to_integer<std::uint32_t>(code[at + 2 + i]) << (8U * i);
    const auto signedOffset = std::int64_t(std::bit_cast<std::int32_t>(offset));
    return address + at + jumpLength + static_cast<std::uint64_t>(signedOffset);
}

void addStubs(const ElfFile &file, const ElfSection &section, const SlotNames &names,
              std::vector<Symbol> &stubs)
{
    const auto code = file.bytes(section);
    // Step of the search: there are stubs of 8 bytes in .plt.got of binaries without endbr64.
    static constexpr std::size_t step = 8;
    for (std::size_t at = 0; at + step <= code.size(); at += step) {
        const auto start = section.address + at;
        const auto slot = jumpSlot(code.subspan(at), start);
        const auto name = slot ? names.find(*slot) : names.end();
        if (name == names.end())
            continue;
        stubs.push_back(
            {start, 0, std::string(withoutVersion(name->second)) + "@plt", Binding::Local, false});
    }
}

struct DwflEnd {
    void operator()(Dwfl *dwfl) const { dwfl_end(dwfl); }
};

// Callback that finds no separate debug file: only the file itself counts here.
int noDebugFile(Dwfl_Module *, void **, const char *, Dwarf_Addr, const char *, const char *,
                GElf_Word, char **)
{
    return -1;
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

std::vector<Symbol> pltStubs(const ElfFile &file)
{
    std::vector<Symbol> stubs;
    if (file.machine() != EM_X86_64)
        return stubs;
    SlotNames names;
    for (const ElfSection &section : file.sections()) {
        if (section.type == SHT_RELA)
            addSlots(file, section, names);
    }
    for (const ElfSection &section : file.sections()) {
        if (section.isCode && section.name.starts_with(".plt"))
            addStubs(file, section, names, stubs);
    }
    return stubs;
}

// Uses libdwfl, which unpacks the xz-compressed section.
std::vector<Symbol> miniDebugSymbols(const ElfFile &file)
{
    std::vector<Symbol> symbols;
    if (file.section(".gnu_debugdata") == nullptr || file.descriptor() < 0)
        return symbols;
    Dwfl_Callbacks callbacks{};
    callbacks.find_debuginfo = noDebugFile;
    callbacks.section_address = dwfl_offline_section_address;
    const std::unique_ptr<Dwfl, DwflEnd> dwfl(dwfl_begin(&callbacks));
    const int descriptor = ::dup(file.descriptor());
    Dwfl_Module *module =
        dwfl_report_offline(dwfl.get(), file.path().c_str(), file.path().c_str(), descriptor);
    if (module == nullptr) {
        ::close(descriptor);
        return symbols;
    }
    dwfl_report_end(dwfl.get(), nullptr, nullptr);
    GElf_Addr bias = 0;
    dwfl_module_getelf(module, &bias);
    const int count = dwfl_module_getsymtab(module);
    for (int i = 1; i < count; ++i) {
        GElf_Sym symbol{};
        GElf_Addr address = 0;
        GElf_Word section = 0;
        const char *name =
            dwfl_module_getsym_info(module, i, &symbol, &address, &section, nullptr, nullptr);
        if (name == nullptr || GELF_ST_TYPE(symbol.st_info) != STT_FUNC || section == SHN_UNDEF)
            continue;
        const auto start = address - bias;
        symbols.push_back(
            {start, start + symbol.st_size, name, symbolBinding(symbol), symbol.st_size != 0});
    }
    return symbols;
}

} // namespace ember::capture
