// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/callgrind/callgraph.h"

#include <vector>

namespace ember::model::callgrind {

using ComponentIndex = Index<struct ComponentTag>;

// The strongly connected components of a call graph: functions that call each other in a cycle.
// Callees have smaller numbers than their callers.
struct Components {
    std::vector<ComponentIndex> of; // by entity
    std::size_t count = 0;
    std::size_t cycles = 0; // components with calls within
};

// Linear in the graph; no recursion.
Components componentsOf(const CallGraph &graph);

// The numbers 0, 1, … of rows, those of a group next to each other, in order.
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

} // namespace ember::model::callgrind
