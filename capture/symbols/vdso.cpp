// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/vdso.h"

#include <algorithm>
#include <bit>
#include <elf.h>
#include <link.h>
#include <sys/auxv.h>

namespace ember::capture {

// The mapping's size is unknown here, but the section headers are the last thing in the ELF file.
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

} // namespace ember::capture
