// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/calltotals.h"

#include <cstdint>

namespace ember::model {

namespace {

// Adds up the weights by group, each stack once. The paths are walked depth first, with the number
// of open calls per group: only the outermost call of a group adds what lies below it.
class TotalsWalk {
public:
    TotalsWalk(const CallWeights &calls, std::span<const CallGroup> groups, std::size_t groupCount)
        : m_calls(calls),
          m_groups(groups),
          m_open(groupCount),
          m_totals(groupCount)
    {
    }

    std::vector<CallTotal> run() &&
    {
        walkCalls(
            m_calls, [this](PathIndex path) { enter(path); },
            [this](PathIndex path) { leave(path); });
        return std::move(m_totals);
    }

private:
    CallGroup groupOf(PathIndex path) const { return m_groups[m_calls.paths[path].identity.row()]; }

    void enter(PathIndex path)
    {
        const auto group = groupOf(path);
        if (!group.isValid())
            return;
        auto &entry = m_totals[group.row()];
        entry.frame = m_calls.paths[path].frame;
        entry.self.add(m_calls.own[path.row()]);
        if (m_open[group.row()]++ == 0)
            entry.total.add(m_calls.total[path.row()]);
    }

    void leave(PathIndex path)
    {
        if (const auto group = groupOf(path); group.isValid())
            --m_open[group.row()];
    }

    const CallWeights &m_calls;
    std::span<const CallGroup> m_groups; // by identity
    std::vector<std::uint32_t> m_open; // by group
    std::vector<CallTotal> m_totals; // by group
};

} // namespace

std::vector<CallTotal> callTotals(const CallWeights &calls, std::span<const CallGroup> groups,
                                  std::size_t groupCount)
{
    return TotalsWalk(calls, groups, groupCount).run();
}

} // namespace ember::model
