// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/elffile.h"

#include "model/core/text.h"

#include <gelf.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <utility>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

// Takes the end of its headers for the end of the vDSO: the mapping's size is unknown here, and the
// section headers are the last thing in the ELF file.
std::span<const std::byte> ownVdso()
{
    const auto address = getauxval(AT_SYSINFO_EHDR);
    if (address == 0)
        return {};
    const auto *start = std::bit_cast<const std::byte *>(address);
    const auto *header = std::bit_cast<const ElfW(Ehdr) *>(address);
    const std::size_t sections =
        header->e_shoff + std::size_t(header->e_shnum) * header->e_shentsize;
    const std::size_t segments =
        header->e_phoff + std::size_t(header->e_phnum) * header->e_phentsize;
    return {start, std::max(sections, segments)};
}

namespace {

// The kernel maps whole pages; 4 KiB divides every page size in use.
constexpr std::uint64_t pageMask = 0xfff;

// The build-id in a sequence of ELF notes; "" if there is none.
std::string buildIdInNotes(Elf_Data *notes)
{
    if (notes == nullptr || notes->d_buf == nullptr)
        return {};
    const auto *content = static_cast<const char *>(notes->d_buf);
    std::size_t offset = 0;
    GElf_Nhdr header{};
    std::size_t nameAt = 0;
    std::size_t descriptionAt = 0;
    while (const auto next = gelf_getnote(notes, offset, &header, &nameAt, &descriptionAt)) {
        if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == sizeof(ELF_NOTE_GNU)
            && std::memcmp(content + nameAt, ELF_NOTE_GNU, sizeof(ELF_NOTE_GNU)) == 0) {
            return model::hexDigits(
                std::as_bytes(std::span(content + descriptionAt, header.n_descsz)));
        }
        offset = next;
    }
    return {};
}

ErrorCode codeOf(int systemError)
{
    return systemError == ENOENT || systemError == ENOTDIR ? ErrorCode::FileNotFound
                                                           : ErrorCode::FileUnreadable;
}

} // namespace

void ElfFile::ElfEnd::operator()(Elf *elf) const
{
    elf_end(elf);
}

Result<ElfFile> ElfFile::open(const std::string &place, const std::string &path)
{
    // O_NONBLOCK: the path comes from a profile and may name a FIFO.
    FileDescriptor descriptor(::open(place.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!descriptor.isOpen())
        return Error{codeOf(errno), path, std::strerror(errno)};
    ElfFile file(std::move(descriptor), {}, path);
    EMBER_RETURN_IF_ERROR(file.begin());
    return file;
}

Result<ElfFile> ElfFile::fromBytes(std::span<const std::byte> bytes, std::string name)
{
    std::vector<char> copy(bytes.size());
    std::ranges::transform(bytes, copy.begin(), [](std::byte byte) { return char(byte); });
    ElfFile file(FileDescriptor(), std::move(copy), std::move(name));
    EMBER_RETURN_IF_ERROR(file.begin());
    return file;
}

ElfFile::ElfFile(FileDescriptor descriptor, std::vector<char> bytes, std::string path)
    : m_descriptor(std::move(descriptor)),
      m_bytes(std::move(bytes)),
      m_path(std::move(path))
{
}

Result<void> ElfFile::begin()
{
    elf_version(EV_CURRENT);
    if (m_descriptor.isOpen())
        m_elf.reset(elf_begin(m_descriptor.number(), ELF_C_READ, nullptr));
    else if (!m_bytes.empty())
        m_elf.reset(elf_memory(m_bytes.data(), m_bytes.size()));
    if (!m_elf || elf_kind(m_elf.get()) != ELF_K_ELF)
        return Error{ErrorCode::UnknownFormat, m_path, "not an ELF file"};
    readHeaders();
    return {};
}

void ElfFile::readHeaders()
{
    GElf_Ehdr header{};
    if (gelf_getehdr(m_elf.get(), &header) != nullptr)
        m_machine = header.e_machine;
    std::size_t count = 0;
    std::vector<GElf_Phdr> loaded;
    GElf_Phdr segment{};
    if (elf_getphdrnum(m_elf.get(), &count) == 0) {
        for (std::size_t i = 0; i < count; ++i) {
            if (gelf_getphdr(m_elf.get(), int(i), &segment) == nullptr)
                break;
            if (segment.p_type == PT_LOAD)
                loaded.push_back(segment);
        }
    }
    if (!loaded.empty())
        m_firstLoadAddress = loaded.front().p_vaddr & ~pageMask;
    const auto isCode = [](const GElf_Phdr &one) { return (one.p_flags & PF_X) != 0; };
    if (const auto code = std::ranges::find_if(loaded, isCode); code != loaded.end())
        m_codeShift = code->p_vaddr - code->p_offset;
    readSections();
    m_buildId = findBuildId();
}

void ElfFile::readSections()
{
    std::size_t names = 0;
    if (elf_getshdrstrndx(m_elf.get(), &names) != 0)
        return;
    for (Elf_Scn *section = nullptr; (section = elf_nextscn(m_elf.get(), section)) != nullptr;) {
        GElf_Shdr header{};
        if (gelf_getshdr(section, &header) == nullptr)
            continue;
        const char *name = elf_strptr(m_elf.get(), names, header.sh_name);
        m_sections.push_back({section, name != nullptr ? name : "", header.sh_type, header.sh_link,
                              header.sh_addr, header.sh_size,
                              (header.sh_flags & SHF_EXECINSTR) != 0});
    }
}

// The build-id from the note section, if there are sections (segment headers of a debug file are
// not valid), else from the note segment (the vDSO of some kernels has no sections).
std::string ElfFile::findBuildId() const
{
    for (const ElfSection &section : m_sections) {
        if (section.type == SHT_NOTE) {
            if (auto id = buildIdInNotes(data(section)); !id.empty())
                return id;
        }
    }
    std::size_t count = 0;
    if (elf_getphdrnum(m_elf.get(), &count) != 0)
        return {};
    for (std::size_t i = 0; i < count; ++i) {
        GElf_Phdr segment{};
        if (gelf_getphdr(m_elf.get(), int(i), &segment) == nullptr || segment.p_type != PT_NOTE)
            continue;
        const auto type = segment.p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR;
        auto *notes = elf_getdata_rawchunk(m_elf.get(), std::int64_t(segment.p_offset),
                                           segment.p_filesz, type);
        if (auto id = buildIdInNotes(notes); !id.empty())
            return id;
    }
    return {};
}

std::uint64_t ElfFile::size() const
{
    struct stat status { };
    if (!m_descriptor.isOpen())
        return m_bytes.size();
    return ::fstat(descriptor(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

const ElfSection *ElfFile::section(std::string_view name) const
{
    const auto found = std::ranges::find(m_sections, name, &ElfSection::name);
    return found == m_sections.end() ? nullptr : &*found;
}

const ElfSection *ElfFile::codeAt(std::uint64_t address) const
{
    const auto found = std::ranges::find_if(m_sections, [&](const ElfSection &section) {
        return section.isCode && address >= section.address
            && address - section.address < section.size;
    });
    return found == m_sections.end() ? nullptr : &*found;
}

Elf_Data *ElfFile::data(const ElfSection &section) const
{
    return section.type == SHT_NOBITS ? nullptr : elf_getdata(section.handle, nullptr);
}

std::span<const std::byte> ElfFile::bytes(const ElfSection &section) const
{
    const Elf_Data *content = data(section);
    if (content == nullptr || content->d_buf == nullptr)
        return {};
    return {static_cast<const std::byte *>(content->d_buf), content->d_size};
}

// The unpacked size is in the header of compressed sections; sections of the old ".zdebug" kind
// begin with "ZLIB" and eight bytes, big-endian.
std::uint64_t ElfFile::unpackedDebugBytes() const
{
    constexpr std::size_t wordSize = 8;
    static constexpr std::string_view oldMark = "ZLIB";
    std::uint64_t sum = 0;
    for (const ElfSection &section : m_sections) {
        const bool isOld = section.name.starts_with(".zdebug_");
        if (!isOld && !section.name.starts_with(".debug_"))
            continue;
        auto size = section.size;
        GElf_Chdr header{};
        if (gelf_getchdr(section.handle, &header) != nullptr)
            size = header.ch_size;
        const auto content = isOld ? bytes(section) : std::span<const std::byte>();
        if (content.size() >= oldMark.size() + wordSize) {
            size = 0;
            for (const auto byte : content.subspan(oldMark.size(), wordSize))
                size = size << 8U | std::to_integer<std::uint64_t>(byte);
        }
        sum = size > ~sum ? ~std::uint64_t(0) : sum + size;
    }
    return sum;
}

// .gnu_debuglink: the name, zero-terminated and padded to four bytes, then the CRC in the file's
// byte order.
std::optional<DebugLink> ElfFile::debugLink() const
{
    const ElfSection *link = section(".gnu_debuglink");
    if (link == nullptr)
        return {};
    const auto content = bytes(*link);
    const std::string_view text(reinterpret_cast<const char *>(content.data()), content.size());
    const auto nameLength = text.find('\0');
    const std::size_t crcAt = nameLength == text.npos ? text.size() : (nameLength + 4) / 4 * 4;
    if (nameLength == 0 || crcAt + 4 > text.size())
        return {};
    const bool bigEndian = elf_getident(m_elf.get(), nullptr)[EI_DATA] == ELFDATA2MSB;
    DebugLink result{std::string(text.substr(0, nameLength)), 0};
    for (std::size_t i = 0; i < 4; ++i) {
        const auto byte = std::to_integer<std::uint32_t>(content[crcAt + i]);
        result.crc |= byte << (8U * (bigEndian ? 3U - i : i));
    }
    return result;
}

} // namespace ember::capture
