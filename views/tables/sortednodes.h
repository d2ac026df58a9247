// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"
#include "views/tables/sumcolumns.h"

#include <vector>

namespace ember::views {

// The children of one node, sorted. Equal ones stay as the tree has them.
struct SortedNodes {
    Sorting sorting;
    std::vector<model::MergedIndex> nodes;
};

// Of a tree whose siblings stand by weight. Any thread that has it to itself.
SortedNodes sortedNodes(const model::MergedTree &tree, const model::MergedChildren &children,
                        Sorting sorting);

// The same for nodes that were copied out of the tree, so that it can be done while others go on
// with that. Any thread.
struct CopiedNode {
    model::MergedIndex index;
    model::MergedNode node;
};

// Whether trees whose siblings stand by weight have them so already.
constexpr bool isTreeOrder(Sorting sorting)
{
    return sorting.order == Qt::DescendingOrder
        && (sorting.column == SumColumn::Total || sorting.column == SumColumn::TotalShare);
}
std::vector<model::MergedIndex> inTreeOrder(const model::MergedChildren &children);

std::vector<CopiedNode> copiedNodes(const model::MergedTree &tree,
                                    const model::MergedChildren &children);
SortedNodes sortedNodes(const model::CallWeights &calls, const std::vector<CopiedNode> &nodes,
                        Sorting sorting);

} // namespace ember::views
