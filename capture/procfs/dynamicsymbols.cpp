// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/dynamicsymbols.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <utility>

namespace ember::capture {

namespace {

// Most program headers, dynamic entries and members of a hash chain that are looked at.
constexpr std::size_t mostHeaders = 256;
constexpr std::size_t mostEntries = 1024;
constexpr std::uint32_t mostInChain = 65536;
constexpr std::uint64_t mostRelocationBytes = std::uint64_t(64) << 20U;

std::uint32_t gnuHashOf(std::string_view name)
{
    std::uint32_t hash = 5381;
    for (const char c : name)
        hash = hash * 33 + static_cast<unsigned char>(c);
    return hash;
}

std::uint32_t hashOf(std::string_view name)
{
    std::uint32_t hash = 0;
    for (const char c : name) {
        hash = (hash << 4U) + static_cast<unsigned char>(c);
        const std::uint32_t high = hash & 0xf0000000U;
        hash = (hash ^ high >> 24U) & ~high;
    }
    return hash;
}

} // namespace

DynamicSymbols::DynamicSymbols(BinaryReader reader) : m_reader(std::move(reader))
{
    readHeaders();
}

void DynamicSymbols::readHeaders()
{
    const auto header = m_reader.readValue<Elf64_Ehdr>(0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0
        || header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB
        || header->e_phentsize != sizeof(Elf64_Phdr))
        return;
    std::optional<Elf64_Phdr> dynamic;
    for (std::size_t i = 0; i < std::min<std::size_t>(header->e_phnum, mostHeaders); ++i) {
        const auto segment =
            m_reader.readValue<Elf64_Phdr>(header->e_phoff + i * sizeof(Elf64_Phdr));
        if (segment && segment->p_type == PT_LOAD)
            m_segments.push_back({segment->p_vaddr, segment->p_offset, segment->p_filesz});
        if (segment && segment->p_type == PT_DYNAMIC)
            dynamic = segment;
        if (segment && segment->p_type == PT_TLS) {
            const auto alignment = std::max<std::uint64_t>(segment->p_align, 1);
            m_threadLocalBytes = (segment->p_memsz + alignment - 1) / alignment * alignment;
        }
    }
    if (dynamic)
        readDynamic(dynamic->p_offset, dynamic->p_filesz);
}

void DynamicSymbols::readDynamic(std::uint64_t offset, std::uint64_t size)
{
    const auto count = std::min<std::uint64_t>(size / sizeof(Elf64_Dyn), mostEntries);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto entry = m_reader.readValue<Elf64_Dyn>(offset + i * sizeof(Elf64_Dyn));
        if (!entry || entry->d_tag == DT_NULL)
            return;
        const auto place = offsetOf(entry->d_un.d_ptr).value_or(0);
        switch (entry->d_tag) {
        case DT_SYMTAB: m_symbols = place; break;
        case DT_STRTAB: m_strings = place; break;
        case DT_GNU_HASH: m_gnuHash = place; break;
        case DT_HASH: m_hash = place; break;
        case DT_RELA: m_relocations = place; break;
        case DT_RELASZ: m_relocationBytes = entry->d_un.d_val; break;
        default: break;
        }
    }
}

std::optional<std::uint64_t> DynamicSymbols::offsetOf(std::uint64_t address) const
{
    for (const auto &segment : m_segments) {
        if (address >= segment.address && address - segment.address < segment.size)
            return segment.offset + (address - segment.address);
    }
    return std::nullopt;
}

std::optional<DynamicSymbol> DynamicSymbols::find(std::string_view name) const
{
    if (m_symbols == 0 || m_strings == 0)
        return std::nullopt;
    return m_gnuHash != 0 ? findByGnuHash(name) : findByHash(name);
}

std::optional<DynamicSymbol> DynamicSymbols::symbolIfNamed(std::uint32_t index,
                                                           std::string_view name) const
{
    const auto symbol =
        m_reader.readValue<Elf64_Sym>(m_symbols + std::uint64_t(index) * sizeof(Elf64_Sym));
    if (!symbol || symbol->st_shndx == SHN_UNDEF)
        return std::nullopt;
    const auto text = m_reader.readUpTo(m_strings + symbol->st_name, name.size() + 1);
    const auto isSame = [](std::byte byte, char c) { return std::to_integer<char>(byte) == c; };
    if (text.size() <= name.size() || text[name.size()] != std::byte(0)
        || !std::equal(name.begin(), name.end(), text.begin(),
                       [&](char c, std::byte byte) { return isSame(byte, c); }))
        return std::nullopt;
    return DynamicSymbol{symbol->st_value, symbol->st_size, index};
}

std::optional<ThreadLocalSymbol> DynamicSymbols::findThreadLocal(std::string_view name) const
{
    using Place = ThreadLocalSymbol::Place;
    const auto symbol = find(name);
    if (!symbol || m_threadLocalBytes == 0)
        return std::nullopt;
    const auto offset = static_cast<std::int64_t>(symbol->address);
    const auto bytes =
        m_reader.readUpTo(m_relocations, std::min(m_relocationBytes, mostRelocationBytes));
    bool isKnown = true;
    for (std::size_t at = 0; at + sizeof(Elf64_Rela) <= bytes.size(); at += sizeof(Elf64_Rela)) {
        Elf64_Rela relocation;
        std::memcpy(&relocation, bytes.data() + at, sizeof(relocation));
        const auto type = ELF64_R_TYPE(relocation.r_info);
        const auto of = ELF64_R_SYM(relocation.r_info);
        if (of != 0 && of != symbol->index)
            continue;
        if (type == R_X86_64_DTPMOD64) // a relocation without a symbol is for the file itself
            return ThreadLocalSymbol{Place::ModuleInSlot, relocation.r_offset, offset};
        if (type == R_X86_64_TPOFF64 && of != 0)
            return ThreadLocalSymbol{Place::OffsetInSlot, relocation.r_offset, 0};
        isKnown = isKnown && type != R_X86_64_TPOFF64 && type != R_X86_64_TLSDESC;
    }
    if (!isKnown)
        return std::nullopt;
    return ThreadLocalSymbol{
        Place::FromThreadPointer, 0,
        static_cast<std::int64_t>(static_cast<std::uint64_t>(offset) - m_threadLocalBytes)};
}

// The table: numbers of buckets, of the first symbol, of filter words and their shift; the filter;
// the buckets; a hash per symbol whose lowest bit ends its chain.
std::optional<DynamicSymbol> DynamicSymbols::findByGnuHash(std::string_view name) const
{
    struct Head {
        std::uint32_t buckets, firstSymbol, filterWords, shift;
    };

    const auto head = m_reader.readValue<Head>(m_gnuHash);
    if (!head || head->buckets == 0 || head->filterWords == 0)
        return std::nullopt;
    const auto hash = gnuHashOf(name);
    const auto filter = m_gnuHash + sizeof(Head);
    const auto word =
        m_reader.readValue<std::uint64_t>(filter + hash / 64 % head->filterWords * 8U);
    const auto bits = std::uint64_t(1) << hash % 64
        | std::uint64_t(1) << (std::uint64_t(hash) >> (head->shift & 31U)) % 64;
    if (!word || (*word & bits) != bits)
        return std::nullopt;
    const auto buckets = filter + std::uint64_t(head->filterWords) * 8;
    const auto first = m_reader.readValue<std::uint32_t>(buckets + hash % head->buckets * 4U);
    if (!first || *first < head->firstSymbol)
        return std::nullopt;
    const auto chains = buckets + std::uint64_t(head->buckets) * 4;
    for (std::uint32_t i = 0; i < mostInChain; ++i) {
        const auto index = *first + i;
        const auto link = m_reader.readValue<std::uint32_t>(
            chains + std::uint64_t(index - head->firstSymbol) * 4);
        if (!link)
            return std::nullopt;
        if ((*link | 1U) == (hash | 1U)) {
            if (const auto symbol = symbolIfNamed(index, name))
                return symbol;
        }
        if ((*link & 1U) != 0)
            return std::nullopt;
    }
    return std::nullopt;
}

// The table: numbers of buckets and of symbols; the buckets; the next symbol for each.
std::optional<DynamicSymbol> DynamicSymbols::findByHash(std::string_view name) const
{
    const auto buckets = m_hash == 0 ? std::nullopt : m_reader.readValue<std::uint32_t>(m_hash);
    if (!buckets || *buckets == 0)
        return std::nullopt;
    auto next = m_reader.readValue<std::uint32_t>(m_hash + 8 + hashOf(name) % *buckets * 4U);
    for (std::uint32_t i = 0; i < mostInChain && next && *next != 0; ++i) {
        if (const auto symbol = symbolIfNamed(*next, name))
            return symbol;
        next = m_reader.readValue<std::uint32_t>(m_hash + 8 + std::uint64_t(*buckets) * 4
                                                 + std::uint64_t(*next) * 4);
    }
    return std::nullopt;
}

} // namespace ember::capture
