// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/tableloader.h"

#include "capture/procfs/elfidentity.h"
#include "capture/unwind/dwarfcursor.h"
#include "capture/unwind/ehframe.h"
#include "capture/unwind/gostretches.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <elf.h>
#include <optional>
#include <span>
#include <string_view>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr std::uint64_t namesLimit = 1U << 20U;

std::string nameAt(std::span<const std::byte> names, std::uint32_t offset)
{
    if (offset >= names.size())
        return {};
    // char may look at any object's bytes.
    const auto *const text = reinterpret_cast<const char *>(names.data()) + offset; // NOLINT
    return {text, ::strnlen(text, names.size() - offset)};
}

std::vector<Elf64_Shdr> readHeaders(const BinaryReader &reader, const Elf64_Ehdr &header)
{
    if (header.e_shentsize != sizeof(Elf64_Shdr))
        return {};
    std::vector<Elf64_Shdr> headers(header.e_shnum);
    if (!reader.read(header.e_shoff, std::as_writable_bytes(std::span(headers))))
        return {};
    return headers;
}

constexpr std::array markBranchTarget{std::byte(0xf3), std::byte(0x0f), std::byte(0x1e),
                                      std::byte(0xfa)}; // endbr64
constexpr std::array makeRoom{std::byte(0x48), std::byte(0x83), std::byte(0xec),
                              std::byte(0x08)}; // sub $8,%rsp
constexpr std::array giveBack{std::byte(0x48), std::byte(0x83), std::byte(0xc4), std::byte(0x08),
                              std::byte(0xc3)}; // add $8,%rsp; ret
constexpr std::uint64_t longestFragment = 128;

// An entry of a linkage table pushes its number, if it has one, with the instruction that ends at
// its 11th byte.
constexpr std::int32_t pltThreshold = 11;

bool startsWith(std::span<const std::byte> code, std::span<const std::byte> start)
{
    return code.size() >= start.size() && std::ranges::equal(code.first(start.size()), start);
}

// Adds a function of the C runtime of x86-64, which consists of the prologue of crti.o and the
// epilogue of crtn.o.
void appendRuntimeFunction(const BinaryReader &reader, const FileRange &range,
                           std::vector<CodeStretch> &stretches)
{
    const auto code = reader.readUpTo(range.offset, std::min(range.size, longestFragment));
    const std::size_t prologue = startsWith(code, markBranchTarget) ? markBranchTarget.size() : 0;
    const auto body = std::span(code).subspan(prologue);
    const auto end = std::search(body.begin(), body.end(), giveBack.begin(), giveBack.end());
    if (!startsWith(body, makeRoom) || end == body.end())
        return;
    const auto bodyOffset = prologue + makeRoom.size();
    const auto returnOffset =
        prologue + static_cast<std::size_t>(end - body.begin()) + giveBack.size() - 1; // of ret
    const auto start = range.address;
    stretches.push_back({start, start + bodyOffset, CfaKind::Offset, 8});
    stretches.push_back({start + bodyOffset, start + returnOffset, CfaKind::Offset, 16});
    stretches.push_back({start + returnOffset, start + returnOffset + 1, CfaKind::Offset, 8});
}

// Code that linkers and the C runtime put into binaries and that often has no call frame
// information: what runs at load and unload (.init, .fini), and linkage tables, of static programs
// too. Its few forms are known. A library's first page is touched by its .init, so short-lived
// processes are seen there more often than its size suggests.
std::vector<CodeStretch> undescribedCode(const BinaryReader &reader,
                                         const std::vector<StoredSection> &sections)
{
    std::vector<CodeStretch> stretches;
    for (const char *name : {".init", ".fini"}) {
        const auto *const section = findSection(sections, name);
        if (section && machine::elfNumber == EM_X86_64)
            appendRuntimeFunction(reader, section->range, stretches);
    }
    const CodeStretch linkage{.kind = machine::linkagePushes ? CfaKind::Plt : CfaKind::Offset,
                              .value = machine::linkagePushes ? pltThreshold : 0};
    for (const char *name : {".plt", ".plt.got", ".plt.sec", ".iplt"}) {
        if (const auto *const section = findSection(sections, name)) {
            const auto &range = section->range;
            stretches.push_back(
                {range.address, range.address + range.size, linkage.kind, linkage.value});
        }
    }
    return stretches;
}

// The biggest browsers have 30 MB.
constexpr std::uint64_t sectionLimit = std::uint64_t(512) << 20U;

struct FrameRange {
    FileRange range;
    std::uint64_t dataBase = 0;
    FrameSection section = FrameSection::EhFrame;
};

// Finds .eh_frame by .eh_frame_hdr, which begins with a version, three encodings and the address of
// .eh_frame. The length is not recorded: at most to the end of its segment.
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

// Prefers the section, which has the exact size; the program header exists even without sections.
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

// Holds the bytes of both kinds of section while they are parsed.
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

std::vector<StoredSection> readSections(const BinaryReader &reader)
{
    std::vector<StoredSection> sections;
    const auto header = reader.readValue<Elf64_Ehdr>(0);
    const auto headers = header ? readHeaders(reader, *header) : std::vector<Elf64_Shdr>();
    if (headers.empty() || header->e_shstrndx >= headers.size())
        return sections;
    const Elf64_Shdr &nameTable = headers[header->e_shstrndx];
    const auto names =
        reader.readUpTo(nameTable.sh_offset, std::min(nameTable.sh_size, namesLimit));
    for (const Elf64_Shdr &section : headers) {
        const bool isReadable =
            section.sh_type != SHT_NOBITS && (section.sh_flags & SHF_COMPRESSED) == 0;
        if (isReadable)
            sections.push_back({nameAt(names, section.sh_name),
                                {section.sh_offset, section.sh_addr, section.sh_size}});
    }
    return sections;
}

const StoredSection *findSection(const std::vector<StoredSection> &sections, std::string_view name)
{
    const auto found = std::ranges::find(sections, name, &StoredSection::name);
    return found == sections.end() ? nullptr : &*found;
}

Result<UnwindTable> loadUnwindTable(const BinaryReader &reader)
{
    EMBER_ASSIGN_OR_RETURN(const auto identity, readElfIdentity(reader));
    if (identity.elfClass != ElfClass::Elf64 || identity.machine != machine::elfNumber)
        return Error{ErrorCode::UnsupportedArchitecture, "ELF",
                     "machine " + std::to_string(identity.machine)};
    const auto sections = readSections(reader);
    FrameContents frames;
    frames.add(reader, findEhFrame(reader, identity, sections));
    UndescribedCode code;
    if (identity.entry != 0)
        code.entry = identity.entry;
    code.stretches = undescribedCode(reader, sections);
    const auto goCode = goStretches(reader, sections);
    code.stretches.insert(code.stretches.end(), goCode.begin(), goCode.end());
    // Only objects compiled for debugging without unwind tables have it, and Go programs: of them
    // it says less than their own table.
    if (goCode.empty())
        frames.add(reader, findBySection(sections, ".debug_frame", FrameSection::DebugFrame));
    return parseFrames(frames.contents(), code);
}

} // namespace ember::capture
