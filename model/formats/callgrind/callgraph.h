// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/index.h"
#include "model/core/pages.h"
#include "model/core/rowset.h"
#include "model/profile/profilebuilder.h"

#include <queue>

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ember::model::callgrind {

using EntityIndex = Index<struct EntityTag>; // a function in one of its files
using CallIndex = Index<struct CallTag>;
using LineIndex = Index<struct LineTag>;

// A function in one of its files: what callgrind_annotate prints a line for. Texts are views into
// the file; "" means not known.
struct Entity {
    std::string_view name;
    std::string_view file;
    std::string_view object;
    std::uint32_t line = 0; // the first of its lines in the file; 0: not known
};

// Estimated bytes for lines with costs, and for the frames, stacks and samples made from them
// (measured). A sample has a value of each event, even if the file has the cost of one only.
constexpr std::uint64_t lineMemory(std::size_t lines, std::size_t costs, std::size_t events)
{
    constexpr std::uint64_t frameAndStack = 120;
    constexpr std::uint64_t value = 8;
    constexpr std::uint64_t cost = 16;
    return lines * (frameAndStack + value * events) + costs * cost;
}

// The bytes that lines may take: 64 MB plus 19 times the file, which with the file in memory is 20
// times.
constexpr std::uint64_t lineBudget(std::size_t fileBytes)
{
    constexpr std::uint64_t floor = 64'000'000;
    constexpr std::uint64_t perByte = 19;
    return floor + perByte * fileBytes;
}

// All calls of one function by another.
struct Call {
    EntityIndex caller;
    EntityIndex callee;
    std::uint32_t line = 0; // of the first call; 0: not known
};

// A source line of a function with self cost.
struct Line {
    EntityIndex entity;
    std::uint32_t line = 0;
};

// Costs by row of another table and by event. A line of a file may have only one of many events:
// costs of 0 take no memory.
class Costs {
public:
    void setEvents(std::size_t events) { m_byEvent.resize(events); }

    // Number of costs that are not 0, over all events.
    std::size_t count() const { return m_count; }

    void add(std::size_t row, std::span<const std::uint64_t> costs);

    // Sums up the costs of an event for at(), for row numbers below `rows`.
    void select(std::size_t event, std::size_t rows);

    // Frees an event's costs. It cannot be selected again; what at() returns stays.
    void forget(std::size_t event) { m_byEvent[event] = {}; }

    std::uint64_t at(std::size_t row) const { return m_selected[row]; }

private:
    struct Costed {
        std::vector<std::uint32_t, PageAllocator<std::uint32_t>>
            rows; // in file order; a row may occur several times
        std::vector<std::uint64_t, PageAllocator<std::uint64_t>> costs;
    };

    std::vector<Costed> m_byEvent;
    // Costs of the selected event, by row.
    std::vector<std::uint64_t, PageAllocator<std::uint64_t>> m_selected;
    std::size_t m_count = 0;
};

// The content of a file, summed up: which function called which at what cost, and the self cost of
// each line. The sum of all costs of an event is below 2^62, so partial sums cannot overflow.
class CallGraph {
public:
    using Lines = std::vector<Line, PageAllocator<Line>>;

    // Sets the names of the events. Call it before all others.
    void setEvents(std::vector<std::string> events);

    EntityIndex entity(const Entity &entity);
    // Each adds costs, one per event. Returns false if the sum of all costs of an event would reach
    // 2^62: the graph cannot be used then.
    bool addCall(const Call &call, std::span<const std::uint64_t> costs);
    bool addLine(const Line &line, std::span<const std::uint64_t> costs);

    const std::vector<std::string> &events() const { return m_events; }

    const std::vector<Entity> &entities() const { return m_entities; }

    const std::vector<Call> &calls() const { return m_calls; }

    const Lines &lines() const { return m_lines; }

    std::size_t lineCosts() const { return m_lineCosts.count(); }

    // Frees the hash tables by which rows are found; nothing can be added afterwards.
    void finish();

    // Chooses the event whose costs callCost() and lineCost() return. Call it after all costs have
    // been added.
    void selectEvent(std::size_t event);

    // Frees the line costs of an event, which cannot be selected again. What lineCost() returns
    // stays.
    void forgetLineCosts(std::size_t event) { m_lineCosts.forget(event); }

    // Frees all lines and their costs; calls and functions stay.
    void forgetLines();

    std::uint64_t callCost(CallIndex call) const { return m_callCosts.at(call.row()); }

    std::uint64_t lineCost(LineIndex line) const { return m_lineCosts.at(line.row()); }

private:
    bool count(std::span<const std::uint64_t> costs);

    std::vector<std::string> m_events;
    std::vector<std::uint64_t> m_sums; // sums of the costs of calls and lines, by event
    std::vector<Entity> m_entities;
    std::vector<Call> m_calls;
    Lines m_lines;
    Costs m_callCosts;
    Costs m_lineCosts;
    RowSet m_entityRows;
    RowSet m_callRows;
    RowSet m_lineRows;
};

using ComponentIndex = Index<struct ComponentTag>;

// The strongly connected components of a call graph: functions that call each other in a cycle, or
// a single function. A component has a smaller number than the others that call it.
struct Components {
    std::vector<ComponentIndex> of; // component of each entity
    std::size_t count = 0;
    std::size_t cycles = 0; // components with a call between their own functions
};

// Sorts row numbers by group: operator[] returns the rows of a group, in ascending order.
class Groups {
public:
    // `groupOf(row)` is below `groups`.
    template<typename GroupOf>
    Groups(std::size_t rows, std::size_t groups, GroupOf groupOf)
        : m_starts(groups + 1),
          m_rows(rows)
    {
        for (std::size_t row = 0; row < rows; ++row)
            ++m_starts[groupOf(row) + 1];
        for (std::size_t group = 0; group < groups; ++group)
            m_starts[group + 1] += m_starts[group];
        auto places = m_starts;
        for (std::size_t row = 0; row < rows; ++row)
            m_rows[places[groupOf(row)]++] = static_cast<std::uint32_t>(row);
    }

    std::span<const std::uint32_t> operator[](std::size_t group) const
    {
        return std::span(m_rows).subspan(m_starts[group], m_starts[group + 1] - m_starts[group]);
    }

private:
    std::vector<std::uint32_t> m_starts;
    std::vector<std::uint32_t, PageAllocator<std::uint32_t>> m_rows;
};

// An edge by which cost leaves a component: a call of a function in another component, or the self
// cost of one of its own functions.
struct Edge {
    EntityIndex from;
    CallIndex call; // invalid: self cost
    std::uint64_t cost = 0;
    std::uint64_t rest = 0; // cost that is not yet attributed to a stack
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

    // Computes the flow anew, of the event that is selected in the graph.
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
    std::vector<Edge> m_edges; // edges of self costs first, by entity
    Groups m_edgesFrom; // by the component they leave
    Groups m_edgesInto; // by the component they enter; the last group has the self costs
    std::vector<EntityIndex> m_firsts; // the first function of each component
    std::vector<std::uint64_t> m_leaving; // cost that leaves, by component
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
    // The calls within components, sorted by caller; of each caller the costliest call first.
    std::vector<CallIndex> m_calls;
    std::unordered_map<EntityIndex, CameBy> m_reached; // functions reached, by entry
    std::size_t m_steps = 0;
};

// Self cost of a function when called with this stack.
struct Share {
    EntityIndex function;
    StackIndex caller;
    std::uint64_t cost = 0;
};

// Attributes costs of calls to stacks (FORMAT.md). For each function, the sum over stacks is its
// self cost in the file. For each call into another component, it is the cost that CostFlow has for
// the call, unless there are cutShares(). A file does not say which of a function's callers led to
// which of its callees: costs are attributed in proportion.
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
    std::size_t m_limit = 0; // limit of steps per event, for each of the two passes of attribute()
    std::size_t m_steps = 0;
    std::priority_queue<Arrival> m_arrivals;
    std::vector<Arrival> m_pending; // arrivals to attribute to whatever rest the edges have
    std::vector<std::size_t> m_nextEdge; // by component: edges before this one have no rest
    std::vector<Share> m_shares;
    std::uint64_t m_cutShares = 0;
};

} // namespace ember::model::callgrind
