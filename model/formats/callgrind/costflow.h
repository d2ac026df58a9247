// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/callgrind/components.h"

namespace ember::model::callgrind {

// An edge by which cost leaves a component: a call of another component, or the self cost of one of
// its functions.
struct Edge {
    EntityIndex from;
    CallIndex call; // invalid: self cost
    std::uint64_t cost = 0;
    std::uint64_t rest = 0; // not attributed to a stack yet
};

// Cost that enters a component without a caller: programs and threads begin, signals arrive.
struct Entry {
    EntityIndex function;
    std::uint64_t cost = 0;
};

// The cost of one event as a flow along the calls. What enters a component equals what leaves it:
// if more leaves, the difference is an Entry; calls that claim more cost than their callee has are
// cut.
class CostFlow {
public:
    explicit CostFlow(const CallGraph &graph);

    // Starts over with the event that the graph's costs are of now.
    void update();

    const Components &components() const { return m_components; }

    ComponentIndex componentOf(EntityIndex entity) const { return m_components.of[entity.row()]; }

    // In the order of wayAt().
    std::size_t edgeCount(ComponentIndex from) const { return m_edgesFrom[from.row()].size(); }

    Edge &edgeAt(ComponentIndex from, std::size_t place)
    {
        return m_edges[m_edgesFrom[from.row()][place]];
    }

    std::uint64_t leaving(ComponentIndex component) const { return m_leaving[component.row()]; }

    const std::vector<Entry> &entries() const { return m_entries; }

    std::uint64_t cutCalls() const { return m_cutCalls; }

    std::vector<Edge> &edges() { return m_edges; }

private:
    static std::vector<Edge> edgesOf(const CallGraph &graph, const Components &components);
    void balance(ComponentIndex component);
    void cutInto(ComponentIndex component, std::uint64_t coming);

    const CallGraph &m_graph;
    Components m_components;
    std::vector<Edge> m_edges; // self costs first, by entity
    Groups m_edgesFrom; // by the component they leave
    Groups m_edgesInto; // by the component they come into; the last group: self costs
    std::vector<EntityIndex> m_firsts; // of each component
    std::vector<std::uint64_t> m_leaving; // by component
    std::vector<Entry> m_entries;
    std::uint64_t m_cutCalls = 0;
};

} // namespace ember::model::callgrind
