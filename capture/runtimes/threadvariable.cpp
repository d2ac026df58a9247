// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/threadvariable.h"

#include "capture/runtimes/runtimecandidate.h"
#include "capture/runtimes/scriptruntime.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <vector>

namespace ember::capture {

namespace {

using Place = ThreadLocalSymbol::Place;

constexpr std::array<std::uint8_t, 4> leaSlotRdi{0x66, 0x48, 0x8d, 0x3d}; // data16 lea d(%rip),%rdi
constexpr std::array<std::uint8_t, 3> movSlotRax{0x48, 0x8b, 0x05}; // mov d(%rip),%rax
constexpr std::array<std::uint8_t, 4> movFsRax{0x64, 0x48, 0x8b, 0x00}; // mov %fs:(%rax),%rax
constexpr std::array<std::uint8_t, 5> movFsPlace{0x64, 0x48, 0x8b, 0x04, 0x25}; // mov %fs:d,%rax
constexpr std::size_t displacementSize = 4;

template<std::size_t size>
bool startsWith(std::span<const std::byte> code, const std::array<std::uint8_t, size> &bytes)
{
    return code.size() >= size && std::memcmp(code.data(), bytes.data(), size) == 0;
}

std::int64_t displacementAt(std::span<const std::byte> code, std::size_t offset)
{
    std::int32_t value = 0;
    if (code.size() >= offset + displacementSize)
        std::memcpy(&value, code.data() + offset, displacementSize);
    return value;
}

ThreadVariableSearch toVariable(const RuntimeCandidate &candidate, const ThreadLocalSymbol &symbol)
{
    if (symbol.place == Place::FromThreadPointer)
        return {ThreadVariable{0, symbol.offset}};
    const auto slot = candidate.readValue<std::uint64_t>(symbol.slot).value_or(0);
    if (slot == 0)
        return {std::nullopt, false};
    if (symbol.place == Place::OffsetInSlot)
        return {ThreadVariable{0, static_cast<std::int64_t>(slot)}};
    return {ThreadVariable{slot, symbol.offset}};
}

} // namespace

ThreadVariableSearch findThreadVariable(const RuntimeCandidate &candidate, std::string_view name)
{
    const auto symbol = candidate.threadLocal(name);
    return symbol ? toVariable(candidate, *symbol) : ThreadVariableSearch{};
}

std::optional<ThreadLocalSymbol> threadLocalInCode(std::span<const std::byte> code,
                                                   std::uint64_t address)
{
    const auto slotAfter = [&](std::size_t offset) {
        return address + offset + displacementSize
            + static_cast<std::uint64_t>(displacementAt(code, offset));
    };
    for (std::size_t i = 0; i < code.size(); ++i) {
        const auto rest = code.subspan(i);
        if (startsWith(rest, leaSlotRdi))
            return ThreadLocalSymbol{Place::ModuleInSlot, slotAfter(i + leaSlotRdi.size()), 0};
        // Variables lie below the thread pointer; what is above is the C library's own.
        const auto offset = displacementAt(code, i + movFsPlace.size());
        if (startsWith(rest, movFsPlace) && offset < 0)
            return ThreadLocalSymbol{Place::FromThreadPointer, 0, offset};
        const auto afterSlot = movSlotRax.size() + displacementSize;
        if (startsWith(rest, movSlotRax) && rest.size() > afterSlot
            && startsWith(rest.subspan(afterSlot), movFsRax))
            return ThreadLocalSymbol{Place::OffsetInSlot, slotAfter(i + movSlotRax.size()), 0};
    }
    return std::nullopt;
}

ThreadVariableSearch findThreadVariableInCode(const RuntimeCandidate &candidate,
                                              std::string_view function)
{
#if defined __x86_64__
    constexpr std::uint64_t mostCode = 64;
    const auto symbol = candidate.symbol(function);
    if (!symbol || symbol->size == 0)
        return {};
    std::vector<std::byte> code(std::min(symbol->size, mostCode));
    if (!candidate.read(symbol->address, code))
        return {std::nullopt, false};
    auto found = threadLocalInCode(code, symbol->address);
    if (!found)
        return {};
    if (found->place == Place::ModuleInSlot) {
        const auto offset = candidate.readValue<std::int64_t>(found->slot + sizeof(std::uint64_t));
        if (!offset)
            return {std::nullopt, false};
        found->offset = *offset;
    }
    return toVariable(candidate, *found);
#else
    return {};
#endif
}

// glibc: the second word at the thread pointer is the address of the thread's table of blocks, of
// 16 bytes each; their number lies before the table. A block that was not used yet is the word −1.
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
