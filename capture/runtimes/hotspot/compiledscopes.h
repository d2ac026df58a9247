// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/hotspot/vmlayout.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ember::capture::hotspot {

// A method that runs in compiled code: the compiled method itself, or one that is inlined into it.
struct CompiledScope {
    std::uint64_t method = 0; // address of its Method
    std::optional<std::uint32_t> bytecode; // absent: not known
};

// What a compiler noted of its code (PcDesc, ScopeDesc): which methods run at an address.
class CompiledScopes {
public:
    // `pcs` are PcDescs, sorted by address; `scopes` the packed lists that they point into;
    // `metadata` the words by which these lists name methods.
    CompiledScopes(const VmLayout &layout, std::vector<std::byte> pcs,
                   std::vector<std::byte> scopes, std::vector<std::byte> metadata);

    // Whether the compiler noted a call that returns to this offset in the code. It notes only
    // calls at which the VM may stop the thread.
    bool returnsTo(std::uint32_t offset) const;

    // The methods at an offset, innermost first, by the first note at it or behind it, as HotSpot
    // itself finds them. Empty: nothing is noted there, or it contradicts itself.
    std::vector<CompiledScope> at(std::uint32_t offset) const;

    // Returns the bytecode at which the compiled method itself is, by the last note before `offset`
    // that has one. Absent: none of the notes shortly before has one.
    std::optional<std::uint32_t> outermostBefore(std::uint32_t offset) const;

    std::size_t bytes() const { return m_pcs.size() + m_scopes.size() + m_metadata.size(); }

private:
    struct Note {
        std::int32_t offset = 0;
        std::int32_t scope = 0;
    };

    std::size_t count() const;
    Note note(std::size_t index) const;
    std::vector<CompiledScope> scopesFrom(std::int32_t place) const;
    std::size_t firstFrom(std::uint32_t offset) const;

    NumberCoding m_coding;
    std::int64_t m_invocationBci;
    std::uint64_t m_pcOffset, m_scopeOffset, m_noteSize;
    std::vector<std::byte> m_pcs;
    std::vector<std::byte> m_scopes;
    std::vector<std::byte> m_metadata;
};

} // namespace ember::capture::hotspot
