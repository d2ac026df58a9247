// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/callgrind/callgraph.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace ember::model::callgrind {

namespace {

constexpr std::uint64_t maxCost = std::uint64_t(1) << 62U;

// Tarjan's algorithm, not recursive.
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
    std::vector<std::uint32_t> m_orders; // 0: not entered yet
    std::vector<std::uint32_t> m_lowest; // lowest order that can be reached
    std::uint32_t m_entered = 0;
    std::vector<EntityIndex> m_open; // entered, without a component
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

Components componentsOf(const CallGraph &graph)
{
    return Search(graph).run();
}

} // namespace ember::model::callgrind
