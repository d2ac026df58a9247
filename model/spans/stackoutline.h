// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/profile/threads.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ember::model {

// Summarises how the stacks of a thread change from sample to sample, at coarser and coarser
// levels: a zoomed-out picture needs it to skip the samples between two pixels. A row of level n
// stands for 16ⁿ samples, so a question about millions of samples is a few dozen steps.
//
//   samples   0   1   2   3   4
//   stacks    a   a   a   ·   a
//             b   b   c       b
//   deepest   2   2   2   0   2
//   shared    0   2   1   0   0     calls that go on from the sample before
//
// A sample without duration (its successor has the same time) interrupts nothing: its `shared` does
// not count. Grows with the samples; a copy is a snapshot, as with Column.
class StackOutline {
public:
    // Minimum and maximum over the samples of a row, both limited to 65 535: deeper calls are not
    // drawn.
    struct Row {
        std::uint16_t shared = 0; // minimum
        std::uint16_t deepest = 0; // maximum
    };

    // The `shared` that append() gets for a sample without duration.
    static constexpr std::size_t interruptsNothing = UINT16_MAX;

    void append(std::size_t shared, std::size_t depth);

    // The number of samples, without a last one that has no duration: it opens no call.
    std::size_t size() const { return m_levels.empty() ? 0 : m_levels.front().size(); }

    std::size_t depth(SampleIndex sample) const
    {
        return m_levels.front()[RowIndex(sample.row())].deepest;
    }

    // The number of outermost calls of `first` that are still open in `last`, a later sample.
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
    // The first row of [at, end) that is deeper than `depth`, or `end`. The rows must have the same
    // row in the level above.
    static std::size_t deeperSibling(const Level &level, std::size_t at, std::size_t end,
                                     std::size_t depth);
    SampleIndex firstBelow(std::size_t level, std::size_t row, std::size_t depth) const;

    std::vector<Level> m_levels;
};

} // namespace ember::model
