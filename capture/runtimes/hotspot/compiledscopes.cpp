// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/hotspot/compiledscopes.h"

#include "capture/runtimes/hotspot/packednumbers.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ember::capture::hotspot {

namespace {

// HotSpot inlines 9 levels deep, or 15 in C2, and some more for method handles.
constexpr std::size_t mostScopes = 256;
// How many notes before an offset are looked at: only few in a row have no bytecode of the compiled
// method.
constexpr std::size_t farthestLookBack = 32;

} // namespace

CompiledScopes::CompiledScopes(const VmLayout &layout, std::vector<std::byte> pcs,
                               std::vector<std::byte> scopes, std::vector<std::byte> metadata)
    : m_coding(layout.numbers),
      m_invocationBci(layout.invocationBci),
      m_pcOffset(layout.pcOffset),
      m_scopeOffset(layout.scopeOffset),
      m_noteSize(layout.pcDescSize),
      m_pcs(std::move(pcs)),
      m_scopes(std::move(scopes)),
      m_metadata(std::move(metadata))
{
}

std::size_t CompiledScopes::count() const
{
    const bool isUsable = m_noteSize >= sizeof(std::int32_t)
        && m_pcOffset <= m_noteSize - sizeof(std::int32_t)
        && m_scopeOffset <= m_noteSize - sizeof(std::int32_t);
    return isUsable ? m_pcs.size() / m_noteSize : 0;
}

CompiledScopes::Note CompiledScopes::note(std::size_t index) const
{
    Note note;
    const auto *at = m_pcs.data() + index * m_noteSize;
    std::memcpy(&note.offset, at + m_pcOffset, sizeof(note.offset));
    std::memcpy(&note.scope, at + m_scopeOffset, sizeof(note.scope));
    return note;
}

std::size_t CompiledScopes::firstFrom(std::uint32_t offset) const
{
    std::size_t low = 0;
    std::size_t high = count();
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        if (std::int64_t(note(middle).offset) < std::int64_t(offset))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool CompiledScopes::returnsTo(std::uint32_t offset) const
{
    const auto index = firstFrom(offset);
    return index < count() && std::int64_t(note(index).offset) == std::int64_t(offset);
}

std::vector<CompiledScope> CompiledScopes::at(std::uint32_t offset) const
{
    const auto index = firstFrom(offset);
    return index < count() ? scopesFrom(note(index).scope) : std::vector<CompiledScope>();
}

std::optional<std::uint32_t> CompiledScopes::outermostBefore(std::uint32_t offset) const
{
    const auto first = firstFrom(offset);
    const auto last = first - std::min(first, farthestLookBack);
    for (auto index = first; index > last; --index) {
        const auto scopes = scopesFrom(note(index - 1).scope);
        if (!scopes.empty() && scopes.back().bytecode)
            return scopes.back().bytecode;
    }
    return std::nullopt;
}

std::vector<CompiledScope> CompiledScopes::scopesFrom(std::int32_t place) const
{
    std::vector<CompiledScope> scopes;
    while (place != 0) {
        if (place < 0 || std::size_t(place) >= m_scopes.size() || scopes.size() >= mostScopes)
            return {};
        const std::span<const std::byte> packed(m_scopes);
        PackedNumbers numbers(packed.subspan(std::size_t(place)), m_coding);
        const auto caller = numbers.number();
        const auto method = numbers.number();
        const auto bytecode = numbers.number();
        // Callers are written before the methods that are inlined into them.
        if (!caller || !method || !bytecode || *caller >= std::uint32_t(place) || *method == 0
            || *method > m_metadata.size() / sizeof(std::uint64_t))
            return {};
        CompiledScope scope;
        std::memcpy(&scope.method, m_metadata.data() + (*method - 1) * sizeof(std::uint64_t),
                    sizeof(scope.method));
        const auto bci = std::int64_t(*bytecode) + m_invocationBci;
        if (bci >= 0 && bci <= 65535)
            scope.bytecode = static_cast<std::uint32_t>(bci);
        scopes.push_back(scope);
        place = static_cast<std::int32_t>(*caller);
    }
    return scopes;
}

} // namespace ember::capture::hotspot
