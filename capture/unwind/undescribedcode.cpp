// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/undescribedcode.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <elf.h>
#include <span>

namespace ember::capture {

namespace {

constexpr std::array markBranchTarget{std::byte(0xf3), std::byte(0x0f), std::byte(0x1e),
                                      std::byte(0xfa)}; // endbr64
constexpr std::array makeRoom{std::byte(0x48), std::byte(0x83), std::byte(0xec),
                              std::byte(0x08)}; // sub $8,%rsp
constexpr std::array giveBack{std::byte(0x48), std::byte(0x83), std::byte(0xc4), std::byte(0x08),
                              std::byte(0xc3)}; // add $8,%rsp; ret
constexpr std::uint64_t longestFragment = 128;

// A linkage table's entry pushes its number with the instruction that ends at its 11th byte, where
// it has one.
constexpr std::int32_t pltThreshold = 11;

bool startsWith(std::span<const std::byte> code, std::span<const std::byte> start)
{
    return code.size() >= start.size() && std::ranges::equal(code.first(start.size()), start);
}

// A function of the C runtime of x86-64, put together from the prologue of crti.o and the epilogue
// of crtn.o.
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

} // namespace

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

} // namespace ember::capture
