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

    // In samples. A last one without duration opens no call and is not in here.
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
    static constexpr std::size_t fanOut = 1U << fanOutBits;

    static std::uint16_t leastShared(const Level &level, std::size_t from, std::size_t end);
    // The row of a level that is deeper, of those [at, end) that have a row above in common; `end`:
    // none.
    static std::size_t deeperSibling(const Level &level, std::size_t at, std::size_t end,
                                     std::size_t depth);
    SampleIndex firstBelow(std::size_t level, std::size_t row, std::size_t depth) const;

    std::vector<Level> m_levels;
};

} // namespace ember::model
