// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/sortednodes.h"

#include "views/durationtext.h"

#include <QString>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

double amountOf(const CallWeights &calls, const MergedNode &node, SumColumn column)
{
    switch (column) {
    case SumColumn::Self:
    case SumColumn::SelfShare: return calls.amount(node.self);
    case SumColumn::Samples: return static_cast<double>(node.total.samples);
    default: return calls.amount(node.total);
    }
}

QString textOf(const CallWeights &calls, const MergedNode &node, SumColumn column)
{
    return column == SumColumn::Name ? fromUtf8(frameName(*calls.profile, node.frame))
                                     : fromUtf8(moduleName(*calls.profile, node.frame));
}

// With keys of its own: they are costly, and each would be made a score of times.
template<typename KeyOf>
SortedNodes sortedBy(const std::vector<CopiedNode> &nodes, Sorting sorting, KeyOf keyOf)
{
    using Key = std::invoke_result_t<KeyOf, const MergedNode &>;
    std::vector<std::pair<Key, MergedIndex>> keyed;
    keyed.reserve(nodes.size());
    for (const CopiedNode &node : nodes)
        keyed.emplace_back(keyOf(node.node), node.index);
    std::ranges::stable_sort(keyed, [&](const auto &a, const auto &b) {
        return sorting.order == Qt::AscendingOrder ? a.first < b.first : b.first < a.first;
    });
    SortedNodes sorted{sorting, {}};
    sorted.nodes.reserve(keyed.size());
    for (const auto &entry : keyed)
        sorted.nodes.push_back(entry.second);
    return sorted;
}

} // namespace

SortedNodes sortedNodes(const CallWeights &calls, const std::vector<CopiedNode> &nodes,
                        Sorting sorting)
{
    if (isText(sorting.column))
        return sortedBy(nodes, sorting, [&](const MergedNode &node) {
            return textOf(calls, node, sorting.column);
        });
    return sortedBy(nodes, sorting,
                    [&](const MergedNode &node) { return amountOf(calls, node, sorting.column); });
}

std::vector<CopiedNode> copiedNodes(const MergedTree &tree, const MergedChildren &children)
{
    std::vector<CopiedNode> nodes;
    nodes.reserve(children.count);
    for (std::uint32_t place = 0; place < children.count; ++place)
        nodes.push_back({children.at(place), tree.node(children.at(place))});
    return nodes;
}

std::vector<MergedIndex> inTreeOrder(const MergedChildren &children)
{
    std::vector<MergedIndex> nodes;
    nodes.reserve(children.count);
    for (std::uint32_t place = 0; place < children.count; ++place)
        nodes.push_back(children.at(place));
    return nodes;
}

SortedNodes sortedNodes(const MergedTree &tree, const MergedChildren &children, Sorting sorting)
{
    if (isTreeOrder(sorting))
        return {sorting, inTreeOrder(children)};
    return sortedNodes(tree.calls(), copiedNodes(tree, children), sorting);
}

} // namespace ember::views
