// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"
#include "views/state/timescale.h"

#include <cstdint>
#include <vector>

namespace ember::views {

// Widths in a graph are parts of the whole, counted in as many "nanoseconds": so what moves and
// scales the time axis serves here, too.
constexpr model::TimeRange wholeGraph{model::Timestamp{},
                                      model::timestampFromNs(1'000'000'000'000'000)};

// A call in a row; or, without a node, some side by side that are too narrow to be drawn.
struct GraphBox {
    model::TimeRange place;
    model::MergedIndex node;
    std::uint32_t hidden = 0; // how many these are

    bool isRest() const { return !node.isValid(); }
};

// Which boxes of a merged tree a window shows: those at least a pixel wide. What is narrower is
// counted, with all that is below it as one. Costs the boxes that are shown and their siblings, and
// finds those nodes of the tree that it needs.
class GraphLayout {
public:
    GraphLayout() = default;
    // `scale`: the visible parts of wholeGraph over the pixels there are.
    GraphLayout(model::MergedTree &tree, const TimeScale &scale);

    // From the root on. A tree of everything begins with its functions.
    const std::vector<std::vector<GraphBox>> &rows() const { return m_rows; }

    // The box of that row at that place; null if there is none.
    const GraphBox *boxAt(std::size_t row, model::Timestamp place) const;

    std::uint64_t hiddenCount() const { return m_hiddenCount; }
    double hiddenShare() const; // of the whole

private:
    class Row;

    std::vector<std::vector<GraphBox>> m_rows;
    std::uint64_t m_hiddenCount = 0;
    model::Nanoseconds m_hiddenParts{};
};

// The row of a node.
std::size_t rowOf(const model::MergedTree &tree, model::MergedIndex node);
// Where a node lies, also outside the window.
model::TimeRange placeOf(const model::MergedTree &tree, model::MergedIndex node);

} // namespace ember::views
