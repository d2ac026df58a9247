// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/ehframe.h"

#include "capture/unwind/cfiprogram.h"
#include "capture/unwind/dwarfcursor.h"

#include <algorithm>
#include <array>
#include <limits>
#include <list>

namespace ember::capture {

namespace {

// Longest hand-written code whose unwind information begins later than the code itself.
constexpr std::uint64_t shortStretch = 256;

constexpr std::int32_t pushedByCall = machine::pushesReturnAddress ? 8 : 0;

// Offsets from the stack pointer at which the kernel has saved the registers when a signal handler
// of x86-64 has returned, in the order of trackedRegisters (Linux: struct ucontext).
constexpr std::array<std::int32_t, 7> placesOfSignal{168, 120, 128, 72, 80, 88, 96};

SavedRegisters savedByKernel()
{
    SavedRegisters saved;
    for (std::size_t index = 0; index < placesOfSignal.size(); ++index)
        saved.set(index, {SavedIn::AtStackPointer, placesOfSignal[index]});
    saved.isSignalFrame = true;
    return saved;
}

// Writes the rows of functions in address order, and rows for the code between them.
class TableWriter {
public:
    TableWriter(const std::list<FrameEntries> &sections, const UndescribedCode &code,
                UnwindTableBuilder &builder)
        : m_stretches(code.stretches),
          m_builder(builder)
    {
        for (const FrameEntries &entries : sections) {
            for (const FunctionEntry &function : entries.functions())
                m_functions.push_back({&entries, &function});
        }
        // Each section is sorted. A stable sort, so that the section that describes a function
        // first counts.
        if (sections.size() > 1)
            std::ranges::stable_sort(m_functions, {}, &Described::start);
        // Compilers need about five rows for a function.
        m_builder.reserve(m_functions.size() * 5);
        if (code.entry)
            m_stretches.push_back({*code.entry, *code.entry + shortStretch, CfaKind::Root, 0});
        std::ranges::stable_sort(m_stretches, {}, &CodeStretch::start);
    }

    UnwindTable write()
    {
        for (const Described &function : m_functions) {
            // Identical code folding leaves several entries for one address.
            if (function.start() < m_end)
                continue;
            writeStretches(function.start());
            writeThreadStart(function);
            writeFunction(function);
        }
        writeStretches(std::numeric_limits<std::uint64_t>::max());
        return m_builder.take();
    }

private:
    struct Described {
        std::uint64_t start() const { return function->start; }

        const FrameEntries *entries;
        const FunctionEntry *function;
    };

    // Writes the stretches that begin before `limit`, each up to `limit` at most.
    void writeStretches(std::uint64_t limit)
    {
        for (; m_stretch < m_stretches.size(); ++m_stretch) {
            CodeStretch stretch = m_stretches[m_stretch];
            if (stretch.start >= limit)
                return;
            stretch.end = std::min(stretch.end, limit);
            if (stretch.start >= m_end && stretch.start < stretch.end)
                writeStretch(stretch);
        }
    }

    void writeStretch(const CodeStretch &stretch)
    {
        CfaRule rule{.value = stretch.value, .kind = stretch.kind, .base = stretch.base};
        if (rule.kind != CfaKind::Root && !m_builder.internSaved(savedIn(stretch), rule))
            return;
        m_builder.appendRow(stretch.start, rule);
        m_builder.appendRow(stretch.end, {});
        m_end = stretch.end;
    }

    // Writes the rows of clone and clone3: see CfaKind::Clone.
    void writeThreadStart(const Described &next)
    {
        const bool isThreadStart = m_end != 0 && next.start() > m_end
            && next.start() - m_end < shortStretch && startsAsRoot(next);
        CfaRule rule{.value = pushedByCall, .kind = CfaKind::Clone};
        if (isThreadStart && m_builder.internSaved(onlyReturnAddress(), rule))
            m_builder.appendRow(m_end, rule);
    }

    static SavedRegisters savedIn(const CodeStretch &stretch)
    {
        if (stretch.saved == CodeStretch::Saved::ByKernel)
            return savedByKernel();
        auto saved = onlyReturnAddress();
        if (stretch.saved == CodeStretch::Saved::FramePointer) {
            const auto place = std::ranges::find(trackedRegisters, machine::framePointer);
            saved.set(std::size_t(place - trackedRegisters.begin()),
                      {SavedIn::AtCfa, -2 * pushedByCall});
        }
        return saved;
    }

    static SavedRegisters onlyReturnAddress()
    {
        SavedRegisters saved;
        if (machine::pushesReturnAddress)
            saved.set(trackedReturnAddress, {SavedIn::AtCfa, -pushedByCall});
        return saved;
    }

    // Whether the first instruction of a function makes the return address undefined.
    static bool startsAsRoot(const Described &described)
    {
        DwarfCursor instructions = described.entries->instructionsOf(*described.function);
        return instructions.byte() == dwarf::DW_CFA_undefined
            && instructions.uleb() == described.entries->commonOf(*described.function).returnColumn;
    }

    void writeFunction(const Described &described)
    {
        const auto &[entries, entry] = described;
        const FunctionEntry &function = *entry;
        const CommonEntry &common = entries->commonOf(function);
        CfiProgram program(common, entries->dataBase(), m_builder);
        DwarfCursor instructions = entries->instructionsOf(function);
        program.setLocation(function.start);
        for (bool more = true; more;) {
            more = program.nextRow(instructions);
            if (program.location() >= function.end)
                break;
            if (!program.isGood())
                m_builder.countDefect();
            m_builder.appendRow(program.location(),
                                program.isGood() ? toRule(program.state(), m_builder) : CfaRule());
        }
        m_builder.appendRow(function.end, {});
        m_builder.countFunction();
        m_end = function.end;
    }

    std::vector<Described> m_functions; // sorted by start
    std::vector<CodeStretch> m_stretches; // sorted by start
    std::size_t m_stretch = 0; // the next stretch to be written
    UnwindTableBuilder &m_builder;
    std::uint64_t m_end = 0; // end of what has been written
};

constexpr std::uint32_t extendedLength = 0xffffffff; // 64-bit DWARF: the length follows in 8 bytes
// A function of this size comes from a corrupt table, and would hide all that follow it.
constexpr std::uint64_t functionSizeLimit = std::uint64_t(1) << 30U;

std::span<const std::byte> takeString(DwarfCursor &cursor)
{
    const auto rest = cursor.rest();
    const auto end = std::ranges::find(rest, std::byte(0));
    const auto size = static_cast<std::size_t>(end - rest.begin());
    cursor.take(size + 1);
    return rest.first(size);
}

} // namespace

UnwindTable parseFrames(std::span<const FrameSectionContent> sections, const UndescribedCode &code)
{
    UnwindTableBuilder builder;
    std::list<FrameEntries> entries; // a list, so that they are not moved
    for (const FrameSectionContent &section : sections)
        entries.emplace_back(section, builder);
    return TableWriter(entries, code, builder).write();
}

// Reads common entries first: in .debug_frame they may come after the entries they own.
FrameEntries::FrameEntries(const FrameSectionContent &content, UnwindTableBuilder &builder)
    : m_content(content),
      m_builder(builder)
{
    constexpr std::size_t usualEntrySize = 40;
    m_functions.reserve(content.bytes.size() / usualEntrySize);
    forEachEntry([this](const Entry &entry) {
        if (!entry.isCommon)
            return;
        if (const auto common = readCommon(entry)) {
            m_commonByOffset.emplace(entry.offset, m_commons.size());
            m_commons.push_back(*common);
        }
    });
    forEachEntry([this](const Entry &entry) {
        if (!entry.isCommon && !readFunction(entry))
            m_builder.countDefect();
    });
    // A stable sort, so that of identical functions that the linker has merged always the same one
    // counts.
    if (!std::ranges::is_sorted(m_functions, {}, &FunctionEntry::start))
        std::ranges::stable_sort(m_functions, {}, &FunctionEntry::start);
}

template<typename Use>
void FrameEntries::forEachEntry(Use use)
{
    DwarfCursor section(m_content.bytes, m_content.address);
    while (!section.atEnd()) {
        const auto entry = takeEntry(section);
        if (!section.isGood())
            return;
        if (entry)
            use(*entry);
    }
}

// Reads the next entry; absent for a terminator: linkers leave some between the entries of
// different objects, so reading goes on after it.
std::optional<FrameEntries::Entry> FrameEntries::takeEntry(DwarfCursor &section) const
{
    Entry entry;
    entry.offset = offsetOf(section);
    std::uint64_t length = section.value<std::uint32_t>();
    const bool isExtended = length == extendedLength;
    if (isExtended)
        length = section.value<std::uint64_t>();
    if (length == 0)
        return std::nullopt;

    const auto ownerOffset = offsetOf(section);
    const auto ownerAddress = section.address();
    entry.content = DwarfCursor(section.take(length), ownerAddress);
    const bool isDebugFrame = m_content.section == FrameSection::DebugFrame;
    const bool isWide = isExtended && isDebugFrame;
    const std::uint64_t written =
        isWide ? entry.content.value<std::uint64_t>() : entry.content.value<std::uint32_t>();
    const std::uint64_t commonMark =
        isDebugFrame ? (isWide ? ~std::uint64_t(0) : std::uint64_t(extendedLength)) : 0;
    entry.isCommon = written == commonMark;
    entry.owner = isDebugFrame ? written : ownerOffset - written;
    if (!entry.content.isGood())
        return std::nullopt;
    return entry;
}

bool FrameEntries::readFunction(const Entry &entry)
{
    const auto common = commonAt(entry.owner);
    if (!common)
        return false;
    const CommonEntry &owner = m_commons[*common];
    DwarfCursor cursor = entry.content;
    FunctionEntry function;
    function.common = static_cast<std::uint32_t>(*common);
    function.start = cursor.pointer(owner.pointerEncoding, m_content.dataBase);
    const auto size = cursor.pointer(owner.pointerEncoding & pointerFormatMask, 0);
    if (owner.hasAugmentationSize)
        cursor.take(cursor.uleb());
    if (!cursor.isGood() || size > functionSizeLimit || function.start + size < function.start)
        return false;
    // Linkers leave entries of discarded functions in place: size or address zero.
    if (size == 0 || function.start == 0)
        return true;
    function.end = function.start + size;
    function.instructions = cursor.rest();
    m_functions.push_back(function);
    return true;
}

std::optional<std::size_t> FrameEntries::commonAt(std::uint64_t offset)
{
    if (offset == m_lastOffset)
        return m_lastCommon;
    const auto known = m_commonByOffset.find(offset);
    m_lastOffset = offset;
    m_lastCommon = known == m_commonByOffset.end() ? std::nullopt : std::optional(known->second);
    return m_lastCommon;
}

std::optional<CommonEntry> FrameEntries::readCommon(const Entry &entry) const
{
    DwarfCursor cursor = entry.content;
    const auto version = cursor.byte();
    if (version != 1 && version != 3 && version != 4)
        return std::nullopt;
    const auto letters = takeString(cursor);
    if (version == 4) {
        const auto addressSize = cursor.byte();
        const auto segmentSize = cursor.byte();
        if (addressSize != sizeof(std::uint64_t) || segmentSize != 0)
            return std::nullopt;
    }
    CommonEntry common;
    common.codeAlignment = cursor.uleb();
    common.dataAlignment = cursor.sleb();
    common.returnColumn = version == 1 ? cursor.byte() : cursor.uleb();
    if (!readAugmentation(letters, cursor, common) || !cursor.isGood())
        return std::nullopt;

    CfiProgram program(common, m_content.dataBase, m_builder);
    while (program.nextRow(cursor)) { }
    if (!program.isGood())
        return std::nullopt;
    common.initial = program.state();
    return common;
}

// Reads an augmentation. Unknown letters can be skipped only if the size of their data is given.
bool FrameEntries::readAugmentation(std::span<const std::byte> letters, DwarfCursor &cursor,
                                    CommonEntry &common) const
{
    if (letters.empty())
        return true;
    if (letters.front() != std::byte('z'))
        return false;
    common.hasAugmentationSize = true;
    const auto size = cursor.uleb();
    const auto address = cursor.address();
    DwarfCursor data(cursor.take(size), address);
    for (const std::byte letter : letters.subspan(1)) {
        switch (std::to_integer<char>(letter)) {
        case 'L': data.byte(); break; // how pointers to language data are written
        case 'P': // the personality function; its address is not needed
            data.pointer(static_cast<std::uint8_t>(data.byte() & (pointerIndirect - 1U)), 0);
            break;
        case 'R': common.pointerEncoding = data.byte(); break;
        case 'S': common.initial.saved.isSignalFrame = true; break;
        case 'B': break; // selects the AArch64 key that signs return addresses
        default: return data.isGood();
        }
    }
    return data.isGood();
}

std::uint64_t FrameEntries::offsetOf(const DwarfCursor &cursor) const
{
    return cursor.address() - m_content.address;
}

} // namespace ember::capture
