// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/unitscopes.h"

#include <dwarf.h>

#include <algorithm>

namespace ember::capture {

namespace {

// Code lies at most this deep in real trees; a damaged one may claim anything.
constexpr std::size_t deepestTree = 4096;

// What can hold a function with code of its own somewhere below it.
bool canHoldCode(int tag)
{
    switch (tag) {
    case DW_TAG_subprogram:
    case DW_TAG_inlined_subroutine:
    case DW_TAG_lexical_block:
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_try_block:
    case DW_TAG_catch_block: return true;
    default: return false;
    }
}

} // namespace

// Walks the tree in the order it is written in. An entry that does not lie behind the one before it
// is the work of a damaged sibling reference and would go on for ever.
class UnitScopes::Walk {
public:
    Walk(std::vector<Scope> &scopes, std::vector<Range> &ranges)
        : m_scopes(scopes),
          m_ranges(ranges)
    {
    }

    void run(Dwarf_Die unit)
    {
        m_lastOffset = dwarf_dieoffset(&unit);
        Dwarf_Die child;
        if (dwarf_child(&unit, &child) != 0)
            return;
        m_levels.push_back({child, {}});
        while (!m_levels.empty())
            step();
    }

private:
    struct Level {
        Dwarf_Die die; // the entry to look at next
        std::optional<std::size_t> scope; // the function its parent belongs to
    };

    void step()
    {
        auto &level = m_levels.back();
        Dwarf_Die die = level.die;
        const auto outer = level.scope;
        const auto offset = dwarf_dieoffset(&die);
        if (offset <= m_lastOffset) {
            m_levels.clear();
            return;
        }
        m_lastOffset = offset;
        if (dwarf_siblingof(&die, &level.die) != 0)
            m_levels.pop_back();
        const int tag = dwarf_tag(&die);
        if (!canHoldCode(tag))
            return;
        const auto scope = enter(die, tag, outer);
        Dwarf_Die child;
        if (m_levels.size() < deepestTree && dwarf_child(&die, &child) == 0)
            m_levels.push_back({child, scope});
    }

    // The scope of what lies below `die`.
    std::optional<std::size_t> enter(Dwarf_Die die, int tag, std::optional<std::size_t> outer)
    {
        if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine)
            return outer;
        const auto scope = m_scopes.size();
        Dwarf_Addr base = 0;
        Dwarf_Addr low = 0;
        Dwarf_Addr high = 0;
        bool hasCode = false;
        for (std::ptrdiff_t at = 0; (at = dwarf_ranges(&die, at, &base, &low, &high)) > 0;) {
            if (low < high) {
                m_ranges.push_back({low, high, scope});
                hasCode = true;
            }
        }
        if (!hasCode)
            return tag == DW_TAG_subprogram ? std::nullopt : outer;
        m_scopes.push_back({die, tag == DW_TAG_subprogram ? std::nullopt : outer});
        return scope;
    }

    std::vector<Scope> &m_scopes;
    std::vector<Range> &m_ranges;
    std::vector<Level> m_levels;
    Dwarf_Off m_lastOffset = 0;
};

UnitScopes::UnitScopes(Dwarf_Die unit)
{
    std::vector<Range> ranges;
    Walk(m_scopes, ranges).run(unit);
    flatten(std::move(ranges));
}

void UnitScopes::flatten(std::vector<Range> ranges)
{
    // Around before within: of equal stretches the scope that was met first is the outer one.
    std::ranges::sort(ranges, [](const Range &a, const Range &b) {
        if (a.low != b.low)
            return a.low < b.low;
        return a.high != b.high ? a.high > b.high : a.scope < b.scope;
    });
    std::vector<Range> open;
    const auto closeUpTo = [&](std::uint64_t address) {
        while (!open.empty() && open.back().high <= address) {
            const auto end = open.back().high;
            open.pop_back();
            mark(end, open.empty() ? std::nullopt : std::optional(open.back().scope));
        }
    };
    for (Range range : ranges) {
        closeUpTo(range.low);
        if (!open.empty())
            range.high = std::min(range.high, open.back().high);
        mark(range.low, range.scope);
        open.push_back(range);
    }
    closeUpTo(~std::uint64_t(0));
}

void UnitScopes::mark(std::uint64_t start, std::optional<std::size_t> scope)
{
    if (!m_boundaries.empty() && m_boundaries.back().start == start)
        m_boundaries.back().scope = scope;
    else
        m_boundaries.push_back({start, scope});
}

const UnitScopes::Scope *UnitScopes::find(std::uint64_t address) const
{
    const auto behind = std::ranges::upper_bound(m_boundaries, address, {}, &Boundary::start);
    if (behind == m_boundaries.begin())
        return nullptr;
    const auto &scope = std::prev(behind)->scope;
    return scope ? &m_scopes[*scope] : nullptr;
}

} // namespace ember::capture
