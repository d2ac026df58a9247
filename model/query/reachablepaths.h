// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/pathtree.h"

#include <unordered_map>
#include <utility>
#include <vector>

namespace ember::model {

// A node of a tree of calls: what is called there, and the node of the caller.
template<typename Node>
struct CallIn {
    PathNode call;
    Node caller;
};

// Those nodes of a tree of calls that are entered, and their callers, as call paths: a tree of its
// own, for the whole one may be a thousand times larger. `callOf` tells the CallIn of a node.
template<typename Node, typename CallOf>
class ReachablePaths {
public:
    // `root` is the empty path.
    ReachablePaths(Node root, CallOf callOf) : m_callOf(std::move(callOf))
    {
        m_places.emplace(root, emptyPath);
    }

    // Its place among the paths.
    PathIndex enter(Node node)
    {
        auto known = m_places.find(node);
        for (; known == m_places.end(); known = m_places.find(node)) {
            m_way.push_back(node);
            node = m_callOf(node).caller;
        }
        PathIndex place = known->second;
        for (; !m_way.empty(); m_way.pop_back()) {
            place =
                m_paths.enter(place, m_callOf(m_way.back()).call, PathTree::Callees::MayBeEqual);
            m_places.emplace(m_way.back(), place);
        }
        return place;
    }

    // A caller before its callees.
    const Column<PathIndex, PathNode> &paths() const { return m_paths.nodes(); }

private:
    CallOf m_callOf;
    PathTree m_paths;
    std::unordered_map<Node, PathIndex> m_places;
    std::vector<Node> m_way;
};

} // namespace ember::model
