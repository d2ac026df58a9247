// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/callgrind/callgraph.h"

#include "model/core/text.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>

namespace ember::model::callgrind {

namespace {

constexpr std::uint64_t maxCost = std::uint64_t(1) << 62U;

// Finds the strongly connected components by Tarjan's algorithm, not recursively; linear in the
// graph.
class Search {
public:
    explicit Search(const CallGraph &graph)
        : m_graph(graph),
          m_calls(graph.calls().size(), graph.entities().size(),
                  [&](std::size_t call) { return graph.calls()[call].caller.row(); }),
          m_orders(graph.entities().size()),
          m_lowest(graph.entities().size())
    {
        m_components.of.resize(graph.entities().size());
    }

    Components run() &&
    {
        for (std::size_t row = 0; row < m_orders.size(); ++row) {
            if (m_orders[row] == 0)
                searchFrom(EntityIndex(row));
        }
        countCycles();
        return std::move(m_components);
    }

private:
    struct Visit {
        EntityIndex entity;
        std::size_t nextCall = 0;
    };

    void searchFrom(EntityIndex start)
    {
        enter(start);
        while (!m_visits.empty()) {
            auto &visit = m_visits.back();
            const auto calls = m_calls[visit.entity.row()];
            if (visit.nextCall < calls.size()) {
                const auto callee = m_graph.calls()[calls[visit.nextCall++]].callee;
                if (m_orders[callee.row()] == 0)
                    enter(callee);
                else if (!m_components.of[callee.row()].isValid())
                    lower(visit.entity, m_orders[callee.row()]);
                continue;
            }
            const auto left = visit.entity;
            m_visits.pop_back();
            if (m_lowest[left.row()] == m_orders[left.row()])
                close(left);
            if (!m_visits.empty())
                lower(m_visits.back().entity, m_lowest[left.row()]);
        }
    }

    void enter(EntityIndex entity)
    {
        m_orders[entity.row()] = m_lowest[entity.row()] = ++m_entered;
        m_open.push_back(entity);
        m_visits.push_back({entity});
    }

    void lower(EntityIndex entity, std::uint32_t order)
    {
        m_lowest[entity.row()] = std::min(m_lowest[entity.row()], order);
    }

    void close(EntityIndex first)
    {
        const ComponentIndex component(m_components.count++);
        EntityIndex last;
        do {
            last = m_open.back();
            m_open.pop_back();
            m_components.of[last.row()] = component;
        } while (last != first);
    }

    void countCycles()
    {
        std::vector<bool> isCycle(m_components.count);
        for (const auto &call : m_graph.calls()) {
            const auto component = m_components.of[call.caller.row()];
            if (component == m_components.of[call.callee.row()])
                isCycle[component.row()] = true;
        }
        m_components.cycles = static_cast<std::size_t>(std::ranges::count(isCycle, true));
    }

    const CallGraph &m_graph;
    Groups m_calls; // by caller
    std::vector<std::uint32_t> m_orders; // order of entering; 0: not entered yet
    std::vector<std::uint32_t> m_lowest; // lowest order that can be reached from each entity
    std::uint32_t m_entered = 0;
    std::vector<EntityIndex> m_open; // entities that are entered, but in no component yet
    std::vector<Visit> m_visits;
    Components m_components;
};

} // namespace

void Costs::add(std::size_t row, std::span<const std::uint64_t> costs)
{
    for (std::size_t event = 0; event < m_byEvent.size(); ++event) {
        if (costs[event] == 0)
            continue;
        m_byEvent[event].rows.push_back(static_cast<std::uint32_t>(row));
        m_byEvent[event].costs.push_back(costs[event]);
        ++m_count;
    }
}

void Costs::select(std::size_t event, std::size_t rows)
{
    m_selected.assign(rows, 0);
    const auto &costed = m_byEvent[event];
    for (std::size_t place = 0; place < costed.rows.size(); ++place)
        m_selected[costed.rows[place]] += costed.costs[place];
}

void CallGraph::setEvents(std::vector<std::string> events)
{
    m_events = std::move(events);
    m_sums.assign(m_events.size(), 0);
    m_callCosts.setEvents(m_events.size());
    m_lineCosts.setEvents(m_events.size());
}

EntityIndex CallGraph::entity(const Entity &entity)
{
    const std::hash<std::string_view> hash;
    const auto whole = mixHash(mixHash(hash(entity.name), hash(entity.file)), hash(entity.object));
    const auto row = m_entityRows.findOrAppend(
        whole,
        [&](std::uint32_t known) {
            const auto &other = m_entities[known];
            return other.name == entity.name && other.file == entity.file
                && other.object == entity.object;
        },
        [&] {
            m_entities.push_back(entity);
            return static_cast<std::uint32_t>(m_entities.size() - 1);
        });
    return EntityIndex(row);
}

bool CallGraph::addCall(const Call &call, std::span<const std::uint64_t> costs)
{
    if (!count(costs))
        return false;
    const auto row = m_callRows.findOrAppend(
        mixHash(call.caller.row(), call.callee.row()),
        [&](std::uint32_t known) {
            return m_calls[known].caller == call.caller && m_calls[known].callee == call.callee;
        },
        [&] {
            m_calls.push_back(call);
            return static_cast<std::uint32_t>(m_calls.size() - 1);
        });
    m_callCosts.add(row, costs);
    return true;
}

bool CallGraph::addLine(const Line &line, std::span<const std::uint64_t> costs)
{
    if (!count(costs))
        return false;
    auto &entity = m_entities[line.entity.row()];
    if (entity.line == 0)
        entity.line = line.line;
    const auto row = m_lineRows.findOrAppend(
        mixHash(line.entity.row(), line.line),
        [&](std::uint32_t known) {
            return m_lines[known].entity == line.entity && m_lines[known].line == line.line;
        },
        [&] {
            m_lines.push_back(line);
            return static_cast<std::uint32_t>(m_lines.size() - 1);
        });
    m_lineCosts.add(row, costs);
    return true;
}

void CallGraph::finish()
{
    m_entityRows = {};
    m_callRows = {};
    m_lineRows = {};
}

void CallGraph::forgetLines()
{
    m_lines = Lines(); // assigning {} would keep the memory
    m_lineCosts = {};
}

void CallGraph::selectEvent(std::size_t event)
{
    m_callCosts.select(event, m_calls.size());
    m_lineCosts.select(event, m_lines.size());
}

bool CallGraph::count(std::span<const std::uint64_t> costs)
{
    for (std::size_t event = 0; event < m_sums.size(); ++event) {
        if (costs[event] >= maxCost - m_sums[event])
            return false;
        m_sums[event] += costs[event];
    }
    return true;
}

namespace {

// Limit of calls followed in cycles, for all entries: a file may have as many entries as its cycles
// have functions.
constexpr std::size_t maxSteps = 1'000'000;

// Limit of edges that each of the two passes of attribute() follows, over all events: a graph can
// have more stacks than there are atoms.
constexpr std::size_t maxSharingSteps = 1'000'000;

FunctionIndex enter(ProfileBuilder &builder, const Entity &entity)
{
    Function function;
    function.name = builder.string(validUtf8(entity.name));
    if (!entity.file.empty())
        function.file = builder.string(validUtf8(entity.file));
    if (!entity.object.empty())
        function.package = builder.string(validUtf8(entity.object));
    return builder.function(function);
}

} // namespace

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
      m_components(Search(graph).run()),
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
    // Callees first: the actual cost of a component decides whether its callers' calls are cut.
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

// Cuts the calls into a component in proportion, so that their sum is the cost that leaves it. Each
// call gets the rounded share of all calls up to it, minus what the calls before it got.
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
    for (std::size_t next = 0; next < found.size() && m_steps < maxSteps; ++next) {
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

CostAttribution::CostAttribution(const CallGraph &graph, ProfileBuilder &builder,
                                 const std::stop_token &stop)
    : m_graph(graph),
      m_builder(builder),
      m_stop(stop),
      m_flow(graph),
      m_cyclePaths(graph, m_flow.components()),
      m_limit(maxSharingSteps / graph.events().size())
{
    for (const auto &entity : graph.entities())
        m_functions.push_back(enter(builder, entity));
}

FrameIndex CostAttribution::frame(EntityIndex function, std::uint32_t line)
{
    Frame frame;
    frame.function = m_functions[function.row()];
    frame.line = line;
    return m_builder.frame(frame);
}

std::vector<Share> CostAttribution::attribute()
{
    m_flow.update();
    m_nextEdge.assign(m_flow.components().count, 0);
    for (const auto &entry : m_flow.entries())
        m_arrivals.push({entry.cost, entry.function, emptyStack});
    attributeLargestFirst();
    attributeRest();
    return std::exchange(m_shares, {});
}

void CostAttribution::attributeLargestFirst()
{
    m_steps = 0;
    for (; !m_arrivals.empty() && !m_stop.stop_requested(); m_arrivals.pop()) {
        const auto arrival = m_arrivals.top();
        if (m_steps < m_limit)
            attributeInProportion(arrival);
        else
            m_pending.push_back(arrival);
    }
}

// Divides an arrival among the edges that leave its component. Each edge gets the rounded share of
// all edges up to it, minus what the edges before it got, so that nothing is lost by rounding; but
// no more than earlier arrivals have left of its cost.
void CostAttribution::attributeInProportion(const Arrival &arrival)
{
    const auto component = m_flow.componentOf(arrival.function);
    const auto whole = static_cast<double>(m_flow.leaving(component));
    std::vector<Arrival> onward;
    std::uint64_t upToHere = 0;
    std::uint64_t given = 0;
    auto left = arrival.cost;
    for (std::size_t place = 0; place < m_flow.edgeCount(component); ++place) {
        auto &edge = m_flow.edgeAt(component, place);
        upToHere += edge.cost;
        const auto share = static_cast<double>(upToHere) / whole;
        const auto upTo = static_cast<std::uint64_t>(static_cast<double>(arrival.cost) * share);
        const auto part = std::min({upTo - std::min(upTo, given), edge.rest, left});
        given = std::max(given, upTo);
        left -= part;
        if (part > 0)
            pass(arrival, edge, part, onward);
        ++m_steps;
    }
    for (const auto &next : onward)
        m_arrivals.push(next);
    if (left > 0)
        m_pending.push_back({left, arrival.function, arrival.caller});
}

// Attributes the pending arrivals to edges with a rest. The cost that enters a component equals the
// cost that leaves it, so there is a rest for each arrival.
void CostAttribution::attributeRest()
{
    m_steps = 0;
    while (!m_pending.empty() && m_steps < m_limit && !m_stop.stop_requested()) {
        const auto arrival = m_pending.back();
        m_pending.pop_back();
        fill(arrival);
    }
    if (!m_pending.empty())
        cut();
}

void CostAttribution::fill(const Arrival &arrival)
{
    const auto component = m_flow.componentOf(arrival.function);
    auto &place = m_nextEdge[component.row()];
    auto left = arrival.cost;
    while (left > 0 && place < m_flow.edgeCount(component)) {
        auto &edge = m_flow.edgeAt(component, place);
        const auto part = std::min(left, edge.rest);
        left -= part;
        if (part > 0)
            pass(arrival, edge, part, m_pending);
        place += edge.rest == 0 ? 1 : 0;
        ++m_steps;
    }
}

void CostAttribution::pass(const Arrival &arrival, Edge &edge, std::uint64_t cost,
                           std::vector<Arrival> &onward)
{
    edge.rest -= cost;
    const auto caller = callerWithin(arrival, edge.from);
    if (!edge.call.isValid()) {
        m_shares.push_back({edge.from, caller, cost});
        return;
    }
    const auto &call = m_graph.calls()[edge.call.row()];
    onward.push_back({cost, call.callee, m_builder.stack(caller, frame(edge.from, call.line))});
}

// Returns the stack that calls `function`, by which cost leaves the arrival's component: the
// arrival's caller and calls within the component. The file does not say how a cycle was passed,
// only by which function it was entered and by which it was left.
StackIndex CostAttribution::callerWithin(const Arrival &arrival, EntityIndex function)
{
    if (function == arrival.function)
        return arrival.caller;
    auto caller = arrival.caller;
    const auto calls = m_steps < m_limit ? m_cyclePaths.calls(arrival.function, function)
                                         : std::vector<CallIndex>();
    for (const auto row : calls) {
        const auto &call = m_graph.calls()[row.row()];
        caller = m_builder.stack(caller, frame(call.caller, call.line));
    }
    m_steps += calls.size();
    if (!calls.empty())
        return caller;
    const auto line = m_graph.entities()[arrival.function.row()].line;
    return m_builder.stack(caller, frame(arrival.function, line));
}

void CostAttribution::cut()
{
    m_pending.clear();
    for (const auto &edge : m_flow.edges()) {
        if (edge.call.isValid() || edge.rest == 0)
            continue;
        m_shares.push_back({edge.from, emptyStack, edge.rest});
        ++m_cutShares;
    }
}

} // namespace ember::model::callgrind
