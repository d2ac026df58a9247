// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphviewport.h"

#include <QRect>

#include <cstdint>
#include <vector>

namespace ember::views {

// A call of a graph, as long as its tree is there.
struct GraphNode {
    std::uint64_t tree = 0; // GraphViewport::treeNumber()
    model::MergedIndex node;

    friend bool operator==(const GraphNode &, const GraphNode &) = default;
};

struct VisibleNode {
    GraphNode box;
    QRect place; // in the widget, cut to it
};

// The boxes of calls that are in the window, from the roots on and each row from left to right; at
// most `limit` of them. What is too narrow to be drawn is not among them.
std::vector<VisibleNode> visibleNodes(const GraphViewport &viewport, std::size_t limit);

} // namespace ember::views
