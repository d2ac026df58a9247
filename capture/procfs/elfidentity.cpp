// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/elfidentity.h"

#include "capture/procfs/procreader.h"
#include "model/core/text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <elf.h>
#include <string_view>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

Result<struct stat> status(const std::string &path)
{
    struct stat status { };
    if (::stat(path.c_str(), &status) == 0)
        return status;
    const bool missing = errno == ENOENT || errno == ENOTDIR;
    return Error{missing ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable, path,
                 std::strerror(errno)};
}

} // namespace

Result<FileIdentity> readFileIdentity(const std::string &path)
{
    EMBER_ASSIGN_OR_RETURN(const auto file, status(path));
    constexpr std::int64_t nsPerSecond = 1'000'000'000;
    return FileIdentity{.device = file.st_dev,
                        .inode = file.st_ino,
                        .size = static_cast<std::uint64_t>(file.st_size),
                        .modifiedNs = file.st_mtim.tv_sec * nsPerSecond + file.st_mtim.tv_nsec};
}

Result<RaisedPrivileges> readRaisedPrivileges(const std::string &path)
{
    EMBER_ASSIGN_OR_RETURN(const auto file, status(path));
    RaisedPrivileges raised;
    raised.setUser = (file.st_mode & S_ISUID) != 0 && file.st_uid != ::geteuid();
    // Without group execution the bit means mandatory locking, not another group.
    raised.setGroup = (file.st_mode & S_ISGID) != 0 && (file.st_mode & S_IXGRP) != 0
        && file.st_gid != ::getegid();
    raised.capabilities = ::getxattr(path.c_str(), "security.capability", nullptr, 0) > 0;
    return raised;
}

namespace {

// Size limit of the tables that are read; real ones are far smaller.
constexpr std::uint64_t smallTableLimit = 1U << 20U;

Error syntaxError(const char *detail)
{
    return {ErrorCode::SyntaxError, "ELF", detail};
}

std::string stringAt(std::span<const std::byte> bytes, std::uint64_t offset)
{
    if (offset >= bytes.size())
        return {};
    const auto rest = bytes.subspan(offset);
    const auto end = std::ranges::find(rest, std::byte(0));
    std::string text(static_cast<std::size_t>(end - rest.begin()), '\0');
    std::memcpy(text.data(), rest.data(), text.size());
    return text;
}

// Finds the build-id in ELF notes; each is a header, a name and a content, both padded to four
// bytes.
std::string findBuildId(std::span<const std::byte> notes)
{
    const auto padded = [](std::uint32_t size) { return (std::uint64_t(size) + 3) & ~3ULL; };
    Elf64_Nhdr header;
    while (notes.size() >= sizeof(header)) {
        std::memcpy(&header, notes.data(), sizeof(header));
        notes = notes.subspan(sizeof(header));
        const auto nameSize = padded(header.n_namesz);
        const auto size = nameSize + padded(header.n_descsz);
        if (size > notes.size())
            return {};
        if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == sizeof(ELF_NOTE_GNU)
            && std::memcmp(notes.data(), ELF_NOTE_GNU, sizeof(ELF_NOTE_GNU)) == 0)
            return model::hexDigits(notes.subspan(nameSize, header.n_descsz));
        notes = notes.subspan(size);
    }
    return {};
}

class IdentityReader {
public:
    explicit IdentityReader(const BinaryReader &reader) : m_reader(reader) { }

    Result<ElfIdentity> read()
    {
        EMBER_RETURN_IF_ERROR(readIdent());
        if (m_identity.elfClass == ElfClass::Elf32 || !m_identity.isLittleEndian)
            return std::move(m_identity);
        EMBER_ASSIGN_OR_RETURN(const auto headers, readProgramHeaders());
        for (const Elf64_Phdr &header : headers)
            enter(header);
        for (const Elf64_Phdr &header : headers) {
            if (header.p_type == PT_DYNAMIC)
                readNeeded(header);
        }
        return std::move(m_identity);
    }

private:
    Result<void> readIdent()
    {
        struct Start {
            unsigned char ident[EI_NIDENT];
            std::uint16_t type;
            std::uint16_t machine;
        };
        const auto start = m_reader.readValue<Start>(0);
        if (!start || std::memcmp(start->ident, ELFMAG, SELFMAG) != 0)
            return Error{ErrorCode::UnknownFormat, "ELF", "no ELF magic"};
        if (start->ident[EI_CLASS] != ELFCLASS32 && start->ident[EI_CLASS] != ELFCLASS64)
            return syntaxError("class");
        m_identity.elfClass =
            start->ident[EI_CLASS] == ELFCLASS64 ? ElfClass::Elf64 : ElfClass::Elf32;
        m_identity.isLittleEndian = start->ident[EI_DATA] == ELFDATA2LSB;
        m_identity.type = inFileOrder(start->type);
        m_identity.machine = inFileOrder(start->machine);
        return {};
    }

    std::uint16_t inFileOrder(std::uint16_t value) const
    {
        return m_identity.isLittleEndian ? value : __builtin_bswap16(value);
    }

    Result<std::vector<Elf64_Phdr>> readProgramHeaders()
    {
        const auto header = m_reader.readValue<Elf64_Ehdr>(0);
        if (!header)
            return Error{ErrorCode::Truncated, "ELF", "header"};
        m_identity.entry = header->e_entry;
        if (header->e_phnum == 0)
            return std::vector<Elf64_Phdr>(); // an object file has none
        if (header->e_phentsize != sizeof(Elf64_Phdr))
            return syntaxError("size of a program header");
        std::vector<Elf64_Phdr> headers(header->e_phnum);
        if (!m_reader.read(header->e_phoff, std::as_writable_bytes(std::span(headers))))
            return Error{ErrorCode::Truncated, "ELF", "program headers"};
        return headers;
    }

    void enter(const Elf64_Phdr &header)
    {
        switch (header.p_type) {
        case PT_LOAD:
            m_identity.segments.push_back({.offset = header.p_offset,
                                           .fileSize = header.p_filesz,
                                           .address = header.p_vaddr,
                                           .memorySize = header.p_memsz,
                                           .isExecutable = (header.p_flags & PF_X) != 0});
            break;
        case PT_INTERP: m_identity.interpreter = stringAt(contentOf(header), 0); break;
        case PT_NOTE:
            if (m_identity.buildId.empty())
                m_identity.buildId = findBuildId(contentOf(header));
            break;
        case PT_GNU_EH_FRAME:
            m_identity.ehFrameHeader = FileRange{header.p_offset, header.p_vaddr, header.p_filesz};
            break;
        default: break;
        }
    }

    std::vector<std::byte> contentOf(const Elf64_Phdr &header) const
    {
        return m_reader.readUpTo(header.p_offset, std::min(header.p_filesz, smallTableLimit));
    }

    void readNeeded(const Elf64_Phdr &dynamic)
    {
        const auto content = contentOf(dynamic);
        std::uint64_t stringsAddress = 0;
        std::uint64_t stringsSize = 0;
        std::vector<std::uint64_t> names;
        Elf64_Dyn entry;
        for (std::size_t at = 0; at + sizeof(entry) <= content.size(); at += sizeof(entry)) {
            std::memcpy(&entry, content.data() + at, sizeof(entry));
            if (entry.d_tag == DT_NULL)
                break;
            if (entry.d_tag == DT_STRTAB)
                stringsAddress = entry.d_un.d_ptr;
            else if (entry.d_tag == DT_STRSZ)
                stringsSize = entry.d_un.d_val;
            else if (entry.d_tag == DT_NEEDED)
                names.push_back(entry.d_un.d_val);
        }
        const auto offset = m_identity.offsetOf(stringsAddress);
        if (!offset || names.empty())
            return;
        constexpr std::uint64_t stringsLimit = 64U << 20U;
        const auto strings = m_reader.readUpTo(*offset, std::min(stringsSize, stringsLimit));
        for (const auto name : names)
            m_identity.needed.push_back(stringAt(strings, name));
    }

    const BinaryReader &m_reader;
    ElfIdentity m_identity;
};

} // namespace

std::optional<std::uint64_t> ElfIdentity::offsetOf(std::uint64_t address) const
{
    for (const LoadSegment &segment : segments) {
        if (address >= segment.address && address - segment.address < segment.fileSize)
            return segment.offset + (address - segment.address);
    }
    return std::nullopt;
}

// The kernel maps whole pages: a mapping starts up to a page before its segment.
std::optional<std::uint64_t> ElfIdentity::biasOf(std::uint64_t offset, std::uint64_t start) const
{
    for (const LoadSegment &segment : segments) {
        const auto firstPage = segment.offset & ~(pageSize - 1);
        if (offset >= firstPage
            && offset - firstPage < segment.fileSize + (segment.offset - firstPage))
            return start - (segment.address - segment.offset + offset);
    }
    return std::nullopt;
}

Result<ElfIdentity> readElfIdentity(const BinaryReader &reader)
{
    return IdentityReader(reader).read();
}

Result<ElfIdentity> readElfIdentity(const std::string &path)
{
    EMBER_ASSIGN_OR_RETURN(const auto reader, BinaryReader::open(path));
    auto identity = readElfIdentity(reader);
    if (!identity)
        return Error{identity.error().code, path, identity.error().detail};
    return identity;
}

} // namespace ember::capture
