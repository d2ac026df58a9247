// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/gosymbols.h"

#include <cstddef>
#include <cstring>
#include <elf.h>
#include <initializer_list>
#include <utility>

namespace ember::capture {

namespace {

using Layout = GoFunctions::Layout;

// Go inlines a few dozen levels at most; a damaged table may lead in circles.
constexpr std::size_t deepestInlining = 256;

// Numbers that all versions share (Go's sources: internal/abi/symtab.go).
constexpr std::uint32_t inlinedCallColumn = 2; // PCDATA_InlTreeIndex
constexpr std::uint32_t inlinedCallTable = 3; // FUNCDATA_InlTree

std::uint64_t wordIn(std::span<const std::byte> bytes, std::size_t offset)
{
    std::uint64_t word = 0;
    if (offset <= bytes.size() && bytes.size() - offset >= sizeof(word))
        std::memcpy(&word, bytes.data() + offset, sizeof(word));
    return word;
}

const ElfSection *firstOf(const ElfFile &file, std::initializer_list<std::string_view> names)
{
    for (const auto name : names) {
        if (const auto *section = file.section(name))
            return section;
    }
    return nullptr;
}

// Offset in the module data, in bytes, of the word with the start of the tables of inlined calls
// (`gofunc` in runtime/symtab.go).
std::uint64_t placeOfDataStart(Layout layout)
{
    return layout == Layout::Go18 ? 304 : 320;
}

bool isLittleEndian64(const ElfFile &file)
{
    const char *identity = elf_getident(file.handle(), nullptr);
    return identity != nullptr && identity[EI_CLASS] == ELFCLASS64
        && identity[EI_DATA] == ELFDATA2LSB;
}

} // namespace

std::unique_ptr<GoSymbols> GoSymbols::read(const ElfFile &file)
{
    const auto *table = firstOf(file, {".gopclntab", ".data.rel.ro.gopclntab"});
    const auto *code = file.section(".text");
    if (table == nullptr || code == nullptr || !isLittleEndian64(file))
        return nullptr;
    GoSections sections;
    sections.table = file.bytes(*table);
    sections.address = table->address;
    sections.codeStart = code->address;
    sections.codeEnd = code->address + code->size;
    if (const auto *relocations = firstOf(file, {".rela.dyn", ".rela"}))
        sections.relocations = file.bytes(*relocations);
    auto functions = GoFunctions::read(sections);
    if (!functions)
        return nullptr;
    return std::unique_ptr<GoSymbols>(new GoSymbols(file, sections, *std::move(functions)));
}

GoSymbols::GoSymbols(const ElfFile &file, const GoSections &sections, GoFunctions functions)
    : m_file(file),
      m_relocations(sections.relocations),
      m_functions(std::move(functions))
{
    if (m_functions.layout() == Layout::Go16) // the references of this layout are addresses
        return;
    if (const auto module = findModuleData(sections); module != 0)
        m_dataStart = wordAt(module + placeOfDataStart(m_functions.layout()));
}

// Returns the address of the module data; 0: not found. The module data begins with the address of
// the table of functions, and has no symbol in stripped files. In a position-independent program,
// that address is in a relocation.
std::uint64_t GoSymbols::findModuleData(const GoSections &sections) const
{
    for (std::size_t at = 0; at + sizeof(Elf64_Rela) <= m_relocations.size();
         at += sizeof(Elf64_Rela)) {
        if (wordIn(m_relocations, at + offsetof(Elf64_Rela, r_addend)) == sections.address)
            return wordIn(m_relocations, at);
    }
    for (const auto *name : {".go.module", ".noptrdata", ".data"}) {
        const auto *section = m_file.section(name);
        const auto bytes =
            section != nullptr ? m_file.bytes(*section) : std::span<const std::byte>();
        for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes.size();
             at += sizeof(std::uint64_t)) {
            if (wordIn(bytes, at) == sections.address)
                return section->address + at;
        }
    }
    return 0;
}

std::span<const std::byte> GoSymbols::bytesAt(std::uint64_t address, std::uint64_t size) const
{
    for (const ElfSection &section : m_file.sections()) {
        if (section.address == 0 || address < section.address
            || address - section.address >= section.size)
            continue;
        const auto bytes = m_file.bytes(section);
        const auto at = address - section.address;
        if (at <= bytes.size() && bytes.size() - at >= size)
            return bytes.subspan(at, size);
    }
    return {};
}

std::uint64_t GoSymbols::wordAt(std::uint64_t address) const
{
    if (const auto word = relocatedWord(m_relocations, address))
        return *word;
    return wordIn(bytesAt(address, sizeof(std::uint64_t)), 0);
}

// The address of a function's table of inlined calls; 0 if it has none.
std::uint64_t GoSymbols::inlinedCallsOf(const GoFunctions::Function &function) const
{
    const auto reference = m_functions.reference(function, inlinedCallTable);
    if (m_functions.layout() == Layout::Go16) {
        const auto place = m_functions.referencePlace(function, inlinedCallTable);
        const auto word = place ? relocatedWord(m_relocations, *place) : std::nullopt;
        return word.value_or(reference.value_or(0));
    }
    return reference && m_dataStart != 0 ? m_dataStart + *reference : 0;
}

// Reads an entry of a table of inlined calls. Go 1.16 to 1.19: parent i16, kind u8, u8, file, line,
// name, call's address; later: kind u8, three bytes, name, call's address, first line. Where no
// type is given it is i32.
std::optional<GoSymbols::InlinedCall>
GoSymbols::inlinedCallAt(const GoFunctions::Function &function, std::uint64_t calls,
                         std::uint64_t address) const
{
    const auto number = m_functions.dataAt(function, inlinedCallColumn, address);
    if (!number || number->value < 0)
        return std::nullopt;
    const bool isNew = m_functions.layout() == Layout::Go20;
    const std::uint64_t entrySize = isNew ? 16 : 20;
    const std::size_t nameOffset = isNew ? 4 : 12;
    const auto entry = bytesAt(calls + std::uint64_t(number->value) * entrySize, entrySize);
    if (entry.empty())
        return std::nullopt;
    std::int32_t name = 0;
    std::int32_t call = 0;
    std::memcpy(&name, entry.data() + nameOffset, sizeof(name));
    std::memcpy(&call, entry.data() + nameOffset + sizeof(name), sizeof(call));
    InlinedCall found{m_functions.nameAt(name), function.start + std::uint64_t(std::int64_t(call))};
    const bool isInside = call >= 0 && found.callAddress < function.end;
    return isInside && !found.name.empty() ? std::optional(found) : std::nullopt;
}

SourceFrame GoSymbols::frameAt(const GoFunctions::Function &function, std::uint64_t address) const
{
    SourceFrame frame;
    frame.functionStart = function.start;
    const auto file = m_functions.valueAt(function, GoFunctions::Column::File, address);
    const auto line = m_functions.valueAt(function, GoFunctions::Column::Line, address);
    if (file)
        frame.file = m_functions.file(function, file->value);
    if (line && line->value > 0)
        frame.line = static_cast<std::uint32_t>(line->value);
    return frame;
}

// The file and line of the address belong to the innermost function there. An outer function has
// those of an instruction that the table gives for its inlined call.
std::vector<SourceFrame> GoSymbols::framesAt(std::uint64_t address) const
{
    std::vector<SourceFrame> frames;
    auto function = m_functions.functionAt(address);
    // Signal handlers return to the first byte of a function of Go's, and callers are looked up one
    // byte before.
    const auto next = m_functions.functionAt(address + 1);
    if (next && next->start == address + 1 && isGoSignalReturn(m_functions.name(*next))) {
        function = next;
        ++address;
    }
    if (!function || m_functions.name(*function).empty())
        return frames;
    const auto calls = inlinedCallsOf(*function);
    while (calls != 0 && frames.size() < deepestInlining) {
        const auto inlined = inlinedCallAt(*function, calls, address);
        if (!inlined)
            break;
        auto &frame = frames.emplace_back(frameAt(*function, address));
        frame.name = inlined->name;
        frame.isInlined = true;
        address = inlined->callAddress;
    }
    auto &outermost = frames.emplace_back(frameAt(*function, address));
    outermost.name = m_functions.name(*function);
    return frames;
}

} // namespace ember::capture
