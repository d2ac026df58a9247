// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/callgrind/cyclepaths.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace ember::model::callgrind {

namespace {

// Calls looked at, for all entries: a file may have as many entries as its circles have functions.
constexpr std::size_t mostSteps = 1'000'000;

} // namespace

CyclePaths::CyclePaths(const CallGraph &graph, const Components &components) : m_graph(graph)
{
    for (std::size_t row = 0; row < graph.calls().size(); ++row) {
        const auto &call = graph.calls()[row];
        if (call.caller != call.callee
            && components.of[call.caller.row()] == components.of[call.callee.row()])
            m_calls.emplace_back(row);
    }
    std::ranges::sort(m_calls, {}, [&](CallIndex call) {
        const auto cost = graph.callCost(call);
        return std::tuple(graph.calls()[call.row()].caller,
                          std::numeric_limits<std::uint64_t>::max() - cost, call);
    });
}

std::vector<CallIndex> CyclePaths::calls(EntityIndex entry, EntityIndex exit)
{
    std::vector<CallIndex> path;
    if (entry == exit)
        return path;
    const auto &cameBy = reached(entry);
    for (auto at = exit; at != entry; at = m_graph.calls()[path.back().row()].caller) {
        const auto found = cameBy.find(at);
        if (found == cameBy.end())
            return {};
        path.push_back(found->second);
    }
    std::ranges::reverse(path);
    return path;
}

const CyclePaths::CameBy &CyclePaths::reached(EntityIndex entry)
{
    const auto [known, isNew] = m_reached.try_emplace(entry);
    auto &cameBy = known->second;
    if (!isNew)
        return cameBy;
    std::vector<EntityIndex> found{entry};
    const auto callerOf = [&](CallIndex call) { return m_graph.calls()[call.row()].caller; };
    for (std::size_t next = 0; next < found.size() && m_steps < mostSteps; ++next) {
        auto call = std::ranges::lower_bound(m_calls, found[next], {}, callerOf);
        for (; call != m_calls.end() && callerOf(*call) == found[next]; ++call) {
            const auto callee = m_graph.calls()[call->row()].callee;
            if (callee != entry && cameBy.try_emplace(callee, *call).second)
                found.push_back(callee);
            ++m_steps;
        }
    }
    return cameBy;
}

} // namespace ember::model::callgrind
