// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/query/callfilter.h"
#include "model/spans/callpaths.h"

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ember::model {

// The call paths of a profile after filters: each path becomes another one, or the empty path,
// which does not count. All sums over calls go by it, so they see the same filters.
struct FilteredPaths {
    Column<PathIndex, PathNode> nodes; // a caller before its callees; the first is the empty path
    std::vector<PathIndex> to; // by original path: the path that it becomes
};

using FilteredPathsPointer = std::shared_ptr<const FilteredPaths>;

// Applies filters one after the other. A filter costs a look at each path. Results are kept: if a
// question begins with the filters of a recent one, e.g. after the last filter was added, removed
// or put back, their result is used again. For one thread at a time.
class PathFilter {
public:
    PathFilter();
    ~PathFilter();

    // Returns the filtered paths; null if no filter is about calls (CallTest::By::Label is not).
    // `paths` must have all stacks of the profile; they may grow with its snapshots.
    FilteredPathsPointer filter(const ProfilePointer &profile, const CallPaths &paths,
                                const std::vector<CallFilter> &filters);

    // The kept result of filter() for the same question; null if there is none.
    FilteredPathsPointer known(const ProfilePointer &profile,
                               const std::vector<CallFilter> &filters) const;
    // Filters `nodes`, which are some paths of the profile, with the identities that `paths` has of
    // its frames. Costs a look at each node and a test of their functions; the result is not kept.
    FilteredPaths filterSome(const ProfilePointer &profile, const CallPaths &paths,
                             const Column<PathIndex, PathNode> &nodes,
                             const std::vector<CallFilter> &filters);

private:
    struct Functions;

    struct Known {
        std::vector<CallFilter> filters;
        FilteredPathsPointer paths;
    };

    // How many results are kept in m_known; each takes 20 bytes per path.
    static constexpr std::size_t mostKnown = 2;

    void forgetOther(const ProfilePointer &profile);
    void know(const ProfilePointer &profile, const CallPaths &paths);
    std::vector<Known>::iterator bestStart(const std::vector<CallFilter> &filters);
    FilteredPaths step(const Column<PathIndex, PathNode> &nodes, const std::vector<bool> &isHit,
                       CallAction action) const;

    ProfilePointer m_profile; // the profile that the members below are about
    std::unique_ptr<Functions> m_functions;
    std::vector<Known> m_known; // the newest first
};

// Marks the functions, by identity, that a path still leads through.
std::vector<bool> functionsLeft(const FilteredPaths &filtered, std::size_t functionCount);
// Marks the functions, by identity, that `paths` lead through.
std::vector<bool> functionsOn(const Column<PathIndex, PathNode> &nodes,
                              std::span<const PathIndex> paths, std::size_t functionCount);

// Applies CallAction::CollapseRecursion to the functions that are hit, by identity. `functions` has
// the number of each identity's function, which is below the number of identities: identities of
// one function, such as its lines, have the same. Linear in the paths; no recursion, so deep stacks
// only take memory.
FilteredPaths collapseRecursion(const Column<PathIndex, PathNode> &nodes,
                                const std::vector<bool> &isHit,
                                const std::vector<std::uint32_t> &functions);

// A node of a tree of calls: what is called there, and the node of the caller.
template<typename Node>
struct CallIn {
    PathNode call;
    Node caller;
};

// Makes call paths of the nodes of a tree of calls that are entered, and of their callers. The
// paths are a tree of their own, because the whole one may be a thousand times larger. `callOf`
// returns the CallIn of a node.
template<typename Node, typename CallOf>
class ReachablePaths {
public:
    // `root`: the node that stands for the empty path.
    ReachablePaths(Node root, CallOf callOf) : m_callOf(std::move(callOf))
    {
        m_places.emplace(root, emptyPath);
    }

    // Returns the path of a node; enters it if it is new.
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

    // All paths, a caller before its callees.
    const Column<PathIndex, PathNode> &paths() const { return m_paths.nodes(); }

private:
    CallOf m_callOf;
    PathTree m_paths;
    std::unordered_map<Node, PathIndex> m_places;
    std::vector<Node> m_way;
};

} // namespace ember::model
