// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/callgrind/components.h"

namespace ember::model::callgrind {

// A way by which cost leaves a component: into a call of another one, or for good, as what one of
// its functions cost by itself.
struct Way {
    EntityIndex from;
    CallIndex call; // invalid: for good
    std::uint64_t cost = 0;
    std::uint64_t rest = 0; // that no stack has yet
};

// Where cost comes in from nowhere: programs and threads begin, signals arrive.
struct Entry {
    EntityIndex function;
    std::uint64_t cost = 0;
};

// One event's cost as it runs down the calls. What comes into a component and what leaves it is the
// same: what more leaves than comes in is an entry; calls that are said to cost more than what was
// called are cut.
class Flow {
public:
    explicit Flow(const CallGraph &graph);

    // Starts over with the event that the graph's costs are of now.
    void update();

    const Components &components() const { return m_components; }

    ComponentIndex componentOf(EntityIndex entity) const { return m_components.of[entity.row()]; }

    // In the order of wayAt().
    std::size_t wayCount(ComponentIndex from) const { return m_waysFrom[from.row()].size(); }

    Way &wayAt(ComponentIndex from, std::size_t place)
    {
        return m_ways[m_waysFrom[from.row()][place]];
    }

    std::uint64_t leaving(ComponentIndex component) const { return m_leaving[component.row()]; }

    const std::vector<Entry> &entries() const { return m_entries; }

    std::uint64_t cutCalls() const { return m_cutCalls; }

    std::vector<Way> &ways() { return m_ways; }

private:
    static std::vector<Way> waysOf(const CallGraph &graph, const Components &components);
    void balance(ComponentIndex component);
    void cutInto(ComponentIndex component, std::uint64_t coming);

    const CallGraph &m_graph;
    Components m_components;
    std::vector<Way> m_ways; // those for good first, by entity
    Groups m_waysFrom; // by the component they leave
    Groups m_waysInto; // by the component they come into; the last group is for good
    std::vector<EntityIndex> m_firsts; // of each component
    std::vector<std::uint64_t> m_leaving; // by component
    std::vector<Entry> m_entries;
    std::uint64_t m_cutCalls = 0;
};

} // namespace ember::model::callgrind
