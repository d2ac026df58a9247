// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/chrometrace/callstacks.h"
#include "model/formats/chrometrace/traceevents.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ember::model::chrometrace {

// Asynchronous calls of a process that follow each other: as a thread would have them.
struct AsyncLane {
    std::string pid;
    std::size_t number = 0; // of the process's, from 1
    std::uint32_t name = CallEvent::noName; // of the outermost of its calls, if it is that of all
    std::vector<CallTimeline> timelines; // one behind the other
};

struct AsyncLanes {
    std::vector<AsyncLane> lanes; // those of a process stand together, in order
    std::uint64_t leftOut = 0; // events of calls for which there were too many lanes
    std::uint64_t lonelyEnds = 0; // of ids of which nothing is open: they are in no lane
};

// Calls of one id are nested in each other; those of different ids may overlap, and then lie in
// different lanes: each in the first that is free. So may those of one id that nothing is open
// between: programs use ids again. Names of which there are a few calls have lanes of their own,
// unless those were more than `most`; there are never more than that. What does not end goes on
// until `end`. Linearithmic.
AsyncLanes asyncLanes(std::map<AsyncId, AsyncCalls> calls, Nanoseconds end, std::size_t most);

} // namespace ember::model::chrometrace
