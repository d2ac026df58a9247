// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/tableloader.h"

#include "capture/procfs/elfidentity.h"
#include "capture/unwind/dwarfcursor.h"
#include "capture/unwind/ehframe.h"

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

std::string_view nameAt(std::span<const std::byte> names, std::uint32_t offset)
{
    if (offset >= names.size())
        return {};
    // char may look at any object's bytes.
    const auto *const text = reinterpret_cast<const char *>(names.data()) + offset; // NOLINT
    return {text, ::strnlen(text, names.size() - offset)};
}

std::vector<Elf64_Shdr> readSections(const BinaryReader &reader, std::uint16_t &nameSection)
{
    const auto header = reader.readValue<Elf64_Ehdr>(0);
    if (!header || header->e_shentsize != sizeof(Elf64_Shdr))
        return {};
    nameSection = header->e_shstrndx;
    std::vector<Elf64_Shdr> sections(header->e_shnum);
    if (!reader.read(header->e_shoff, std::as_writable_bytes(std::span(sections))))
        return {};
    return sections;
}

std::optional<FrameRange> findBySection(const BinaryReader &reader, std::string_view wanted,
                                        FrameSection kind)
{
    std::uint16_t nameSection = 0;
    const auto sections = readSections(reader, nameSection);
    if (nameSection >= sections.size())
        return std::nullopt;
    constexpr std::uint64_t namesLimit = 1U << 20U;
    const auto names = reader.readUpTo(sections[nameSection].sh_offset,
                                       std::min(sections[nameSection].sh_size, namesLimit));
    for (const Elf64_Shdr &section : sections) {
        const bool isReadable =
            section.sh_type != SHT_NOBITS && (section.sh_flags & SHF_COMPRESSED) == 0;
        if (isReadable && nameAt(names, section.sh_name) == wanted)
            return FrameRange{{section.sh_offset, section.sh_addr, section.sh_size}, 0, kind};
    }
    return std::nullopt;
}

// The section tells the exact size; the program header is there even without sections.
std::optional<FrameRange> findFrames(const BinaryReader &reader, const ElfIdentity &identity)
{
    auto bySection = findBySection(reader, ".eh_frame", FrameSection::EhFrame);
    auto byHeader = findByProgramHeader(reader, identity);
    if (byHeader && bySection && byHeader->range.address == bySection->range.address)
        byHeader->range.size = std::min(byHeader->range.size, bySection->range.size);
    if (byHeader)
        return byHeader;
    if (bySection)
        return bySection;
    return findBySection(reader, ".debug_frame", FrameSection::DebugFrame);
}

} // namespace

Result<UnwindTable> loadUnwindTable(const BinaryReader &reader)
{
    EMBER_ASSIGN_OR_RETURN(const auto identity, readElfIdentity(reader));
    if (identity.elfClass != ElfClass::Elf64 || identity.machine != EM_X86_64)
        return Error{ErrorCode::UnsupportedArchitecture, "ELF",
                     "machine " + std::to_string(identity.machine)};
    const auto frames = findFrames(reader, identity);
    if (!frames)
        return UnwindTable();
    const auto bytes =
        reader.readUpTo(frames->range.offset, std::min(frames->range.size, sectionLimit));
    return parseEhFrame(
        {.bytes = bytes,
         .address = frames->range.address,
         .dataBase = frames->dataBase,
         .section = frames->section,
         .entry = identity.entry != 0 ? std::optional(identity.entry) : std::nullopt});
}

} // namespace ember::capture
