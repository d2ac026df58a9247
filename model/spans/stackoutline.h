// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/profile/threads.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ember::model {

// How the stacks of a thread change from sample to sample, at coarser and coarser levels: what a
// zoomed-out picture needs to skip the samples between two pixels. A row of level n stands for
// 16ⁿ samples, so a question about millions of samples is a few dozen steps.
//
//   samples   0   1   2   3   4
//   stacks    a   a   a   ·   a
//             b   b   c       b
//   deepest   2   2   2   0   2
//   shared    0   2   1   0   0     calls that go on from the sample before
//
// A sample without duration (its successor has the same time) interrupts nothing: its `shared` does
// not count. Appended to with the samples; a copy is a snapshot of it, as of a Column.
class StackOutline {
public:
    // Both end at 65 535: deeper calls are not drawn.
    struct Row {
        std::uint16_t shared = 0; // the least of the samples
        std::uint16_t deepest = 0; // the most
    };

    // Of a sample without duration.
    static constexpr std::size_t interruptsNothing = UINT16_MAX;

    void append(std::size_t shared, std::size_t depth);

    // In samples. The thread's last one opens no call and is not in here.
    std::size_t size() const { return m_levels.empty() ? 0 : m_levels.front().size(); }

    std::size_t depth(SampleIndex sample) const
    {
        return m_levels.front()[RowIndex(sample.row())].deepest;
    }

    // How many of the outermost calls of `first` still go on in `last`, a later sample.
    std::size_t sharedUntil(SampleIndex first, SampleIndex last) const;

    // The first sample of [from, end) with more than `depth` calls.
    std::optional<SampleIndex> firstDeeper(std::size_t from, std::size_t end,
                                           std::size_t depth) const;

private:
    using RowIndex = Index<struct OutlineRowTag>;
    using Level = Column<RowIndex, Row>;

    static constexpr unsigned fanOutBits = 4;

    struct Block {
        std::size_t level;
        std::size_t first; // sample
        std::size_t width; // samples
    };

    Block widestBlock(std::size_t first, std::size_t end) const;
    const Row &row(const Block &block) const
    {
        return m_levels[block.level][RowIndex(block.first >> (fanOutBits * block.level))];
    }

    std::vector<Level> m_levels;
};

} // namespace ember::model
