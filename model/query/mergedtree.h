// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace ember::model {

using MergedIndex = Index<struct MergedNodeTag>;

// The direction in which a tree grows from its root.
enum class TowardsCalls : std::uint8_t { Callees, Callers };
enum class SiblingOrder : std::uint8_t { Weight, Name, FirstSeen };

// Figures of the calls with an amount below a node, whose nodes need not be found for this.
struct CallsBelow {
    std::uint32_t levels = 0; // to the deepest of them
    double amount = 0; // of the calls of all levels together

    void add(const CallsBelow &other)
    {
        levels = std::max(levels, other.levels);
        amount += other.amount;
    }
};

// A node of a merged tree: all calls with an equal path from the root.
struct MergedNode {
    FrameIndex frame; // an example, for its names; invalid: the root that stands for everything
    IdentityIndex function;
    MergedIndex parent;
    std::uint32_t depth = 0; // 0: the root
    Weight total;
    // The weight as the leaf. In a tree of callers only the functions that it begins with have one:
    // their callers are no leaves.
    Weight self;
    CallsBelow below{}; // of callees only after findBelow()
};

// The children of a node, which have consecutive indices.
struct MergedChildren {
    MergedIndex first;
    std::uint32_t count = 0;

    MergedIndex at(std::uint32_t place) const { return MergedIndex(first.row() + place); }
};

// A tree of the calls of one selection. Calls with equal paths from the root are one node:
//
//   Callees  from the roots of the stacks inwards (a flame graph, a call tree), or from a function
//   Callers  from all functions, or one, outwards (bottom-up)
//
// The children of a node are found when they are first asked for, so that only nodes that are
// looked at cost anything, and none is left out. In a tree of callees, the totals of the children
// and the node's self add up to its total. A tree of a function counts a stack once, from the
// outermost call of the function. No recursion, so deep stacks only take memory. For one thread at
// a time.
class MergedTree {
public:
    // Makes the tree of all calls.
    MergedTree(CallWeightsPointer calls, TowardsCalls direction, SiblingOrder order);
    // Makes the tree of one function, which is its root.
    MergedTree(CallWeightsPointer calls, IdentityIndex function, TowardsCalls direction,
               SiblingOrder order);

    const CallWeights &calls() const { return *m_calls; }
    const CallWeightsPointer &sharedCalls() const { return m_calls; }
    TowardsCalls direction() const { return m_direction; }

    static constexpr MergedIndex root() { return MergedIndex(0); }
    const MergedNode &node(MergedIndex index) const { return m_nodes[index.row()]; }
    double amount(MergedIndex index) const { return m_calls->amount(node(index).total); }
    // The number of nodes found so far.
    std::size_t size() const { return m_nodes.size(); }

    // The children of a node, in the order the tree was made with: largest first, by name, or as
    // samples first saw them. Finds them if need be.
    MergedChildren children(MergedIndex index);
    // The children of a node, if they have been found.
    std::optional<MergedChildren> knownChildren(MergedIndex index) const;
    // Whether a node has children; does not find them.
    bool hasChildren(MergedIndex index) const;
    // The functions from the root to a node, which identify it in another tree of the same kind.
    std::vector<IdentityIndex> wayTo(MergedIndex index) const;
    // The last node on the way (see wayTo()) that is in this tree.
    MergedIndex follow(const std::vector<IdentityIndex> &way);
    // The node at the end of the way; nullopt if it is not in this tree.
    std::optional<MergedIndex> find(const std::vector<IdentityIndex> &way);
    // Sets the times by state, which states() adds up. Call before any children are asked for.
    void setStates(StateSumsPointer states);
    bool hasStates() const { return m_states != nullptr; }
    // The time of a node's total by state; 0 without setStates().
    StateTimes states(MergedIndex index) const
    {
        return m_states ? m_nodeStates[index.row()] : StateTimes();
    }
    // Finds what is below each node (MergedNode::below), as pictures need it. Call before any
    // children are asked for.
    void findBelow();
    // Finds the nodes with an amount whose function is marked, level by level, at most `most` of
    // them. `marked` is by function. Costs the paths, and the children of what leads to these
    // nodes: at most the children of a million nodes.
    std::vector<MergedIndex> find(const std::vector<std::uint8_t> &marked, std::size_t most);
    // Finds all nodes with at least `share` of the whole, and their children.
    void expand(double share);

private:
    // One of the paths that a node stands for. Its weight is that of `from`, the path that the way
    // to it began at.
    struct Item {
        PathIndex at;
        PathIndex from;
    };

    struct Links {
        std::uint32_t firstItem = 0;
        std::uint32_t itemCount = 0;
        std::optional<MergedChildren> children;
    };

    void addRoot(FrameIndex frame, IdentityIndex function, std::vector<Item> items);
    std::vector<Item> stepOn(MergedIndex index) const;
    bool isWhole(MergedIndex index) const { return index == root() && m_isOfAll; }
    Weight totalOf(const Item &item) const;
    Weight selfOf(const Item &item, std::uint32_t depth) const;
    CallsBelow belowOf(const Item &item) const;
    std::vector<std::uint8_t> pathsLeadingTo(const std::vector<std::uint8_t> &marked) const;
    std::vector<MergedNode> group(const std::vector<Item> &items, MergedIndex parent,
                                  std::vector<std::uint32_t> &counts);
    StateTimes statesOf(const Item &item) const;
    std::vector<StateTimes> groupedStates(const std::vector<Item> &items, std::size_t count) const;
    std::vector<std::uint32_t> ranked(const std::vector<MergedNode> &nodes) const;

    CallWeightsPointer m_calls;
    TowardsCalls m_direction;
    SiblingOrder m_order;
    bool m_isOfAll;
    std::vector<CallsBelow>
        m_callees; // by path; empty in a tree of callers, and without findBelow()
    std::vector<MergedNode> m_nodes;
    std::vector<Links> m_links; // by node
    std::vector<Item> m_items;
    StateSumsPointer m_states; // null: not wanted
    std::vector<StateTimes> m_nodeStates; // by node, if there are states
    std::vector<std::uint32_t> m_groups; // by function: its group + 1; only while grouping
};

} // namespace ember::model
