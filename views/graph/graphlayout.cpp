// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphlayout.h"

#include <algorithm>
#include <cmath>

namespace ember::views {

using namespace model;

namespace {

bool showsRoot(const MergedTree &tree)
{
    return tree.node(MergedTree::root()).frame.isValid();
}

// Converts amounts to parts of the whole.
class Parts {
public:
    explicit Parts(const MergedTree &tree)
    {
        const double whole = tree.amount(MergedTree::root());
        m_perAmount = whole > 0 ? static_cast<double>(wholeGraph.duration().count()) / whole : 0;
    }

    Nanoseconds of(double amount) const
    {
        return Nanoseconds(std::llround(std::max(amount, 0.0) * m_perAmount));
    }

private:
    double m_perAmount = 0;
};

} // namespace

// Puts the children of boxes into the row below them, from left to right.
class GraphLayout::Row {
public:
    Row(GraphLayout &layout, MergedTree &tree, const TimeScale &scale)
        : m_layout(layout),
          m_tree(tree),
          m_parts(tree),
          m_window(scale.range()),
          m_narrowest(std::max(scale.toDuration(1), Nanoseconds(1)))
    {
    }

    void addChildren(MergedIndex parent, Timestamp from)
    {
        const MergedChildren children = m_tree.children(parent);
        double before = 0;
        for (std::uint32_t place = 0; place < children.count; ++place) {
            const MergedIndex child = children.at(place);
            const auto start = from + m_parts.of(before);
            before += std::max(m_tree.amount(child), 0.0);
            const auto end = from + m_parts.of(before);
            // A call without weight has no width, but has a place, also at the very end.
            const bool isNothing = start == end;
            if (start > m_window.end || (start == m_window.end && !isNothing))
                break;
            if (end > m_window.start || (isNothing && start == m_window.start))
                add(child, {start, end});
        }
        endRest();
    }

    void add(MergedIndex node, TimeRange place)
    {
        if (place.duration() >= m_narrowest) {
            endRest();
            m_boxes.push_back({place, node});
            return;
        }
        if (m_rest.hidden == 0)
            m_rest.place = place;
        m_rest.place.end = place.end;
        ++m_rest.hidden;
    }

    std::vector<GraphBox> take() { return std::move(m_boxes); }

private:
    void endRest()
    {
        if (m_rest.hidden == 0)
            return;
        m_layout.m_hiddenCount += m_rest.hidden;
        if (m_rest.place.duration() >= m_narrowest)
            m_boxes.push_back(m_rest);
        m_rest = {};
    }

    GraphLayout &m_layout;
    MergedTree &m_tree;
    Parts m_parts;
    TimeRange m_window;
    Nanoseconds m_narrowest;
    GraphBox m_rest; // the boxes that were too narrow since the last one added
    std::vector<GraphBox> m_boxes;
};

GraphLayout::GraphLayout(MergedTree &tree, const TimeScale &scale)
{
    if (tree.amount(MergedTree::root()) <= 0 || scale.width() <= 0)
        return;
    Row first(*this, tree, scale);
    if (showsRoot(tree))
        first.add(MergedTree::root(), wholeGraph);
    else
        first.addChildren(MergedTree::root(), wholeGraph.start);
    for (auto boxes = first.take(); !boxes.empty();) {
        m_rows.push_back(std::move(boxes));
        Row next(*this, tree, scale);
        for (const GraphBox &box : m_rows.back()) {
            if (!box.isRest())
                next.addChildren(box.node, box.place.start);
        }
        boxes = next.take();
    }
}

const GraphBox *GraphLayout::boxAt(std::size_t row, Timestamp place) const
{
    if (row >= m_rows.size())
        return nullptr;
    const auto &boxes = m_rows[row];
    const auto found = std::ranges::partition_point(
        boxes, [&](const GraphBox &box) { return box.place.end <= place; });
    return found != boxes.end() && found->place.start <= place ? &*found : nullptr;
}

std::size_t rowOf(const MergedTree &tree, MergedIndex node)
{
    return tree.node(node).depth - (showsRoot(tree) ? 0U : 1U);
}

TimeRange placeOf(const MergedTree &tree, MergedIndex node)
{
    const Parts parts(tree);
    std::vector<MergedIndex> way;
    for (auto at = node; at != MergedTree::root(); at = tree.node(at).parent)
        way.push_back(at);
    TimeRange place = wholeGraph;
    for (; !way.empty(); way.pop_back()) {
        const auto siblings = tree.knownChildren(tree.node(way.back()).parent);
        double before = 0;
        for (auto at = siblings->first; at != way.back(); at = MergedIndex(at.row() + 1))
            before += std::max(tree.amount(at), 0.0);
        const auto after = before + std::max(tree.amount(way.back()), 0.0);
        place = {place.start + parts.of(before), place.start + parts.of(after)};
    }
    return place;
}

} // namespace ember::views
