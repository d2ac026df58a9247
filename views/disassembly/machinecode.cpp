// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/disassembly/machinecode.h"

#include <algorithm>

namespace ember::views {

std::optional<std::size_t> CodeBlock::rowAt(std::uint64_t address) const
{
    const auto after = std::ranges::upper_bound(instructions, address, {}, &Instruction::address);
    if (after == instructions.begin())
        return std::nullopt;
    const auto found = after - 1;
    if (address - found->address >= found->length)
        return std::nullopt;
    return static_cast<std::size_t>(found - instructions.begin());
}

} // namespace ember::views
