// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unwind/aarch64/tableimage.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <elf.h>
#include <memory>
#include <vector>

namespace ember::tests {

namespace {

constexpr std::uint64_t headerOffset = 0xe0; // of .eh_frame_hdr

struct Headers {
    Elf64_Ehdr file{};
    std::array<Elf64_Phdr, 2> segments{};
};

static_assert(sizeof(Headers) <= headerOffset);

Headers headersOf(std::uint64_t size)
{
    Headers headers;
    auto &file = headers.file;
    std::memcpy(file.e_ident, ELFMAG, SELFMAG);
    file.e_ident[EI_CLASS] = ELFCLASS64;
    file.e_ident[EI_DATA] = ELFDATA2LSB;
    file.e_ident[EI_VERSION] = EV_CURRENT;
    file.e_type = ET_DYN;
    file.e_machine = EM_AARCH64;
    file.e_version = EV_CURRENT;
    file.e_phoff = sizeof file;
    file.e_ehsize = sizeof file;
    file.e_phentsize = sizeof(Elf64_Phdr);
    file.e_phnum = 2;
    auto &[load, frames] = headers.segments;
    load.p_type = PT_LOAD;
    load.p_flags = PF_R | PF_X;
    load.p_filesz = load.p_memsz = size;
    load.p_align = 0x1000;
    frames.p_type = PT_GNU_EH_FRAME;
    frames.p_flags = PF_R;
    frames.p_offset = frames.p_vaddr = frames.p_paddr = headerOffset;
    frames.p_filesz = frames.p_memsz = ehFrameOffset - headerOffset;
    return headers;
}

} // namespace

capture::MappedImage tableImage(std::uint64_t start, std::uint64_t size,
                                std::span<const std::byte> ehFrame)
{
    std::vector<std::byte> bytes(std::max<std::size_t>(size, ehFrameOffset + ehFrame.size()));
    const auto put = [&bytes](std::uint64_t offset, const auto &value) {
        std::ranges::copy(std::as_bytes(std::span(&value, 1)),
                          bytes.begin() + static_cast<std::ptrdiff_t>(offset));
    };
    put(0, headersOf(bytes.size()));
    // Version 1; the section's address follows, relative to itself, in four bytes; no table.
    constexpr std::array<std::uint8_t, 4> encodings{1, 0x1b, 0xff, 0xff};
    put(headerOffset, encodings);
    put(headerOffset + encodings.size(),
        static_cast<std::int32_t>(ehFrameOffset - headerOffset - encodings.size()));
    std::ranges::copy(ehFrame, bytes.begin() + ehFrameOffset);

    capture::MappedImage image;
    image.start = start;
    image.end = start + bytes.size();
    image.bias = start;
    image.memory = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    return image;
}

} // namespace ember::tests
