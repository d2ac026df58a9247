// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/callgrind/costflow.h"
#include "model/formats/callgrind/cyclepaths.h"
#include "model/profile/profilebuilder.h"

#include <queue>

#include <stop_token>

namespace ember::model::callgrind {

// Self cost of a function when called by this stack.
struct Share {
    EntityIndex function;
    StackIndex caller;
    std::uint64_t cost = 0;
};

// Attributes costs of calls to stacks (FORMAT.md). The sums over stacks are those of the file, for
// each function and each call. A file does not say which of a function's callers led to which of
// its callees: that is attributed in proportion.
class CostAttribution {
public:
    CostAttribution(const CallGraph &graph, ProfileBuilder &builder, const std::stop_token &stop);

    // All cost of the event that the graph holds now. Incomplete if a stop was requested.
    std::vector<Share> attribute();

    // A function at a line, 0 for none.
    FrameIndex frame(EntityIndex function, std::uint32_t line);

    const CostFlow &flow() const { return m_flow; }

    // How many shares have no callers because there would have been too many stacks.
    std::uint64_t cutShares() const { return m_cutShares; }

private:
    // Cost that has come to a component by one of its functions.
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
    std::vector<Arrival> m_pending; // whose rest goes where there is rest
    std::vector<std::size_t> m_nextEdge; // by component: those before have no rest
    std::vector<Share> m_shares;
    std::uint64_t m_cutShares = 0;
};

} // namespace ember::model::callgrind
