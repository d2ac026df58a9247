// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"
#include "views/state/timescale.h"

#include <cstdint>
#include <vector>

namespace ember::views {

// The whole width of a graph. Widths are parts of it, counted in "nanoseconds", so that the classes
// that move and scale the time axis work here, too.
constexpr model::TimeRange wholeGraph{model::Timestamp{},
                                      model::timestampFromNs(1'000'000'000'000'000)};

// A call in a row; or, without a node, neighbours that are each too narrow to be a box.
struct GraphBox {
    model::TimeRange place;
    model::MergedIndex node;
    std::uint32_t hidden = 0; // number of those calls; 0: not counted, see countCalls()
    model::Nanoseconds taken{}; // the sum of their widths; about, unless they are counted

    bool isRest() const { return !node.isValid(); }
};

// The boxes of a merged tree that a window shows: calls that are at least a pixel wide, and between
// them one box for neighbours that are narrower, down to the deepest of what they call. The cost
// depends on the boxes that are shown and their siblings; only the nodes needed are found in the
// tree: of what is below narrow calls, it is enough to know how deep it goes.
class GraphLayout {
public:
    GraphLayout() = default;
    // `scale` maps the visible part of wholeGraph to pixels.
    GraphLayout(model::MergedTree &tree, const TimeScale &scale);

    // Returns the rows from the root on; a tree of everything begins with its functions, not with
    // its root.
    const std::vector<std::vector<GraphBox>> &rows() const { return m_rows; }

    // Returns the first box of the row that shares a moment with `place`; null if there is none.
    const GraphBox *boxAt(std::size_t row, model::TimeRange place) const;

    // The number of calls that are too narrow to be boxes, each with all its callees as one.
    std::uint64_t hiddenCount() const { return m_hiddenCount; }

private:
    class Row;

    std::vector<std::vector<GraphBox>> m_rows;
    std::uint64_t m_hiddenCount = 0;
};

// Counts the calls of a box without a node, unless they are counted, or so many that it would take
// long.
void countCalls(model::MergedTree &tree, std::size_t row, GraphBox &rest);

// Returns the row of a node.
std::size_t rowOf(const model::MergedTree &tree, model::MergedIndex node);
// Returns the place of a node, also outside the window.
model::TimeRange placeOf(const model::MergedTree &tree, model::MergedIndex node);
// Returns the places of many nodes, in the same order.
std::vector<model::TimeRange> placesOf(const model::MergedTree &tree,
                                       const std::vector<model::MergedIndex> &nodes);

} // namespace ember::views
