// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/stackoutline.h"

#include <algorithm>

namespace ember::model {

namespace {

std::uint16_t saturated(std::size_t number)
{
    return static_cast<std::uint16_t>(std::min<std::size_t>(number, UINT16_MAX));
}

} // namespace

void StackOutline::append(std::size_t shared, std::size_t depth)
{
    Row added{saturated(shared), saturated(depth)};
    for (std::size_t level = 0;; ++level) {
        if (level == m_levels.size())
            m_levels.emplace_back();
        auto &rows = m_levels[level];
        rows.append(added);
        if (rows.size() % fanOut != 0)
            return;
        // A level gets a row only when all `fanOut` rows below it exist: rows are never rewritten.
        for (std::size_t back = 2; back <= fanOut; ++back) {
            const Row &other = rows[RowIndex(rows.size() - back)];
            added.shared = std::min(added.shared, other.shared);
            added.deepest = std::max(added.deepest, other.deepest);
        }
    }
}

std::uint16_t StackOutline::leastShared(const Level &level, std::size_t from, std::size_t end)
{
    std::uint16_t least = UINT16_MAX;
    while (from < end) {
        const auto run = level.run(from);
        const auto rows = run.first(std::min(run.size(), end - from));
        for (const Row &row : rows)
            least = std::min(least, row.shared);
        from += rows.size();
    }
    return least;
}

std::size_t StackOutline::sharedUntil(SampleIndex first, SampleIndex last) const
{
    std::uint16_t least = UINT16_MAX;
    auto from = first.row() + 1;
    auto end = last.row() + 1;
    // Rows that make up whole rows of the next level are left to that level.
    for (const Level &level : m_levels) {
        const auto inner = (from + fanOut - 1) / fanOut;
        const auto innerEnd = end / fanOut;
        if (inner >= innerEnd)
            return std::min(least, leastShared(level, from, end));
        least = std::min({least, leastShared(level, from, inner * fanOut),
                          leastShared(level, innerEnd * fanOut, end)});
        from = inner;
        end = innerEnd;
    }
    return least;
}

std::size_t StackOutline::deeperSibling(const Level &level, std::size_t at, std::size_t end,
                                        std::size_t depth)
{
    // Siblings are contiguous, because the blocks of a column hold whole families.
    const auto rows = level.run(at).first(end - at);
    const auto found =
        std::ranges::find_if(rows, [&](const Row &row) { return row.deepest > depth; });
    return at + static_cast<std::size_t>(found - rows.begin());
}

// The first sample with more than `depth` calls among those that a row stands for; there must be
// one.
SampleIndex StackOutline::firstBelow(std::size_t level, std::size_t row, std::size_t depth) const
{
    while (level > 0) {
        --level;
        row = deeperSibling(m_levels[level], row * fanOut, (row + 1) * fanOut, depth);
    }
    return SampleIndex(row);
}

std::optional<SampleIndex> StackOutline::firstDeeper(std::size_t from, std::size_t end,
                                                     std::size_t depth) const
{
    const auto endOf = [&](std::size_t level) { return end >> (fanOutBits * level); };
    std::size_t level = 0;
    for (auto at = from;;) {
        while (at % fanOut == 0 && at / fanOut < endOf(level + 1)) {
            ++level;
            at /= fanOut;
        }
        if (at < endOf(level)) {
            const auto familyEnd = std::min(endOf(level), (at / fanOut + 1) * fanOut);
            at = deeperSibling(m_levels[level], at, familyEnd, depth);
            if (at < familyEnd)
                return firstBelow(level, at, depth);
        } else if (level > 0) {
            --level;
            at *= fanOut;
        } else {
            return std::nullopt;
        }
    }
}

} // namespace ember::model
