// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphlayout.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

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

// Narrow calls side by side, together not wider than a pixel or equally deep, with all that they
// call.
struct Tower {
    Tower(TimeRange inGraph, double taken, const CallsBelow &callees)
        : place(inGraph),
          amount(taken),
          below(callees)
    {
    }

    TimeRange place;
    double amount; // of these calls
    CallsBelow below;
    std::uint32_t level = 0; // the one that is in the row; 0: these calls
    std::size_t box = 0; // of the row

    void add(const Tower &other)
    {
        place.end = other.place.end;
        amount += other.amount;
        below.add(other.below);
    }

    void goDown()
    {
        if (level++ == 0)
            shape();
    }

    // Returns about what the calls of this level took: as if levels took evenly less and less from
    // one of them on, and all levels together what they did.
    double amountHere() const
    {
        return level == 0 ? amount : std::clamp((end - level) * perLevel, 0.0, amount);
    }

private:
    void shape()
    {
        const double mean = below.amount / amount; // levels
        const double from = std::max(0.0, 2 * mean - below.levels);
        end = std::min<double>(2 * mean, below.levels) + 1;
        perLevel = amount / (end - from);
    }

    double end = 0; // the level that takes nothing
    double perLevel = 0; // so much less takes each level before it
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

    // Ends the row and goes on with the one below it.
    void goDown()
    {
        auto towers = std::exchange(m_towers, {});
        m_layout.m_rows.push_back(std::exchange(m_boxes, {}));
        m_towers.reserve(towers.size());
        auto tower = towers.begin();
        for (std::size_t number = 0; number < m_layout.m_rows.back().size(); ++number) {
            const GraphBox &box = m_layout.m_rows.back()[number];
            if (!box.isRest())
                addChildren(box.node, box.place.start);
            for (; tower != towers.end() && tower->box == number; ++tower) {
                if (tower->level == tower->below.levels)
                    continue;
                tower->goDown();
                addTower(*tower);
            }
            endRest();
        }
    }

    bool isEmpty() const { return m_boxes.empty(); }

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
        if (!place.isEmpty())
            addTower(Tower(place, m_tree.amount(node), m_tree.node(node).below));
        ++m_rest.hidden;
    }

    void endRest()
    {
        m_layout.m_hiddenCount += m_rest.hidden;
        m_rest.taken = m_parts.of(m_taken);
        if (!m_rest.place.isEmpty())
            m_boxes.push_back(m_rest);
        m_rest = {};
        m_taken = 0;
    }

private:
    // The towers of one row between two boxes are all as far down.
    void addTower(Tower tower)
    {
        if (!m_rest.place.isEmpty() && tower.place.start - m_rest.place.end >= m_narrowest)
            endRest();
        m_taken += tower.amountHere();
        const bool isFirst = m_rest.place.isEmpty();
        if (isFirst)
            m_rest.place = tower.place;
        m_rest.place.end = tower.place.end;
        const auto fits = [&](const Tower &last) {
            return tower.place.end - last.place.start <= m_narrowest
                || (tower.level == 0 && tower.below.levels == last.below.levels);
        };
        if (!isFirst && fits(m_towers.back())) {
            m_towers.back().add(tower);
        } else {
            tower.box = m_boxes.size();
            m_towers.push_back(tower);
        }
    }

    GraphLayout &m_layout;
    MergedTree &m_tree;
    Parts m_parts;
    TimeRange m_window;
    Nanoseconds m_narrowest;
    GraphBox m_rest; // what was too narrow since the last box added
    double m_taken = 0; // by that
    std::vector<GraphBox> m_boxes;
    std::vector<Tower> m_towers; // of the boxes without a node, from left to right
};

GraphLayout::GraphLayout(MergedTree &tree, const TimeScale &scale)
{
    if (tree.amount(MergedTree::root()) <= 0 || scale.width() <= 0)
        return;
    Row row(*this, tree, scale);
    if (showsRoot(tree))
        row.add(MergedTree::root(), wholeGraph);
    else
        row.addChildren(MergedTree::root(), wholeGraph.start);
    while (!row.isEmpty())
        row.goDown();
}

const GraphBox *GraphLayout::boxAt(std::size_t row, TimeRange place) const
{
    if (row >= m_rows.size())
        return nullptr;
    const auto &boxes = m_rows[row];
    const auto found = std::ranges::partition_point(
        boxes, [&](const GraphBox &box) { return box.place.end <= place.start; });
    return found != boxes.end() && found->place.start < place.end ? &*found : nullptr;
}

void countCalls(MergedTree &tree, std::size_t row, GraphBox &rest)
{
    constexpr std::size_t most = 20'000; // calls looked at
    if (!rest.isRest() || rest.hidden > 0)
        return;
    const Parts parts(tree);
    const std::size_t depth = row + (showsRoot(tree) ? 0 : 1);
    std::vector<std::pair<MergedIndex, TimeRange>> level{{MergedTree::root(), wholeGraph}};
    std::size_t looked = 0;
    for (std::size_t number = 0; number < depth; ++number) {
        std::vector<std::pair<MergedIndex, TimeRange>> below;
        for (const auto &[parent, around] : level) {
            const MergedChildren children = tree.children(parent);
            looked += children.count;
            if (looked > most)
                return;
            double before = 0;
            for (std::uint32_t at = 0; at < children.count; ++at) {
                const auto start = around.start + parts.of(before);
                before += std::max(tree.amount(children.at(at)), 0.0);
                const TimeRange place{start, around.start + parts.of(before)};
                if (place.start < rest.place.end && place.end > rest.place.start)
                    below.emplace_back(children.at(at), place);
            }
        }
        level = std::move(below);
    }
    rest.taken = {};
    for (const auto &[call, place] : level) {
        // Rounding may let a neighbour reach in.
        if (!rest.place.contains(place.start + place.duration() / 2))
            continue;
        ++rest.hidden;
        rest.taken += place.duration();
    }
}

std::size_t rowOf(const MergedTree &tree, MergedIndex node)
{
    return tree.node(node).depth - (showsRoot(tree) ? 0U : 1U);
}

TimeRange placeOf(const MergedTree &tree, MergedIndex node)
{
    return placesOf(tree, {node}).front();
}

std::vector<TimeRange> placesOf(const MergedTree &tree, const std::vector<MergedIndex> &nodes)
{
    const Parts parts(tree);
    std::unordered_map<MergedIndex, TimeRange> known{{MergedTree::root(), wholeGraph}};
    std::vector<MergedIndex> way;
    std::vector<TimeRange> places;
    for (const MergedIndex node : nodes) {
        for (auto at = node; !known.contains(at); at = tree.node(at).parent)
            way.push_back(at);
        for (; !way.empty(); way.pop_back()) {
            const MergedIndex parent = tree.node(way.back()).parent;
            const auto start = known.at(parent).start;
            const auto siblings = *tree.knownChildren(parent);
            double before = 0;
            for (std::uint32_t place = 0; place < siblings.count; ++place) {
                const double after = before + std::max(tree.amount(siblings.at(place)), 0.0);
                known[siblings.at(place)] = {start + parts.of(before), start + parts.of(after)};
                before = after;
            }
        }
        places.push_back(known.at(node));
    }
    return places;
}

} // namespace ember::views
