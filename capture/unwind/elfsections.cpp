// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/elfsections.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <span>

namespace ember::capture {

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

} // namespace ember::capture
