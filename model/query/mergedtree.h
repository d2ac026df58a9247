// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ember::model {

using MergedIndex = Index<struct MergedNodeTag>;

// Which way a tree grows from its root.
enum class TowardsCalls : std::uint8_t { Callees, Callers };
enum class SiblingOrder : std::uint8_t { Weight, Name, FirstSeen };

// Calls that are one in a merged tree.
struct MergedNode {
    FrameIndex frame; // an example, for its names; invalid: the root that stands for everything
    IdentityIndex function;
    MergedIndex parent;
    std::uint32_t depth = 0; // 0: the root
    Weight total;
    // As the leaf. Of a tree of callers only its outermost functions have any: callers spent
    // nothing themselves.
    Weight self;
};

// The children of a node stand side by side.
struct MergedChildren {
    MergedIndex first;
    std::uint32_t count = 0;

    MergedIndex at(std::uint32_t place) const { return MergedIndex(first.row() + place); }
};

// Calls of one selection with equal ways to them as one:
//
//   Callees  from the roots of the stacks inwards (a flame graph, a call tree), or from a function
//   Callers  from all functions, or one, outwards (bottom-up)
//
// The children of a node are found when they are first asked for, so a tree costs what is looked
// at, and nothing is left out of it. The sum of children and own weight is that of the node; a tree
// of a function counts a stack once, from its outermost call of it. No recursion: depth is only
// memory. For one thread at a time.
class MergedTree {
public:
    // Of everything.
    MergedTree(CallWeightsPointer calls, TowardsCalls direction, SiblingOrder order);
    // Of one function; its root is the function.
    MergedTree(CallWeightsPointer calls, IdentityIndex function, TowardsCalls direction,
               SiblingOrder order);

    const CallWeights &calls() const { return *m_calls; }
    const CallWeightsPointer &sharedCalls() const { return m_calls; }
    TowardsCalls direction() const { return m_direction; }

    static constexpr MergedIndex root() { return MergedIndex(0); }
    const MergedNode &node(MergedIndex index) const { return m_nodes[index.row()]; }
    double amount(MergedIndex index) const { return m_calls->amount(node(index).total); }
    // Nodes found so far.
    std::size_t size() const { return m_nodes.size(); }

    // In the order the tree was made with: largest first, by name, or as samples first saw them.
    // Finds them if need be.
    MergedChildren children(MergedIndex index);
    // As far as they are found.
    std::optional<MergedChildren> knownChildren(MergedIndex index) const;
    // Whether there are any; does not find them.
    bool hasChildren(MergedIndex index) const;
    // The functions from the root to a node: what tells it apart in another tree of the same kind.
    std::vector<IdentityIndex> wayTo(MergedIndex index) const;
    // The last node of such a way that is in this tree.
    MergedIndex follow(const std::vector<IdentityIndex> &way);
    // The node at the end of such a way; none if it is not in this tree.
    std::optional<MergedIndex> find(const std::vector<IdentityIndex> &way);
    // Finds all nodes of at least that share of the whole, and what is directly below them.
    void expand(double share);

private:
    // One path of those a node stands for. `from` is where the way began: what its weight is of.
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
    std::vector<MergedNode> group(const std::vector<Item> &items, MergedIndex parent,
                                  std::vector<std::uint32_t> &counts);
    std::vector<std::uint32_t> ranked(const std::vector<MergedNode> &nodes) const;

    CallWeightsPointer m_calls;
    TowardsCalls m_direction;
    SiblingOrder m_order;
    bool m_isOfAll;
    std::vector<MergedNode> m_nodes;
    std::vector<Links> m_links; // by node
    std::vector<Item> m_items;
    std::vector<std::uint32_t> m_groups; // by function: its group and one; only while grouping
};

} // namespace ember::model
