// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/chrometrace/traceevents.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ember::model::chrometrace {

// From `time` on these calls are open, up to the next one of the thread.
struct OpenCalls {
    Nanoseconds time{};
    std::uint32_t row = 0; // of CallTimeline::nodes; 0: none are open
};

// A call and the one it was made from: a prefix tree, whose row 0 is no call.
struct CallNode {
    std::uint32_t caller = 0;
    std::uint32_t name = 0; // row of TraceEvents::names
};

struct CallTimeline {
    std::vector<CallNode> nodes;
    std::vector<OpenCalls> changes; // in time order, one per time
    std::uint64_t unmatched = 0; // ends without a beginning and beginnings without an end
    std::uint64_t crossing = 0; // calls that were to last longer than the one they began in
    std::uint64_t momentary = 0; // calls that end when they begin: they are in none of `changes`
    std::uint64_t otherNames = 0; // ends whose name is not that of the call they end
};

// Computes which calls were open at which time, from one thread's events in any order. An end
// belongs to the innermost begun call, whatever its name. Of calls that begin at one time the
// longer is around the other; calls that cross are cut where the one they began in ends. A call
// without an end lasts as long as anything else, and until `openUntil` at least.
CallTimeline callTimeline(std::vector<CallEvent> events,
                          Nanoseconds openUntil = Nanoseconds::min());

// A row of asynchronous calls of a process that do not overlap; it is shown as a thread.
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
