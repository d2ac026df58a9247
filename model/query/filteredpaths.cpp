// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/filteredpaths.h"

#include "model/core/pages.h"
#include "model/core/parallel.h"
#include "model/query/functionstatistics.h"
#include "model/spans/callpaths.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_map>

namespace ember::model {

// The functions that identities stand for. One function may have several identities, for its lines.
struct PathFilter::Functions {
    std::vector<std::uint32_t> ofIdentity;
    std::vector<FrameIndex> frames; // by function: an example

    Functions(const Profile &profile, const CallPaths &paths);
};

PathFilter::Functions::Functions(const Profile &profile, const CallPaths &paths)
    : ofIdentity(paths.identityCount())
{
    // The paths may have frames of a newer snapshot; no stack of this one has those.
    const auto known = std::min(paths.identities().size(), profile.tables().frames.size());
    if (paths.goBy(functionIdentity)) {
        std::iota(ofIdentity.begin(), ofIdentity.end(), 0U);
        for (std::size_t row = 0; row < known; ++row) {
            if (paths.identity(FrameIndex(row)).row() == frames.size())
                frames.emplace_back(row);
        }
        return;
    }
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

namespace {

// Marks the functions that a filter is about, by identity.
std::vector<bool> hitsOf(const CallTest &test, const Profile &profile,
                         const std::vector<FrameIndex> &functions,
                         const std::vector<std::uint32_t> &ofIdentity)
{
    constexpr std::size_t atOnce = 5'000;
    std::vector<std::uint8_t> isHit(functions.size());
    forEachInParallel((functions.size() + atOnce - 1) / atOnce, [&](std::size_t piece) {
        const auto end = std::min((piece + 1) * atOnce, functions.size());
        for (auto row = piece * atOnce; row < end; ++row)
            isHit[row] = holds(test, profile, functions[row]) ? 1 : 0;
    });
    std::vector<bool> hits;
    for (const auto function : ofIdentity)
        hits.push_back(function < isHit.size() && isHit[function] != 0);
    return hits;
}

// Marks the functions that a filter is about, of those that the paths lead through.
std::vector<bool> hitsOn(const Column<PathIndex, PathNode> &nodes, const CallTest &test,
                         const Profile &profile, const std::vector<FrameIndex> &functions,
                         const std::vector<std::uint32_t> &ofIdentity)
{
    std::vector<bool> isTested(functions.size());
    std::vector<bool> isHit(functions.size());
    std::vector<bool> hits(ofIdentity.size());
    for (std::size_t row = 1; row < nodes.size(); ++row) {
        const auto identity = nodes[PathIndex(row)].identity.row();
        const auto function = ofIdentity[identity];
        if (!isTested[function]) {
            isTested[function] = true;
            isHit[function] = holds(test, profile, functions[function]);
        }
        hits[identity] = isHit[function];
    }
    return hits;
}

// Joins two filters: `next` maps the paths that `before` mapped the original ones to.
FilteredPaths following(const FilteredPaths &before, FilteredPaths next)
{
    std::vector<PathIndex> to;
    reserveLargePages(to, before.to.size());
    for (const PathIndex path : before.to)
        to.push_back(next.to[path.row()]);
    next.to = std::move(to);
    return next;
}

// Applies one filter. A path is looked at after its caller.
class Stage {
public:
    Stage(const Column<PathIndex, PathNode> &nodes, const std::vector<bool> &isHit)
        : m_nodes(nodes),
          m_isHit(isHit),
          m_isInside(nodes.size())
    {
        m_tree.reserve(nodes.size());
        reserveLargePages(m_result.to, nodes.size());
        m_result.to.push_back(emptyPath);
    }

    FilteredPaths run(CallAction action) &&
    {
        if (action == CallAction::Focus)
            m_tree.join(emptyPath); // all callers of a hit become the empty path
        for (std::size_t row = 1; row < m_nodes.size(); ++row) {
            const PathNode &node = m_nodes[PathIndex(row)];
            m_isInside[row] = m_isInside[node.caller.row()] || m_isHit[node.identity.row()];
            m_result.to.push_back(step(action, PathIndex(row), node));
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
        case CallAction::Merge: return isHit ? joined(caller) : m_tree.enter(caller, node);
        case CallAction::CollapseCallees:
            return m_isInside[node.caller.row()] ? caller : m_tree.enter(caller, node);
        case CallAction::CollapseNested:
            return isHit && isHitAt(node.caller) ? joined(caller) : m_tree.enter(caller, node);
        case CallAction::CollapseRecursion: break; // done by collapseRecursion()
        }
        return path;
    }

    PathIndex joined(PathIndex path)
    {
        m_tree.join(path);
        return path;
    }

    bool isHitAt(PathIndex path) const
    {
        return path != emptyPath && m_isHit[m_nodes[path].identity.row()];
    }

    const Column<PathIndex, PathNode> &m_nodes;
    const std::vector<bool> &m_isHit; // by function
    std::vector<bool> m_isInside; // by path: whether the path or one of its callers is a hit
    PathTree m_tree;
    FilteredPaths m_result;
};

} // namespace

PathFilter::PathFilter() = default;
PathFilter::~PathFilter() = default;

void PathFilter::forgetOther(const ProfilePointer &profile)
{
    if (m_profile == profile)
        return;
    m_profile.reset();
    m_functions.reset();
    m_known.clear();
}

void PathFilter::know(const ProfilePointer &profile, const CallPaths &paths)
{
    m_profile = profile;
    if (!m_functions)
        m_functions = std::make_unique<Functions>(*profile, paths);
}

FilteredPathsPointer PathFilter::filter(const ProfilePointer &profile, const CallPaths &paths,
                                        const std::vector<CallFilter> &filters)
{
    forgetOther(profile);
    if (filters.empty())
        return nullptr;
    know(profile, paths);
    const auto start = bestStart(filters);
    auto done = start == m_known.end() ? 0 : start->filters.size();
    auto answer = start == m_known.end() ? nullptr : start->paths;
    for (; done < filters.size(); ++done) {
        const CallFilter &filter = filters[done];
        if (filter.isOfSamples())
            continue;
        const auto isHit =
            hitsOf(filter.calls, *m_profile, m_functions->frames, m_functions->ofIdentity);
        auto next = step(answer ? answer->nodes : paths.nodes(), isHit, filter.action);
        answer = std::make_shared<const FilteredPaths>(answer ? following(*answer, std::move(next))
                                                              : std::move(next));
    }
    if (start != m_known.end() && start->filters.size() == filters.size())
        std::rotate(m_known.begin(), start, start + 1);
    else
        m_known.insert(m_known.begin(), {filters, answer});
    m_known.resize(std::min(m_known.size(), mostKnown));
    return answer;
}

FilteredPathsPointer PathFilter::known(const ProfilePointer &profile,
                                       const std::vector<CallFilter> &filters) const
{
    if (m_profile != profile)
        return nullptr;
    const auto same = std::ranges::find(m_known, filters, &Known::filters);
    return same == m_known.end() ? nullptr : same->paths;
}

FilteredPaths PathFilter::filterSome(const ProfilePointer &profile, const CallPaths &paths,
                                     const Column<PathIndex, PathNode> &nodes,
                                     const std::vector<CallFilter> &filters)
{
    FilteredPaths answer;
    answer.nodes = nodes;
    answer.to.resize(nodes.size());
    for (std::size_t row = 0; row < nodes.size(); ++row)
        answer.to[row] = PathIndex(row);
    forgetOther(profile);
    if (filters.empty())
        return answer;
    know(profile, paths);
    for (const CallFilter &filter : filters) {
        if (filter.isOfSamples())
            continue;
        const auto isHit = hitsOn(answer.nodes, filter.calls, *profile, m_functions->frames,
                                  m_functions->ofIdentity);
        answer = following(answer, step(answer.nodes, isHit, filter.action));
    }
    return answer;
}

// Returns the kept result of the most filters that `filters` begin with.
std::vector<PathFilter::Known>::iterator
PathFilter::bestStart(const std::vector<CallFilter> &filters)
{
    auto best = m_known.end();
    for (auto known = m_known.begin(); known != m_known.end(); ++known) {
        const auto count = known->filters.size();
        if (count <= filters.size()
            && std::equal(known->filters.begin(), known->filters.end(), filters.begin())
            && (best == m_known.end() || best->filters.size() < count))
            best = known;
    }
    return best;
}

FilteredPaths PathFilter::step(const Column<PathIndex, PathNode> &nodes,
                               const std::vector<bool> &isHit, CallAction action) const
{
    return action == CallAction::CollapseRecursion
        ? collapseRecursion(nodes, isHit, m_functions->ofIdentity)
        : Stage(nodes, isHit).run(action);
}

std::vector<bool> functionsLeft(const FilteredPaths &filtered, std::size_t functionCount)
{
    return functionsOn(filtered.nodes, filtered.to, functionCount);
}

std::vector<bool> functionsOn(const Column<PathIndex, PathNode> &nodes,
                              std::span<const PathIndex> paths, std::size_t functionCount)
{
    std::vector<bool> isOnTheWay(nodes.size());
    for (const PathIndex path : paths)
        isOnTheWay[path.row()] = true;
    std::vector<bool> isLeft(functionCount);
    for (auto row = nodes.size(); row-- > 1;) {
        if (!isOnTheWay[row])
            continue;
        const PathNode &node = nodes[PathIndex(row)];
        isOnTheWay[node.caller.row()] = true;
        isLeft[node.identity.row()] = true;
    }
    return isLeft;
}

namespace {

// Walks the paths depth first, together with the path that each becomes: m_open has that path's
// calls by depth, m_latest the last call of each function that was opened. This call is still open
// if it is in m_open at its depth. What a step overwrites, the step back restores.
class RecursionWalk {
public:
    RecursionWalk(const Column<PathIndex, PathNode> &nodes, const std::vector<bool> &isHit,
                  const std::vector<std::uint32_t> &functions)
        : m_nodes(nodes),
          m_isHit(isHit),
          m_functions(functions),
          m_open(1, emptyPath),
          m_latest(isHit.size())
    {
        m_tree.reserve(nodes.size());
        for (auto *const ofPaths : {&m_result.to, &m_firstCallee, &m_nextCallee}) {
            reserveLargePages(*ofPaths, nodes.size());
            ofPaths->assign(nodes.size(), emptyPath);
        }
    }

    FilteredPaths run() &&
    {
        for (auto row = m_nodes.size(); row-- > 1;) {
            auto &first = m_firstCallee[m_nodes[PathIndex(row)].caller.row()];
            m_nextCallee[row] = first;
            first = PathIndex(row);
        }
        std::vector<Step> way;
        for (auto path = m_firstCallee.front();;) {
            if (path != emptyPath) {
                way.push_back(stepTo(path));
                path = m_firstCallee[path.row()];
            } else if (!way.empty()) {
                stepBack(way.back());
                path = m_nextCallee[way.back().path.row()];
                way.pop_back();
            } else {
                break;
            }
        }
        m_result.nodes = m_tree.nodes();
        return std::move(m_result);
    }

private:
    struct Step {
        PathIndex path;
        std::size_t depth; // m_depth before the step
        PathIndex open; // the entry of m_open that the step replaced
        PathIndex latest;
    };

    Step stepTo(PathIndex path)
    {
        const PathNode &node = m_nodes[path];
        PathIndex &latest = m_latest[m_functions[node.identity.row()]];
        if (m_open.size() <= m_depth + 1)
            m_open.push_back(emptyPath);
        const Step step{path, m_depth, m_open[m_depth + 1], latest};
        if (m_isHit[node.identity.row()] && isOpen(latest)) {
            m_depth = m_tree[latest].depth;
            m_tree.join(latest);
        } else {
            latest = m_tree.enter(m_open[m_depth], node);
            m_open[++m_depth] = latest;
        }
        m_result.to[path.row()] = latest;
        return step;
    }

    void stepBack(const Step &step)
    {
        m_depth = step.depth;
        m_open[m_depth + 1] = step.open;
        m_latest[m_functions[m_nodes[step.path].identity.row()]] = step.latest;
    }

    bool isOpen(PathIndex call) const
    {
        return call.isValid() && m_tree[call].depth <= m_depth
            && m_open[m_tree[call].depth] == call;
    }

    const Column<PathIndex, PathNode> &m_nodes;
    const std::vector<bool> &m_isHit;
    const std::vector<std::uint32_t> &m_functions;
    PathTree m_tree;
    FilteredPaths m_result;
    std::size_t m_depth = 0;
    std::vector<PathIndex> m_open;
    std::vector<PathIndex> m_latest;
    std::vector<PathIndex> m_firstCallee; // by path; emptyPath: none
    std::vector<PathIndex> m_nextCallee;
};

} // namespace

FilteredPaths collapseRecursion(const Column<PathIndex, PathNode> &nodes,
                                const std::vector<bool> &isHit,
                                const std::vector<std::uint32_t> &functions)
{
    return RecursionWalk(nodes, isHit, functions).run();
}

} // namespace ember::model
