// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/callgrind/callgraph.h"
#include "model/profile/profilebuilder.h"

#include <queue>

#include <stop_token>
#include <unordered_map>

namespace ember::model::callgrind {

// An edge by which cost leaves a component: a call of another component, or the self cost of one of
// its functions.
struct Edge {
    EntityIndex from;
    CallIndex call; // invalid: self cost
    std::uint64_t cost = 0;
    std::uint64_t rest = 0; // not yet attributed to a stack
};

// Cost that enters a component without a caller: where programs, threads and signal handlers begin.
struct Entry {
    EntityIndex function;
    std::uint64_t cost = 0;
};

// The cost of one event as a flow along the calls. The cost that enters a component equals the cost
// that leaves it: if more leaves, the difference is an Entry; calls that claim more cost than their
// callee has are cut.
class CostFlow {
public:
    explicit CostFlow(const CallGraph &graph);

    // Starts over with the event that is selected in the graph.
    void update();

    const Components &components() const { return m_components; }

    ComponentIndex componentOf(EntityIndex entity) const { return m_components.of[entity.row()]; }

    // Number of edges that leave a component, for edgeAt().
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
    Groups m_edgesInto; // by the component they enter; the last group has the self costs
    std::vector<EntityIndex> m_firsts; // the first function of each component
    std::vector<std::uint64_t> m_leaving; // by component
    std::vector<Entry> m_entries;
    std::uint64_t m_cutCalls = 0;
};

// Finds the shortest path through a cycle of calls, from the function by which the cycle is entered
// to the one by which it is left.
class CyclePaths {
public:
    CyclePaths(const CallGraph &graph, const Components &components);

    // Returns the calls from `entry` to `exit`, both of one component; empty if they are the same,
    // or if the limit of steps is reached before.
    std::vector<CallIndex> calls(EntityIndex entry, EntityIndex exit);

private:
    // Maps each function to the call by which it was reached first.
    using CameBy = std::unordered_map<EntityIndex, CallIndex>;

    const CameBy &reached(EntityIndex entry);

    const CallGraph &m_graph;
    // Within components, sorted by caller, the costliest call of each first.
    std::vector<CallIndex> m_calls;
    std::unordered_map<EntityIndex, CameBy> m_reached; // by entry
    std::size_t m_steps = 0;
};

// Self cost of a function when called with this stack.
struct Share {
    EntityIndex function;
    StackIndex caller;
    std::uint64_t cost = 0;
};

// Attributes costs of calls to stacks (FORMAT.md). For each function and each call, the sum over
// stacks is the cost in the file. A file does not say which of a function's callers led to which of
// its callees: costs are attributed in proportion.
class CostAttribution {
public:
    CostAttribution(const CallGraph &graph, ProfileBuilder &builder, const std::stop_token &stop);

    // Attributes all cost of the event that is selected in the graph. Incomplete if a stop was
    // requested.
    std::vector<Share> attribute();

    // Returns the frame of a function at a line; line 0: none.
    FrameIndex frame(EntityIndex function, std::uint32_t line);

    const CostFlow &flow() const { return m_flow; }

    // Number of shares that have no callers because there would have been too many stacks.
    std::uint64_t cutShares() const { return m_cutShares; }

private:
    // Cost that enters a component at one of its functions.
    struct Arrival {
        std::uint64_t cost = 0;
        EntityIndex function;
        StackIndex caller;

        friend bool operator<(const Arrival &one, const Arrival &other)
        {
            return one.cost < other.cost;
        }
    };

    void attributeLargestFirst();
    void attributeInProportion(const Arrival &arrival);
    void attributeRest();
    void fill(const Arrival &arrival);
    void pass(const Arrival &arrival, Edge &edge, std::uint64_t cost, std::vector<Arrival> &onward);
    void cut();
    StackIndex callerWithin(const Arrival &arrival, EntityIndex function);

    const CallGraph &m_graph;
    ProfileBuilder &m_builder;
    const std::stop_token &m_stop;
    CostFlow m_flow;
    CyclePaths m_cyclePaths;
    std::vector<FunctionIndex> m_functions; // by entity
    std::size_t m_limit = 0; // steps per event
    std::size_t m_steps = 0;
    std::priority_queue<Arrival> m_arrivals;
    std::vector<Arrival> m_pending; // arrivals to attribute to whatever rest the edges have
    std::vector<std::size_t> m_nextEdge; // by component: edges before this one have no rest
    std::vector<Share> m_shares;
    std::uint64_t m_cutShares = 0;
};

} // namespace ember::model::callgrind
