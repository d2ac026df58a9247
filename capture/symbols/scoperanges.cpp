// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/scoperanges.h"

#include <queue>

#include <algorithm>
#include <limits>
#include <utility>

namespace ember::capture {

namespace {

// Of two scopes that cover an address the one with the higher rank holds: a scope comes right
// before all it contains, and of siblings the first has the highest numbers.
//
//     f              0
//       g            3
//         h          4
//       k            1
//         l          2
std::vector<std::uint32_t> ranksOf(std::span<const UnitIndex::Scope> scopes)
{
    std::vector<std::uint32_t> sizes(scopes.size(), 1); // number of scopes in the subtree
    for (auto row = scopes.size(); row-- > 0;) {
        if (const auto outer = scopes[row].outer; outer != 0)
            sizes[outer - 1] += sizes[row];
    }
    std::vector<std::uint32_t> ranks(scopes.size());
    // End of the numbers available to the next child.
    std::vector<std::uint32_t> ends(scopes.size());
    auto lastEnd = static_cast<std::uint32_t>(scopes.size());
    for (std::size_t row = 0; row < scopes.size(); ++row) {
        const auto outer = scopes[row].outer;
        auto &end = outer != 0 ? ends[outer - 1] : lastEnd;
        ends[row] = end;
        end -= sizes[row];
        ranks[row] = end;
    }
    return ranks;
}

} // namespace

std::vector<UnitIndex::Boundary> flatten(std::span<const UnitIndex::Scope> scopes,
                                         std::vector<ScopeRange> ranges)
{
    const auto ranks = ranksOf(scopes);
    std::ranges::sort(ranges, {}, &ScopeRange::low);
    std::vector<UnitIndex::Boundary> boundaries;
    const auto mark = [&](std::uint32_t start, std::uint32_t scope) {
        if (!boundaries.empty() && boundaries.back().start == start)
            boundaries.back().scope = scope;
        else if (boundaries.empty() || boundaries.back().scope != scope)
            boundaries.push_back({start, scope});
    };
    const auto isBelow = [&](const ScopeRange &a, const ScopeRange &b) {
        return ranks[a.scope] < ranks[b.scope];
    };
    std::priority_queue<ScopeRange, std::vector<ScopeRange>, decltype(isBelow)> open(isBelow);
    // Scopes below the top of the stack that end before it are closed together with it.
    const auto closeUpTo = [&](std::uint32_t address) {
        while (!open.empty() && open.top().high <= address) {
            const auto end = open.top().high;
            while (!open.empty() && open.top().high <= end)
                open.pop();
            mark(end, open.empty() ? 0 : open.top().scope + 1);
        }
    };
    for (const ScopeRange &range : ranges) {
        closeUpTo(range.low);
        open.push(range);
        mark(range.low, open.top().scope + 1);
    }
    closeUpTo(std::numeric_limits<std::uint32_t>::max());
    return boundaries;
}

} // namespace ember::capture
