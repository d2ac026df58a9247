// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/mergedtree.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace ember::model {

namespace {

constexpr std::uint32_t noGroup = 0;

// The calls of a function that are not within another call of it.
std::vector<PathIndex> outermostCalls(const CallWeights &calls, IdentityIndex function)
{
    std::vector<PathIndex> outermost;
    std::vector<bool> isInside(calls.own.size());
    // A caller comes before its callees.
    for (std::size_t row = 1; row < calls.own.size(); ++row) {
        const PathNode &path = calls.paths[PathIndex(row)];
        const bool isFunction = path.identity == function;
        const bool isAround = isInside[path.caller.row()];
        isInside[row] = isFunction || isAround;
        if (isFunction && !isAround && calls.total[row].samples > 0)
            outermost.emplace_back(row);
    }
    return outermost;
}

// What is below each path.
std::vector<CallsBelow> calleesBelow(const CallWeights &calls)
{
    std::vector<CallsBelow> below(calls.own.size());
    // A caller comes before its callees.
    for (std::size_t row = below.size(); row-- > 1;) {
        const double amount = calls.amount(calls.total[row]);
        if (amount > 0)
            below[calls.paths[PathIndex(row)].caller.row()].add(
                {below[row].levels + 1, below[row].amount + amount});
    }
    return below;
}

} // namespace

MergedTree::MergedTree(CallWeightsPointer calls, TowardsCalls direction, SiblingOrder order)
    : m_calls(std::move(calls)),
      m_direction(direction),
      m_order(order),
      m_isOfAll(true),
      m_groups(m_calls->functionCount, noGroup)
{
    std::vector<Item> items;
    if (direction == TowardsCalls::Callees) {
        items.push_back({emptyPath, emptyPath});
    } else {
        for (std::size_t row = 1; row < m_calls->own.size(); ++row) {
            if (m_calls->own[row].samples > 0)
                items.push_back({PathIndex(row), PathIndex(row)});
        }
    }
    addRoot({}, {}, std::move(items));
    m_nodes.front().total = m_calls->total.front();
    m_nodes.front().self = {};
}

MergedTree::MergedTree(CallWeightsPointer calls, IdentityIndex function, TowardsCalls direction,
                       SiblingOrder order)
    : m_calls(std::move(calls)),
      m_direction(direction),
      m_order(order),
      m_isOfAll(false),
      m_groups(m_calls->functionCount, noGroup)
{
    std::vector<Item> items;
    for (const PathIndex path : outermostCalls(*m_calls, function))
        items.push_back({path, path});
    const auto frame = items.empty() ? FrameIndex() : m_calls->paths[items.front().at].frame;
    addRoot(frame, function, std::move(items));
}

void MergedTree::addRoot(FrameIndex frame, IdentityIndex function, std::vector<Item> items)
{
    MergedNode root{frame, function, {}, 0, {}, {}};
    for (const Item &item : items) {
        root.total.add(totalOf(item));
        root.self.add(selfOf(item, 0));
    }
    m_nodes.push_back(root);
    m_links.push_back({0, static_cast<std::uint32_t>(items.size()), {}});
    m_items = std::move(items);
}

void MergedTree::findBelow()
{
    if (m_direction == TowardsCalls::Callees)
        m_callees = calleesBelow(*m_calls);
    for (const Item &item : m_items)
        m_nodes.front().below.add(belowOf(item));
}

Weight MergedTree::totalOf(const Item &item) const
{
    const bool isOfLeaves = m_isOfAll && m_direction == TowardsCalls::Callers;
    return isOfLeaves ? m_calls->own[item.from.row()] : m_calls->total[item.from.row()];
}

StateTimes MergedTree::statesOf(const Item &item) const
{
    const bool isOfLeaves = m_isOfAll && m_direction == TowardsCalls::Callers;
    return isOfLeaves ? m_states->own[item.from.row()] : m_states->total[item.from.row()];
}

void MergedTree::setStates(StateSumsPointer states)
{
    m_states = std::move(states);
    m_nodeStates.clear();
    if (!m_states)
        return;
    m_nodeStates.emplace_back();
    for (const Item &item : m_items)
        m_nodeStates.front().add(statesOf(item));
}

// The times of the nodes that group() has made of the items.
std::vector<StateTimes> MergedTree::groupedStates(const std::vector<Item> &items,
                                                  std::size_t count) const
{
    std::vector<StateTimes> states(count);
    for (const Item &item : items)
        states[m_groups[m_calls->paths[item.at].identity.row()] - 1].add(statesOf(item));
    return states;
}

Weight MergedTree::selfOf(const Item &item, std::uint32_t depth) const
{
    const bool isLeaf = item.at == item.from && depth <= 1;
    if (m_direction == TowardsCalls::Callers && !isLeaf)
        return {};
    return m_calls->own[item.at.row()];
}

CallsBelow MergedTree::belowOf(const Item &item) const
{
    if (m_direction == TowardsCalls::Callees)
        return m_callees.empty() ? CallsBelow() : m_callees[item.at.row()];
    const std::uint32_t depth = m_calls->paths[item.at].depth;
    const double amount = m_calls->amount(totalOf(item));
    if (depth == 0 || amount <= 0)
        return {};
    return {depth - 1, amount * (depth - 1)};
}

// The paths one step further from the root of the tree.
std::vector<MergedTree::Item> MergedTree::stepOn(MergedIndex index) const
{
    const Links &links = m_links[index.row()];
    std::vector<Item> next;
    for (std::uint32_t place = 0; place < links.itemCount; ++place) {
        const Item &item = m_items[links.firstItem + place];
        if (m_direction == TowardsCalls::Callees) {
            for (auto path = m_calls->firstCallee[item.at.row()]; path.isValid();
                 path = m_calls->nextCallee[path.row()])
                next.push_back({path, path});
            continue;
        }
        const auto at = isWhole(index) ? item.at : m_calls->paths[item.at].caller;
        if (at != emptyPath)
            next.push_back({at, item.from});
    }
    return next;
}

// Makes one node per function, in the order in which functions occur. Leaves each function's group
// + 1 in m_groups.
std::vector<MergedNode> MergedTree::group(const std::vector<Item> &items, MergedIndex parent,
                                          std::vector<std::uint32_t> &counts)
{
    const auto depth = node(parent).depth + 1;
    std::vector<MergedNode> nodes;
    for (const Item &item : items) {
        const PathNode &path = m_calls->paths[item.at];
        auto &group = m_groups[path.identity.row()];
        if (group == noGroup) {
            nodes.push_back({path.frame, path.identity, parent, depth, {}, {}});
            counts.push_back(0);
            group = static_cast<std::uint32_t>(nodes.size());
        }
        nodes[group - 1].total.add(totalOf(item));
        nodes[group - 1].self.add(selfOf(item, depth));
        nodes[group - 1].below.add(belowOf(item));
        ++counts[group - 1];
    }
    return nodes;
}

// The indices of `nodes` in the tree's SiblingOrder.
std::vector<std::uint32_t> MergedTree::ranked(const std::vector<MergedNode> &nodes) const
{
    std::vector<std::uint32_t> order(nodes.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto nameOf = [&](std::uint32_t place) {
        return frameName(*m_calls->profile, nodes[place].frame);
    };
    if (m_order == SiblingOrder::Name) {
        std::vector<std::string> names;
        for (const auto place : order)
            names.push_back(nameOf(place));
        std::ranges::stable_sort(order, [&](auto a, auto b) { return names[a] < names[b]; });
        return order;
    }
    if (m_order == SiblingOrder::FirstSeen) {
        std::ranges::stable_sort(order, {}, [&](auto place) { return nodes[place].total.first; });
        return order;
    }
    struct Key {
        double amount;
        std::uint64_t samples;
    };
    std::vector<Key> keys;
    keys.reserve(nodes.size());
    for (const MergedNode &node : nodes)
        keys.push_back({m_calls->amount(node.total), node.total.samples});
    std::ranges::stable_sort(order, [&](auto a, auto b) {
        return keys[a].amount != keys[b].amount ? keys[a].amount > keys[b].amount
                                                : keys[a].samples > keys[b].samples;
    });
    return order;
}

MergedChildren MergedTree::children(MergedIndex index)
{
    if (const auto &known = m_links[index.row()].children)
        return *known;
    const auto items = stepOn(index);
    std::vector<std::uint32_t> counts;
    const auto nodes = group(items, index, counts);
    const MergedChildren children{MergedIndex(m_nodes.size()),
                                  static_cast<std::uint32_t>(nodes.size())};
    // Callers are stored in place of the paths they call: there are never more of them.
    auto place = m_links[index.row()].firstItem;
    if (m_direction == TowardsCalls::Callees) {
        place = static_cast<std::uint32_t>(m_items.size());
        m_items.resize(m_items.size() + items.size());
    }
    const auto states = m_states ? groupedStates(items, nodes.size()) : std::vector<StateTimes>();
    std::vector<std::uint32_t> places(nodes.size());
    for (const auto node : ranked(nodes)) {
        if (m_states)
            m_nodeStates.push_back(states[node]);
        places[node] = place;
        m_nodes.push_back(nodes[node]);
        m_links.push_back({place, counts[node], {}});
        place += counts[node];
    }
    for (const Item &item : items)
        m_items[places[m_groups[m_calls->paths[item.at].identity.row()] - 1]++] = item;
    for (const MergedNode &node : nodes)
        m_groups[node.function.row()] = noGroup;
    m_links[index.row()].children = children;
    return children;
}

std::optional<MergedChildren> MergedTree::knownChildren(MergedIndex index) const
{
    return m_links[index.row()].children;
}

bool MergedTree::hasChildren(MergedIndex index) const
{
    const Links &links = m_links[index.row()];
    if (links.children)
        return links.children->count > 0;
    if (isWhole(index) && m_direction == TowardsCalls::Callers)
        return links.itemCount > 0;
    for (std::uint32_t place = 0; place < links.itemCount; ++place) {
        const auto at = m_items[links.firstItem + place].at;
        if (m_direction == TowardsCalls::Callees ? m_calls->firstCallee[at.row()].isValid()
                                                 : m_calls->paths[at].caller != emptyPath)
            return true;
    }
    return false;
}

std::vector<IdentityIndex> MergedTree::wayTo(MergedIndex index) const
{
    std::vector<IdentityIndex> way;
    for (; index != root(); index = node(index).parent)
        way.push_back(node(index).function);
    std::ranges::reverse(way);
    return way;
}

MergedIndex MergedTree::follow(const std::vector<IdentityIndex> &way)
{
    MergedIndex at = root();
    for (const IdentityIndex function : way) {
        const auto below = children(at);
        std::uint32_t place = 0;
        while (place < below.count && node(below.at(place)).function != function)
            ++place;
        if (place == below.count)
            break;
        at = below.at(place);
    }
    return at;
}

std::optional<MergedIndex> MergedTree::find(const std::vector<IdentityIndex> &way)
{
    const auto last = follow(way);
    return node(last).depth == way.size() ? std::optional(last) : std::nullopt;
}

// Marks the paths from which a marked function is ahead, seen from the root of the tree: in the
// path itself or in one that it leads to.
std::vector<std::uint8_t> MergedTree::pathsLeadingTo(const std::vector<std::uint8_t> &marked) const
{
    const auto count = m_calls->own.size();
    std::vector<std::uint8_t> leads(count);
    const auto isMarked = [&](std::size_t row) {
        return marked[m_calls->paths[PathIndex(row)].identity.row()] != 0;
    };
    // A caller comes before its callees.
    if (m_direction == TowardsCalls::Callees) {
        for (std::size_t row = count; row-- > 1;) {
            if (leads[row] == 0 && !isMarked(row))
                continue;
            leads[row] = 1;
            leads[m_calls->paths[PathIndex(row)].caller.row()] = 1;
        }
        return leads;
    }
    for (std::size_t row = 1; row < count; ++row) {
        const auto caller = m_calls->paths[PathIndex(row)].caller.row();
        leads[row] = leads[caller] != 0 || isMarked(row) ? 1 : 0;
    }
    return leads;
}

std::vector<MergedIndex> MergedTree::find(const std::vector<std::uint8_t> &marked, std::size_t most)
{
    const auto leads = pathsLeadingTo(marked);
    const auto isOnWay = [&](MergedIndex index) {
        const Links &links = m_links[index.row()];
        for (std::uint32_t place = 0; place < links.itemCount; ++place) {
            if (leads[m_items[links.firstItem + place].at.row()] != 0)
                return true;
        }
        return false;
    };
    constexpr std::size_t mostOnWay = 1'000'000;
    std::vector<MergedIndex> found;
    std::vector<MergedIndex> ahead{root()}; // in the order in which they are looked at
    for (std::size_t at = 0; at < ahead.size() && found.size() < most; ++at) {
        const auto index = ahead[at];
        const bool isFunction = node(index).frame.isValid();
        if (isFunction && marked[node(index).function.row()] != 0)
            found.push_back(index);
        // In a tree of callers, children that are known stand in the place of the node's items.
        if (ahead.size() >= mostOnWay || (!knownChildren(index) && !isOnWay(index)))
            continue;
        const auto below = children(index);
        for (std::uint32_t place = 0; place < below.count; ++place) {
            if (amount(below.at(place)) > 0)
                ahead.push_back(below.at(place));
        }
    }
    return found;
}

void MergedTree::expand(double share)
{
    const double enough = share * amount(root());
    for (std::size_t row = 0; row < m_nodes.size(); ++row) {
        const auto own = amount(MergedIndex(row));
        if (row == 0 || (own > 0 && own >= enough))
            children(MergedIndex(row));
    }
}

} // namespace ember::model
