// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/callgrind/components.h"

#include <algorithm>

namespace ember::model::callgrind {

namespace {

// Tarjan's algorithm, with a stack of its own.
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
    std::vector<std::uint32_t> m_lowest; // order that can be reached
    std::uint32_t m_entered = 0;
    std::vector<EntityIndex> m_open; // entered, without a component
    std::vector<Visit> m_visits;
    Components m_components;
};

} // namespace

Components componentsOf(const CallGraph &graph)
{
    return Search(graph).run();
}

} // namespace ember::model::callgrind
