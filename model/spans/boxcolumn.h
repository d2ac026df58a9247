// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/index.h"
#include "model/core/time.h"
#include "model/profile/threads.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace ember::model {

using BoxIndex = Index<struct BoxTag>;
using PathIndex = Index<struct PathTag>;

// A call that lasted from one sample of its thread to another: [times[first], times[end]). Sample
// places instead of times keep a box at 12 bytes.
struct Box {
    SampleIndex first;
    SampleIndex end;
    PathIndex path;
};

// The number of samples within a box that lack its call, but took no time and so did not end it.
// Kept apart from Box, because hardly any box has such samples.
struct SkippedSamples {
    BoxIndex box;
    std::uint32_t count = 0;
};

struct ClosedBoxes {
    Column<BoxIndex, Box> boxes;
    // The skipped samples, sorted by box; only boxes that have some.
    Column<Index<struct SkippedTag>, SkippedSamples> skipped;

    std::uint32_t skippedIn(BoxIndex box) const;
};

// The newest box of a depth, which may still grow.
struct OpenBox {
    Box box;
    std::uint32_t skipped = 0; // number of skipped samples: see SkippedSamples
};

// The boxes of one depth as a snapshot sees them: the closed ones, which all snapshots share, and
// the one that may still grow. Reads like a Column.
class BoxColumn {
public:
    BoxColumn() = default;

    BoxColumn(std::shared_ptr<const ClosedBoxes> closed, const std::optional<OpenBox> &open)
        : m_closed(std::move(closed)),
          m_open(open.value_or(OpenBox())),
          m_hasOpen(open.has_value())
    {
    }

    // The number of samples that the call was seen in.
    std::uint64_t samples(BoxIndex index) const
    {
        const Box &box = (*this)[index];
        const bool isClosed = index.row() < closedCount();
        const auto skipped = isClosed ? m_closed->skippedIn(index) : m_open.skipped;
        return box.end.row() - box.first.row() - skipped;
    }

    std::size_t size() const { return closedCount() + (m_hasOpen ? 1U : 0U); }

    bool isEmpty() const { return size() == 0; }

    bool contains(BoxIndex index) const { return index.row() < size(); }

    const Box &operator[](BoxIndex index) const
    {
        return index.row() < closedCount() ? m_closed->boxes[index] : m_open.box;
    }

    const Box &back() const { return m_hasOpen ? m_open.box : m_closed->boxes.back(); }

    // The boxes from `first` to the end of its memory block; see Column::run.
    std::span<const Box> run(std::size_t first) const
    {
        assert(first < size());
        return first < closedCount() ? m_closed->boxes.run(first)
                                     : std::span<const Box>(&m_open.box, 1);
    }

    // Calls `use(row number, box)` for every box in time order.
    template<typename Use>
    void forEach(Use use) const
    {
        if (m_closed)
            m_closed->boxes.forEach(use);
        if (m_hasOpen)
            use(closedCount(), m_open.box);
    }

private:
    std::size_t closedCount() const { return m_closed ? m_closed->boxes.size() : 0; }

    std::shared_ptr<const ClosedBoxes> m_closed;
    OpenBox m_open;
    bool m_hasOpen = false;
};

} // namespace ember::model
