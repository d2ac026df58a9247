// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/pltstubs.h"

#include "capture/symbols/demangle.h"

#include <gelf.h>

#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <unordered_map>

namespace ember::capture {

namespace {

using SlotNames = std::unordered_map<std::uint64_t, std::string>; // by the slot's address

const ElfSection *sectionNumber(const ElfFile &file, std::uint32_t number)
{
    for (const ElfSection &section : file.sections()) {
        if (elf_ndxscn(section.handle) == number)
            return &section;
    }
    return nullptr;
}

void addSlots(const ElfFile &file, const ElfSection &relocations, SlotNames &names)
{
    Elf_Data *data = file.data(relocations);
    const ElfSection *symbols = sectionNumber(file, relocations.link);
    Elf_Data *symbolData = symbols != nullptr ? file.data(*symbols) : nullptr;
    if (data == nullptr || symbolData == nullptr)
        return;
    const auto count = data->d_size / gelf_fsize(file.handle(), ELF_T_RELA, 1, EV_CURRENT);
    for (std::size_t i = 0; i < count; ++i) {
        GElf_Rela relocation{};
        GElf_Sym symbol{};
        if (gelf_getrela(data, int(i), &relocation) == nullptr)
            break;
        const auto type = GELF_R_TYPE(relocation.r_info);
        if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT)
            continue;
        if (gelf_getsym(symbolData, int(GELF_R_SYM(relocation.r_info)), &symbol) == nullptr)
            continue;
        const char *name = elf_strptr(file.handle(), symbols->link, symbol.st_name);
        if (name != nullptr && *name != '\0')
            names.emplace(relocation.r_offset, name);
    }
}

// The GOT slot of a `jmp *offset(%rip)` at `code`, possibly preceded by endbr64 or with a bnd
// prefix. `address` is the address of `code`.
std::optional<std::uint64_t> jumpSlot(std::span<const std::byte> code, std::uint64_t address)
{
    static constexpr std::array endbr64{std::byte{0xf3}, std::byte{0x0f}, std::byte{0x1e},
                                        std::byte{0xfa}};
    std::size_t at = 0;
    if (code.size() >= endbr64.size()
        && std::memcmp(code.data(), endbr64.data(), endbr64.size()) == 0)
        at = endbr64.size();
    if (at < code.size() && code[at] == std::byte{0xf2})
        ++at;
    static constexpr std::size_t jumpLength = 6;
    if (at + jumpLength > code.size() || code[at] != std::byte{0xff}
        || code[at + 1] != std::byte{0x25})
        return {};
    std::uint32_t offset = 0;
    for (std::size_t i = 0; i < 4; ++i)
        offset |= std::to_integer<std::uint32_t>(code[at + 2 + i]) << (8U * i);
    const auto signedOffset = std::int64_t(std::bit_cast<std::int32_t>(offset));
    return address + at + jumpLength + static_cast<std::uint64_t>(signedOffset);
}

void addStubs(const ElfFile &file, const ElfSection &section, const SlotNames &names,
              std::vector<Symbol> &stubs)
{
    const auto code = file.bytes(section);
    // 8-byte stubs exist in .plt.got of binaries without endbr64.
    static constexpr std::size_t step = 8;
    for (std::size_t at = 0; at + step <= code.size(); at += step) {
        const auto start = section.address + at;
        const auto slot = jumpSlot(code.subspan(at), start);
        const auto name = slot ? names.find(*slot) : names.end();
        if (name == names.end())
            continue;
        stubs.push_back(
            {start, 0, std::string(withoutVersion(name->second)) + "@plt", Binding::Local, false});
    }
}

} // namespace

std::vector<Symbol> pltStubs(const ElfFile &file)
{
    std::vector<Symbol> stubs;
    if (file.machine() != EM_X86_64)
        return stubs;
    SlotNames names;
    for (const ElfSection &section : file.sections()) {
        if (section.type == SHT_RELA)
            addSlots(file, section, names);
    }
    for (const ElfSection &section : file.sections()) {
        if (section.isCode && section.name.starts_with(".plt"))
            addStubs(file, section, names, stubs);
    }
    return stubs;
}

} // namespace ember::capture
