// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/filteredpaths.h"

#include "model/query/collapserecursion.h"
#include "model/query/functionstatistics.h"
#include "model/spans/pathtree.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace ember::model {

namespace {

// The functions that identities stand for: of one function there may be several, for its lines.
struct Functions {
    std::vector<std::uint32_t> ofIdentity;
    std::vector<FrameIndex> frames; // by function: an example

    Functions(const Profile &profile, const CallPaths &paths) : ofIdentity(paths.identityCount())
    {
        // The paths may know frames of a newer snapshot: no stack of this one leads to those.
        const auto known = std::min(paths.identities().size(), profile.tables().frames.size());
        std::vector<bool> isKnown(paths.identityCount());
        std::unordered_map<std::string, std::uint32_t> numbers;
        for (std::size_t row = 0; row < known; ++row) {
            const FrameIndex frame(row);
            const auto identity = paths.identity(frame).row();
            if (isKnown[identity])
                continue;
            isKnown[identity] = true;
            const auto next = static_cast<std::uint32_t>(frames.size());
            const auto [entry, isNew] = numbers.try_emplace(functionIdentity(profile, frame), next);
            ofIdentity[identity] = entry->second;
            if (isNew)
                frames.push_back(frame);
        }
    }
};

// Which of them a filter is about, by identity.
std::vector<bool> hitsOf(const CallTest &test, const Profile &profile, const Functions &functions)
{
    std::vector<bool> isHit;
    for (const FrameIndex frame : functions.frames)
        isHit.push_back(holds(test, profile, frame));
    std::vector<bool> hits;
    for (const auto function : functions.ofIdentity)
        hits.push_back(function < isHit.size() && isHit[function]);
    return hits;
}

// One filter: a path is looked at after its caller.
class Stage {
public:
    Stage(const Column<PathIndex, PathNode> &nodes, const std::vector<bool> &isHit)
        : m_nodes(nodes),
          m_isHit(isHit),
          m_isInside(nodes.size())
    {
        m_result.to.assign(nodes.size(), emptyPath);
    }

    FilteredPaths run(CallAction action) &&
    {
        for (std::size_t row = 1; row < m_nodes.size(); ++row) {
            const PathNode &node = m_nodes[PathIndex(row)];
            m_isInside[row] = m_isInside[node.caller.row()] || m_isHit[node.identity.row()];
            m_result.to[row] = step(action, PathIndex(row), node);
        }
        const bool isSameTree = action == CallAction::Only || action == CallAction::LeaveOut;
        m_result.nodes = isSameTree ? m_nodes : m_tree.nodes();
        return std::move(m_result);
    }

private:
    PathIndex step(CallAction action, PathIndex path, const PathNode &node)
    {
        const bool isHit = m_isHit[node.identity.row()];
        const bool isInside = m_isInside[path.row()];
        const auto caller = m_result.to[node.caller.row()];
        switch (action) {
        case CallAction::Only: return isInside ? path : emptyPath;
        case CallAction::LeaveOut: return isInside ? emptyPath : path;
        case CallAction::Focus: return isInside ? m_tree.enter(caller, node) : emptyPath;
        case CallAction::Merge: return isHit ? caller : m_tree.enter(caller, node);
        case CallAction::CollapseCallees:
            return m_isInside[node.caller.row()] ? caller : m_tree.enter(caller, node);
        case CallAction::CollapseNested:
            return isHit && isHitAt(node.caller) ? caller : m_tree.enter(caller, node);
        case CallAction::CollapseRecursion: break; // looks further than to the caller
        }
        return path;
    }

    bool isHitAt(PathIndex path) const
    {
        return path != emptyPath && m_isHit[m_nodes[path].identity.row()];
    }

    const Column<PathIndex, PathNode> &m_nodes;
    const std::vector<bool> &m_isHit; // by function
    std::vector<bool> m_isInside; // by path: it, or a caller, is a hit
    PathTree m_tree;
    FilteredPaths m_result;
};

} // namespace

FilteredPaths filterPaths(const Profile &profile, const CallPaths &paths,
                          std::span<const CallFilter> filters)
{
    FilteredPaths filtered{paths.nodes(), {}};
    for (std::size_t row = 0; row < paths.size(); ++row)
        filtered.to.emplace_back(row);
    const Functions functions(profile, paths);
    for (const CallFilter &filter : filters) {
        const auto isHit = hitsOf(filter.calls, profile, functions);
        auto next = filter.action == CallAction::CollapseRecursion
            ? collapseRecursion(filtered.nodes, isHit, functions.ofIdentity)
            : Stage(filtered.nodes, isHit).run(filter.action);
        for (PathIndex &path : filtered.to)
            path = next.to[path.row()];
        filtered.nodes = std::move(next.nodes);
    }
    return filtered;
}

std::vector<bool> functionsLeft(const FilteredPaths &filtered, std::size_t functionCount)
{
    std::vector<bool> isOnTheWay(filtered.nodes.size());
    for (const PathIndex path : filtered.to)
        isOnTheWay[path.row()] = true;
    std::vector<bool> isLeft(functionCount);
    for (auto row = filtered.nodes.size(); row-- > 1;) {
        if (!isOnTheWay[row])
            continue;
        const PathNode &node = filtered.nodes[PathIndex(row)];
        isOnTheWay[node.caller.row()] = true;
        isLeft[node.identity.row()] = true;
    }
    return isLeft;
}

} // namespace ember::model
