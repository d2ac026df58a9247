// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/tableloader.h"

#include "capture/procfs/elfidentity.h"
#include "capture/unwind/dwarfcursor.h"
#include "capture/unwind/ehframe.h"
#include "capture/unwind/undescribedcode.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
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

std::optional<FrameRange> findBySection(const std::vector<ElfSection> &sections,
                                        std::string_view name, FrameSection kind)
{
    const auto *const section = findSection(sections, name);
    if (!section)
        return std::nullopt;
    return FrameRange{section->range, 0, kind};
}

// The section tells the exact size; the program header is there even without sections.
std::optional<FrameRange> findFrames(const BinaryReader &reader, const ElfIdentity &identity,
                                     const std::vector<ElfSection> &sections)
{
    auto bySection = findBySection(sections, ".eh_frame", FrameSection::EhFrame);
    auto byHeader = findByProgramHeader(reader, identity);
    if (byHeader && bySection && byHeader->range.address == bySection->range.address)
        byHeader->range.size = std::min(byHeader->range.size, bySection->range.size);
    if (byHeader)
        return byHeader;
    if (bySection)
        return bySection;
    return findBySection(sections, ".debug_frame", FrameSection::DebugFrame);
}

} // namespace

Result<UnwindTable> loadUnwindTable(const BinaryReader &reader)
{
    EMBER_ASSIGN_OR_RETURN(const auto identity, readElfIdentity(reader));
    if (identity.elfClass != ElfClass::Elf64 || identity.machine != EM_X86_64)
        return Error{ErrorCode::UnsupportedArchitecture, "ELF",
                     "machine " + std::to_string(identity.machine)};
    const auto sections = readSections(reader);
    FrameSectionContent content;
    std::vector<std::byte> bytes;
    if (const auto frames = findFrames(reader, identity, sections)) {
        bytes = reader.readUpTo(frames->range.offset, std::min(frames->range.size, sectionLimit));
        content = {.bytes = bytes,
                   .address = frames->range.address,
                   .dataBase = frames->dataBase,
                   .section = frames->section,
                   .entry = {},
                   .undescribed = {}};
    }
    if (identity.entry != 0)
        content.entry = identity.entry;
    content.undescribed = undescribedCode(reader, sections);
    return parseEhFrame(content);
}

} // namespace ember::capture
