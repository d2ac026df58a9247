// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/callgrind/flow.h"

#include <algorithm>

namespace ember::model::callgrind {

std::vector<Way> Flow::waysOf(const CallGraph &graph, const Components &components)
{
    std::vector<Way> ways;
    for (std::size_t row = 0; row < graph.entities().size(); ++row)
        ways.push_back({EntityIndex(row), {}, 0, 0});
    for (std::size_t row = 0; row < graph.calls().size(); ++row) {
        const auto &call = graph.calls()[row];
        if (components.of[call.caller.row()] != components.of[call.callee.row()])
            ways.push_back({call.caller, CallIndex(row), 0, 0});
    }
    return ways;
}

Flow::Flow(const CallGraph &graph)
    : m_graph(graph),
      m_components(componentsOf(graph)),
      m_ways(waysOf(graph, m_components)),
      m_waysFrom(m_ways.size(), m_components.count,
                 [&](std::size_t way) { return componentOf(m_ways[way].from).row(); }),
      m_waysInto(m_ways.size(), m_components.count + 1,
                 [&](std::size_t way) {
                     const auto call = m_ways[way].call;
                     return call.isValid() ? componentOf(graph.calls()[call.row()].callee).row()
                                           : m_components.count;
                 }),
      m_firsts(m_components.count),
      m_leaving(m_components.count)
{
    for (auto row = graph.entities().size(); row-- > 0;)
        m_firsts[m_components.of[row].row()] = EntityIndex(row);
}

void Flow::update()
{
    m_entries.clear();
    for (auto &way : m_ways)
        way.cost = way.call.isValid() ? m_graph.callCost(way.call) : 0;
    for (std::size_t row = 0; row < m_graph.lines().size(); ++row)
        m_ways[m_graph.lines()[row].entity.row()].cost += m_graph.lineCost(LineIndex(row));
    // Callees first: what a component really costs decides what its callers' calls do.
    for (std::size_t row = 0; row < m_components.count; ++row)
        balance(ComponentIndex(row));
    for (auto &way : m_ways)
        way.rest = way.cost;
}

void Flow::balance(ComponentIndex component)
{
    std::uint64_t leaving = 0;
    for (const auto way : m_waysFrom[component.row()])
        leaving += m_ways[way].cost;
    m_leaving[component.row()] = leaving;
    std::uint64_t coming = 0;
    for (const auto way : m_waysInto[component.row()])
        coming += m_ways[way].cost;
    if (coming > leaving)
        cutInto(component, coming);
    else if (coming < leaving)
        m_entries.push_back({m_firsts[component.row()], leaving - coming});
}

// In proportion, so that the sum is what leaves: each gets what the sum up to it gets more.
void Flow::cutInto(ComponentIndex component, std::uint64_t coming)
{
    const auto leaving = m_leaving[component.row()];
    std::uint64_t upToHere = 0;
    std::uint64_t given = 0;
    for (const auto row : m_waysInto[component.row()]) {
        auto &way = m_ways[row];
        upToHere += way.cost;
        const auto share = static_cast<double>(upToHere) / static_cast<double>(coming);
        const auto upTo = upToHere == coming
            ? leaving
            : std::clamp(static_cast<std::uint64_t>(static_cast<double>(leaving) * share), given,
                         leaving);
        m_cutCalls += way.cost > upTo - given ? 1 : 0;
        way.cost = upTo - given;
        given = upTo;
    }
}

} // namespace ember::model::callgrind
