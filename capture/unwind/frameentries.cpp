// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/frameentries.h"

#include <algorithm>

namespace ember::capture {

namespace {

constexpr std::uint32_t extendedLength = 0xffffffff; // 64-bit DWARF: the length follows in 8 bytes
// A function so big comes from a corrupt table, and would hide all those behind it.
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

// Owners first: in .debug_frame they may come behind what they own.
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
    // Stable: of folded functions always the same one counts.
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

// Nothing for a terminator: linkers leave some between the entries of different objects, so reading
// goes on behind it.
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
    // Linkers leave entries of discarded functions behind: size or address zero.
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

// Letters that are not known can be passed over only where their data's size is given.
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
        case 'P': // the personality function; where it is does not matter
            data.pointer(static_cast<std::uint8_t>(data.byte() & (pointerIndirect - 1U)), 0);
            break;
        case 'R': common.pointerEncoding = data.byte(); break;
        case 'S': common.initial.saved.isSignalFrame = true; break;
        case 'B': break; // which key of AArch64 signs return addresses
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
