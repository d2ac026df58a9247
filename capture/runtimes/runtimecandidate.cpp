// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/runtimecandidate.h"

#include "capture/procfs/procreader.h"

#include <array>

namespace ember::capture {

namespace {

std::optional<DynamicSymbols> symbolsOf(const MappedImage &image)
{
    if (image.memory)
        return DynamicSymbols(BinaryReader(*image.memory));
    auto reader = BinaryReader::open(image.path);
    return reader ? std::optional<DynamicSymbols>(std::move(*reader)) : std::nullopt;
}

} // namespace

RuntimeCandidate::RuntimeCandidate(pid_t process, const MappedImage &image)
    : m_process(process),
      m_image(image),
      m_symbols(symbolsOf(image))
{
}

std::optional<DynamicSymbol> RuntimeCandidate::symbol(std::string_view name) const
{
    auto symbol = m_symbols ? m_symbols->find(name) : std::nullopt;
    if (symbol)
        symbol->address += m_image.bias;
    return symbol;
}

std::optional<ThreadLocalSymbol> RuntimeCandidate::threadLocal(std::string_view name) const
{
    auto symbol = m_symbols ? m_symbols->findThreadLocal(name) : std::nullopt;
    if (symbol)
        symbol->slot += m_image.bias;
    return symbol;
}

std::size_t RuntimeCandidate::read(std::span<const MemoryPiece> pieces) const
{
    return readProcessMemory(reachableThread(m_process), pieces);
}

bool RuntimeCandidate::read(std::uint64_t address, std::span<std::byte> into) const
{
    return readProcessMemory(reachableThread(m_process), address, into) == into.size();
}

RuntimeSearch findRuntime(const RuntimeCandidate &candidate)
{
    if (!candidate.isReadable())
        return {nullptr, {}, false};
    // The searches for the runtimes that the recorder knows, one for each.
    constexpr std::array<RuntimeRoom, 5> rooms{findCPython, findHotSpot, findPhp, findRuby, findV8};
    auto search = findGo(candidate);
    if (search.go || !search.refusal.empty())
        return search;
    for (const auto room : rooms) {
        auto found = room(candidate);
        if (found.runtime || !found.refusal.empty())
            return found;
        search.isSure = search.isSure && found.isSure;
    }
    return search;
}

} // namespace ember::capture
