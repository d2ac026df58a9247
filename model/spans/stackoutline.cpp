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
    constexpr std::size_t fanOut = 1U << fanOutBits;
    Row added{saturated(shared), saturated(depth)};
    for (std::size_t level = 0;; ++level) {
        if (level == m_levels.size())
            m_levels.emplace_back();
        auto &rows = m_levels[level];
        rows.append(added);
        if (rows.size() % fanOut != 0)
            return;
        // The level above gets a row once it is whole: rows are never written twice.
        for (std::size_t back = 2; back <= fanOut; ++back) {
            const Row &other = rows[RowIndex(rows.size() - back)];
            added.shared = std::min(added.shared, other.shared);
            added.deepest = std::max(added.deepest, other.deepest);
        }
    }
}

// The widest block that begins with `first` and ends before `end`.
StackOutline::Block StackOutline::widestBlock(std::size_t first, std::size_t end) const
{
    Block block{0, first, 1};
    while (block.level + 1 < m_levels.size()) {
        const auto wider = block.width << fanOutBits;
        if ((first & (wider - 1)) != 0 || first + wider > end)
            break;
        block.width = wider;
        ++block.level;
    }
    return block;
}

std::size_t StackOutline::sharedUntil(SampleIndex first, SampleIndex last) const
{
    std::uint16_t least = UINT16_MAX;
    for (auto at = first.row() + 1; at <= last.row() && least > 0;) {
        const auto block = widestBlock(at, last.row() + 1);
        least = std::min(least, row(block).shared);
        at += block.width;
    }
    return least;
}

std::optional<SampleIndex> StackOutline::firstDeeper(std::size_t from, std::size_t end,
                                                     std::size_t depth) const
{
    for (auto at = from; at < end;) {
        auto block = widestBlock(at, end);
        if (row(block).deepest <= depth) {
            at += block.width;
            continue;
        }
        while (block.level > 0) {
            --block.level;
            block.width >>= fanOutBits;
            while (row(block).deepest <= depth)
                block.first += block.width;
        }
        return SampleIndex(block.first);
    }
    return std::nullopt;
}

} // namespace ember::model
