// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/callgrind/costflow.h"

#include <algorithm>

namespace ember::model::callgrind {

std::vector<Edge> CostFlow::edgesOf(const CallGraph &graph, const Components &components)
{
    std::vector<Edge> edges;
    for (std::size_t row = 0; row < graph.entities().size(); ++row)
        edges.push_back({EntityIndex(row), {}, 0, 0});
    for (std::size_t row = 0; row < graph.calls().size(); ++row) {
        const auto &call = graph.calls()[row];
        if (components.of[call.caller.row()] != components.of[call.callee.row()])
            edges.push_back({call.caller, CallIndex(row), 0, 0});
    }
    return edges;
}

CostFlow::CostFlow(const CallGraph &graph)
    : m_graph(graph),
      m_components(componentsOf(graph)),
      m_edges(edgesOf(graph, m_components)),
      m_edgesFrom(m_edges.size(), m_components.count,
                  [&](std::size_t edge) { return componentOf(m_edges[edge].from).row(); }),
      m_edgesInto(m_edges.size(), m_components.count + 1,
                  [&](std::size_t edge) {
                      const auto call = m_edges[edge].call;
                      return call.isValid() ? componentOf(graph.calls()[call.row()].callee).row()
                                            : m_components.count;
                  }),
      m_firsts(m_components.count),
      m_leaving(m_components.count)
{
    for (auto row = graph.entities().size(); row-- > 0;)
        m_firsts[m_components.of[row].row()] = EntityIndex(row);
}

void CostFlow::update()
{
    m_entries.clear();
    for (auto &edge : m_edges)
        edge.cost = edge.call.isValid() ? m_graph.callCost(edge.call) : 0;
    for (std::size_t row = 0; row < m_graph.lines().size(); ++row)
        m_edges[m_graph.lines()[row].entity.row()].cost += m_graph.lineCost(LineIndex(row));
    // Callees first: what a component really costs decides what its callers' calls do.
    for (std::size_t row = 0; row < m_components.count; ++row)
        balance(ComponentIndex(row));
    for (auto &edge : m_edges)
        edge.rest = edge.cost;
}

void CostFlow::balance(ComponentIndex component)
{
    std::uint64_t leaving = 0;
    for (const auto edge : m_edgesFrom[component.row()])
        leaving += m_edges[edge].cost;
    m_leaving[component.row()] = leaving;
    std::uint64_t coming = 0;
    for (const auto edge : m_edgesInto[component.row()])
        coming += m_edges[edge].cost;
    if (coming > leaving)
        cutInto(component, coming);
    else if (coming < leaving)
        m_entries.push_back({m_firsts[component.row()], leaving - coming});
}

// In proportion, so that the sum is what leaves: each gets what the sum up to it gets more.
void CostFlow::cutInto(ComponentIndex component, std::uint64_t coming)
{
    const auto leaving = m_leaving[component.row()];
    std::uint64_t upToHere = 0;
    std::uint64_t given = 0;
    for (const auto row : m_edgesInto[component.row()]) {
        auto &edge = m_edges[row];
        upToHere += edge.cost;
        const auto share = static_cast<double>(upToHere) / static_cast<double>(coming);
        const auto upTo = upToHere == coming
            ? leaving
            : std::clamp(static_cast<std::uint64_t>(static_cast<double>(leaving) * share), given,
                         leaving);
        m_cutCalls += edge.cost > upTo - given ? 1 : 0;
        edge.cost = upTo - given;
        given = upTo;
    }
}

} // namespace ember::model::callgrind
