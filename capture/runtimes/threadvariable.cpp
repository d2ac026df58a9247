// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/threadvariable.h"

#include "capture/runtimes/runtimecandidate.h"
#include "capture/runtimes/scriptruntime.h"

#include <limits>

namespace ember::capture {

ThreadVariableSearch findThreadVariable(const RuntimeCandidate &candidate, std::string_view name)
{
    using Place = ThreadLocalSymbol::Place;
    const auto symbol = candidate.threadLocal(name);
    if (!symbol)
        return {};
    if (symbol->place == Place::FromThreadPointer)
        return {ThreadVariable{0, symbol->offset}};
    const auto slot = candidate.readValue<std::uint64_t>(symbol->slot).value_or(0);
    if (slot == 0)
        return {std::nullopt, false};
    if (symbol->place == Place::OffsetInSlot)
        return {ThreadVariable{0, static_cast<std::int64_t>(slot)}};
    return {ThreadVariable{slot, symbol->offset}};
}

// The word behind the thread pointer's is the address of the thread's table of blocks, of 16 bytes
// each; before it is how many it has. A block that was not used yet is the word −1.
std::uint64_t ThreadVariable::address(std::uint64_t threadPointer, StopReader &reader) const
{
    constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
    if (module == 0)
        return threadPointer + static_cast<std::uint64_t>(offset);
    std::uint64_t table = 0;
    std::uint64_t count = 0;
    std::uint64_t block = 0;
    if (!reader.readValue(threadPointer + 8, table) || !reader.readValue(table - 16, count)
        || module > count || !reader.readValue(table + 16 * module, block) || block == 0
        || block == none)
        return 0;
    return block + static_cast<std::uint64_t>(offset);
}

} // namespace ember::capture
