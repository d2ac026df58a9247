// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/query/callfilter.h"
#include "model/spans/callpaths.h"
#include "model/spans/pathtree.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ember::model {

// The call paths of a profile as filters leave them: each path becomes another one, or the empty
// path, which counts for nothing. So every sum over calls sees the same filters.
struct FilteredPaths {
    Column<PathIndex, PathNode> nodes; // a caller before its callees; the first is the empty path
    std::vector<PathIndex> to; // by original path
};

using FilteredPathsPointer = std::shared_ptr<const FilteredPaths>;

// One filter after the other. A filter costs a look at each path; those that a question before
// began with, too, cost nothing more, as when somebody adds one, takes the last one away or undoes
// that. For one thread at a time.
class PathFilter {
public:
    PathFilter();
    ~PathFilter();

    // Null: there are no filters. The paths must have all stacks of the profile; they may grow from
    // one snapshot of it to the next.
    FilteredPathsPointer filter(const ProfilePointer &profile, const CallPaths &paths,
                                const std::vector<CallFilter> &filters);

    // Null: that is not known yet.
    FilteredPathsPointer known(const ProfilePointer &profile,
                               const std::vector<CallFilter> &filters) const;
    // Some paths of the profile, by the identities that `paths` has of its frames. Costs a look at
    // each of `nodes` and a test of their functions; nothing is kept of it.
    FilteredPaths filterSome(const ProfilePointer &profile, const CallPaths &paths,
                             const Column<PathIndex, PathNode> &nodes,
                             const std::vector<CallFilter> &filters);

private:
    struct Functions;

    struct Known {
        std::vector<CallFilter> filters;
        FilteredPathsPointer paths;
    };

    // Each takes 20 bytes per path.
    static constexpr std::size_t mostKnown = 2;

    void forgetOther(const ProfilePointer &profile);
    void know(const ProfilePointer &profile, const CallPaths &paths);
    std::vector<Known>::iterator bestStart(const std::vector<CallFilter> &filters);
    FilteredPaths step(const Column<PathIndex, PathNode> &nodes, const std::vector<bool> &isHit,
                       CallAction action) const;

    ProfilePointer m_profile; // what follows is of it
    std::unique_ptr<Functions> m_functions;
    std::vector<Known> m_known; // the newest first
};

// Which functions are left, by identity: those that a path still leads through.
std::vector<bool> functionsLeft(const FilteredPaths &filtered, std::size_t functionCount);

// CallAction::CollapseRecursion for the functions that are hit, by identity. `functions` numbers
// them: where identities are finer, those of one function have one number, below their count.
// Linear in the paths: depth is only memory.
FilteredPaths collapseRecursion(const Column<PathIndex, PathNode> &nodes,
                                const std::vector<bool> &isHit,
                                const std::vector<std::uint32_t> &functions);

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
