// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/tableloader.h"

#include "capture/procfs/elfidentity.h"
#include "capture/unwind/dwarfcursor.h"
#include "capture/unwind/ehframe.h"
#include "capture/unwind/undescribedcode.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string_view>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

// The biggest browsers have 30 MB of it.
constexpr std::uint64_t sectionLimit = std::uint64_t(512) << 20U;

struct FrameRange {
    FileRange range;
    std::uint64_t dataBase = 0;
    FrameSection section = FrameSection::EhFrame;
};

// .eh_frame_hdr begins with a version, three encodings and the address of .eh_frame. How long that
// is nobody says: to the end of its segment at most.
std::optional<FrameRange> findByProgramHeader(const BinaryReader &reader,
                                              const ElfIdentity &identity)
{
    if (!identity.ehFrameHeader)
        return std::nullopt;
    constexpr std::uint64_t startSize = 4 + sizeof(std::uint64_t);
    const auto &header = *identity.ehFrameHeader;
    const auto bytes = reader.readUpTo(header.offset, startSize);
    DwarfCursor cursor(bytes, header.address);
    const auto version = cursor.byte();
    const auto encoding = cursor.byte();
    cursor.take(2);
    const auto address = cursor.pointer(encoding, header.address);
    if (version != 1 || !cursor.isGood())
        return std::nullopt;
    for (const LoadSegment &segment : identity.segments) {
        if (address < segment.address || address - segment.address >= segment.fileSize)
            continue;
        const auto inSegment = address - segment.address;
        return FrameRange{{segment.offset + inSegment, address, segment.fileSize - inSegment},
                          header.address,
                          FrameSection::EhFrame};
    }
    return std::nullopt;
}

std::optional<FrameRange> findBySection(const std::vector<StoredSection> &sections,
                                        std::string_view name, FrameSection kind)
{
    const auto *const section = findSection(sections, name);
    if (!section)
        return std::nullopt;
    return FrameRange{section->range, 0, kind};
}

// The section tells the exact size; the program header is there even without sections.
std::optional<FrameRange> findEhFrame(const BinaryReader &reader, const ElfIdentity &identity,
                                      const std::vector<StoredSection> &sections)
{
    const auto bySection = findBySection(sections, ".eh_frame", FrameSection::EhFrame);
    auto byHeader = findByProgramHeader(reader, identity);
    if (!byHeader)
        return bySection;
    if (bySection && byHeader->range.address == bySection->range.address)
        byHeader->range.size = std::min(byHeader->range.size, bySection->range.size);
    return byHeader;
}

// What the bytes of both kinds of section are kept in while they are parsed.
class FrameContents {
public:
    void add(const BinaryReader &reader, const std::optional<FrameRange> &frames)
    {
        if (!frames)
            return;
        const auto &range = frames->range;
        auto &bytes = m_bytes[m_count] =
            reader.readUpTo(range.offset, std::min(range.size, sectionLimit));
        m_contents[m_count++] = {.bytes = bytes,
                                 .address = range.address,
                                 .dataBase = frames->dataBase,
                                 .section = frames->section};
    }

    std::span<const FrameSectionContent> contents() const
    {
        return std::span(m_contents).first(m_count);
    }

private:
    std::array<std::vector<std::byte>, 2> m_bytes;
    std::array<FrameSectionContent, 2> m_contents;
    std::size_t m_count = 0;
};

} // namespace

Result<UnwindTable> loadUnwindTable(const BinaryReader &reader)
{
    EMBER_ASSIGN_OR_RETURN(const auto identity, readElfIdentity(reader));
    if (identity.elfClass != ElfClass::Elf64 || identity.machine != machine::elfNumber)
        return Error{ErrorCode::UnsupportedArchitecture, "ELF",
                     "machine " + std::to_string(identity.machine)};
    const auto sections = readSections(reader);
    FrameContents frames;
    frames.add(reader, findEhFrame(reader, identity, sections));
    // Of objects compiled without unwind tables but for debugging; others have none.
    frames.add(reader, findBySection(sections, ".debug_frame", FrameSection::DebugFrame));
    UndescribedCode code;
    if (identity.entry != 0)
        code.entry = identity.entry;
    code.stretches = undescribedCode(reader, sections);
    return parseFrames(frames.contents(), code);
}

} // namespace ember::capture
