// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/functionranges.h"

#include "capture/unwind/frameentries.h"

#include <algorithm>
#include <elf.h>

namespace ember::capture {

FunctionRanges::FunctionRanges(const ElfFile &file)
{
    const ElfSection *section = file.section(".eh_frame");
    if (section == nullptr || file.machine() != EM_X86_64)
        return;
    const ElfSection *header = file.section(".eh_frame_hdr");
    UnwindTableBuilder unused; // the unwind rows are not needed
    const FrameEntries entries({.bytes = file.bytes(*section),
                                .address = section->address,
                                .dataBase = header != nullptr ? header->address : 0},
                               unused);
    m_ranges.reserve(entries.functions().size());
    for (const FunctionEntry &function : entries.functions())
        m_ranges.push_back({function.start, function.end});
}

std::optional<FunctionRanges::Range> FunctionRanges::at(std::uint64_t address) const
{
    const auto after = std::ranges::upper_bound(m_ranges, address, {}, &Range::start);
    if (after == m_ranges.begin() || address >= std::prev(after)->end)
        return {};
    return *std::prev(after);
}

} // namespace ember::capture
