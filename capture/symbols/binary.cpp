// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/binary.h"

#include "capture/symbols/demangle.h"
#include "capture/symbols/symboltable.h"
#include "capture/unwind/ehframe.h"
#include "capture/unwind/registerfile.h"

#include <algorithm>

namespace ember::capture {

using model::Inlined;
using model::ResolvedFrame;
using model::SymbolState;

FunctionRanges::FunctionRanges(const ElfFile &file)
{
    const ElfSection *section = file.section(".eh_frame");
    if (section == nullptr || file.machine() != machine::elfNumber)
        return;
    const ElfSection *header = file.section(".eh_frame_hdr");
    UnwindTableBuilder unused; // the unwind rows are not needed
    const FrameEntries entries({.bytes = file.bytes(*section),
                                .address = section->address,
                                .dataBase = header != nullptr ? header->address : 0},
                               unused);
    m_ranges.reserve(entries.functions().size());
    for (const FunctionEntry &function : entries.functions())
        m_ranges.push_back({function.start, function.end});
}

std::optional<FunctionRanges::Range> FunctionRanges::at(std::uint64_t address) const
{
    const auto after = std::ranges::upper_bound(m_ranges, address, {}, &Range::start);
    if (after == m_ranges.begin() || address >= std::prev(after)->end)
        return {};
    return *std::prev(after);
}

namespace {

bool hasSymbolTable(const ElfFile &file)
{
    return std::ranges::any_of(
        file.sections(), [](const ElfSection &section) { return section.type == SHT_SYMTAB; });
}

ResolvedFrame toResolved(SourceFrame source)
{
    ResolvedFrame frame;
    frame.name = std::move(source.name);
    if (source.linkageName != frame.name)
        frame.rawName = std::move(source.linkageName);
    frame.file = std::move(source.file);
    frame.line = source.line;
    frame.column = source.column;
    frame.functionStart = source.functionStart;
    frame.inlined = source.isInlined ? Inlined::Yes : Inlined::No;
    return frame;
}

std::vector<ResolvedFrame> namelessFrom(std::uint64_t start)
{
    ResolvedFrame frame;
    frame.functionStart = start;
    return {frame};
}

} // namespace

Binary::Binary(ElfFile file, DebugFileFinder findDebugFile, const DiskCache &cache)
    : m_file(std::move(file)),
      m_findDebugFile(std::move(findDebugFile)),
      m_cache(cache)
{
}

void Binary::prepare()
{
    if (m_prepared)
        return;
    m_prepared = true;
    const bool isComplete = hasSymbolTable(m_file) && m_file.section(".debug_info") != nullptr;
    if (!isComplete)
        m_debugFile = m_findDebugFile(m_file);
    readSymbols();
    if (m_debugFile)
        m_debugInfo = DebugInfo::read(*m_debugFile, m_cache);
    if (!m_debugInfo)
        m_debugInfo = DebugInfo::read(m_file, m_cache);
    m_goSymbols = GoSymbols::read(m_file);
    if (m_debugInfo || m_goSymbols)
        m_state = SymbolState::Debug;
}

void Binary::readSymbols()
{
    m_symbols.addSymbols(m_file);
    bool isFull = hasSymbolTable(m_file);
    if (m_debugFile) {
        m_symbols.addSymbols(*m_debugFile);
        isFull = isFull || hasSymbolTable(*m_debugFile);
    }
    if (!isFull) {
        auto symbols = miniDebugSymbols(m_file);
        isFull = !symbols.empty();
        for (Symbol &symbol : symbols)
            m_symbols.add(std::move(symbol));
    }
    for (Symbol &stub : pltStubs(m_file))
        m_symbols.add(std::move(stub));
    m_symbols.finish(m_file);
    m_state = isFull ? SymbolState::Table : SymbolState::DynamicOnly;
}

// The symbol table decides on the name of the outermost function: it knows clones and cold parts,
// and its names are the ones that other tools show. Go code is named by Go's own table alone, so
// that a program has the same names whether it is stripped or not.
std::vector<ResolvedFrame> Binary::framesAt(std::uint64_t address)
{
    prepare();
    if (auto frames = namedAt(address); !frames.empty())
        return frames;
    const auto range = ranges().at(address);
    if (range && range->start != address)
        return namelessFrom(range->start);
    // The first byte of a function is never a return address of a call, but coroutines and signal
    // handlers do start there, and callers look up the address before it. (The unwind entry of a
    // signal trampoline begins one byte early for the same reason.)
    const auto behind = address + 1;
    if (const Symbol *symbol = m_symbols.find(behind); symbol && symbol->start == behind)
        return namedAt(behind);
    if (range)
        return namelessFrom(range->start);
    const auto next = ranges().at(behind);
    return next && next->start == behind ? namelessFrom(behind) : std::vector<ResolvedFrame>();
}

std::vector<ResolvedFrame> Binary::namedAt(std::uint64_t address)
{
    std::vector<ResolvedFrame> frames;
    if (m_goSymbols) {
        for (SourceFrame &source : m_goSymbols->framesAt(address))
            frames.push_back(toResolved(std::move(source)));
        if (!frames.empty())
            return frames;
    }
    if (m_debugInfo) {
        for (SourceFrame &source : m_debugInfo->framesAt(address))
            frames.push_back(toResolved(std::move(source)));
    }
    if (const Symbol *symbol = m_symbols.find(address)) {
        if (frames.empty())
            frames.emplace_back();
        ResolvedFrame &function = frames.back();
        function.name = demangled(symbol->name);
        function.rawName = function.name != symbol->name ? symbol->name : std::string();
        for (ResolvedFrame &frame : frames)
            frame.functionStart = symbol->start;
    }
    std::erase_if(frames, [](const ResolvedFrame &frame) { return frame.name.empty(); });
    return frames;
}

const FunctionRanges &Binary::ranges()
{
    if (!m_ranges)
        m_ranges.emplace(m_file);
    return *m_ranges;
}

FunctionCode Binary::codeAt(std::uint64_t address)
{
    prepare();
    FunctionCode code;
    code.state = FunctionCode::State::NoCode;
    code.binary = m_file.path();
    code.machine = m_file.machine();
    const ElfSection *section = m_file.codeAt(address);
    if (section == nullptr)
        return code;
    auto end = section->address;
    if (const Symbol *symbol = m_symbols.find(address)) {
        code.name = demangled(symbol->name);
        code.start = symbol->start;
        end = symbol->end;
    } else if (const auto function =
                   m_goSymbols ? m_goSymbols->functionAt(address) : std::nullopt) {
        code.name = m_goSymbols->nameOf(*function);
        code.start = function->start;
        end = function->end;
    } else if (const auto range = ranges().at(address)) {
        code.start = range->start;
        end = range->end;
    } else {
        code.state = FunctionCode::State::NoFunction;
        return code;
    }
    const auto bytes = m_file.bytes(*section);
    end = std::min<std::uint64_t>(end, section->address + bytes.size());
    if (code.start < section->address || address >= end)
        return code;
    code.isCut = end - code.start > FunctionCode::maxBytes;
    const auto function =
        bytes.subspan(code.start - section->address,
                      std::min<std::size_t>(end - code.start, FunctionCode::maxBytes));
    code.bytes.assign(function.begin(), function.end());
    code.state = FunctionCode::State::Read;
    return code;
}

SymbolState Binary::state()
{
    prepare();
    return m_state;
}

std::string Binary::debugFilePath()
{
    prepare();
    return m_debugFile ? m_debugFile->path() : std::string();
}

} // namespace ember::capture
