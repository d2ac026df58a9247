// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/callgrind/flow.h"
#include "model/formats/callgrind/passages.h"
#include "model/profile/profilebuilder.h"

#include <queue>

#include <stop_token>

namespace ember::model::callgrind {

// What a function cost by itself when called by this stack.
struct Share {
    EntityIndex function;
    StackIndex caller;
    std::uint64_t cost = 0;
};

// Makes stacks of calls (FORMAT.md): the sums over stacks are those of the file, for each function
// and each call; which of a function's callers led to which of its callees is shared out in
// proportion, as the file does not say.
class Sharing {
public:
    Sharing(const CallGraph &graph, ProfileBuilder &builder, const std::stop_token &stop);

    // All cost of the event that the graph's costs are of now. Incomplete once a stop was asked
    // for.
    std::vector<Share> shareOut();

    // A function at a line, 0 for none.
    FrameIndex frame(EntityIndex function, std::uint32_t line);

    const Flow &flow() const { return m_flow; }

    // What stands without its callers, because its stacks would have been too many.
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

    void shareLargestFirst();
    void shareInProportion(const Arrival &arrival);
    void shareRest();
    void fill(const Arrival &arrival);
    void pass(const Arrival &arrival, Way &way, std::uint64_t cost, std::vector<Arrival> &onward);
    void cut();
    StackIndex callerWithin(const Arrival &arrival, EntityIndex function);

    const CallGraph &m_graph;
    ProfileBuilder &m_builder;
    const std::stop_token &m_stop;
    Flow m_flow;
    Passages m_passages;
    std::vector<FunctionIndex> m_functions; // by entity
    std::size_t m_limit = 0; // steps per event
    std::size_t m_steps = 0;
    std::priority_queue<Arrival> m_arrivals;
    std::vector<Arrival> m_pending; // whose rest goes where there is rest
    std::vector<std::size_t> m_nextWay; // by component: those before have no rest
    std::vector<Share> m_shares;
    std::uint64_t m_cutShares = 0;
};

} // namespace ember::model::callgrind
