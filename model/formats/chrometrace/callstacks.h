// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/chrometrace/traceevents.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ember::model::chrometrace {

// The calls that are open from `time` until the next change of the thread.
struct OpenCalls {
    Nanoseconds time{};
    std::uint32_t row = 0; // row of the innermost call in CallTimeline::nodes; 0: none is open
};

// A call and its caller. The nodes form a tree with a node for each single call; row 0 is no call.
struct CallNode {
    std::uint32_t caller = 0;
    std::uint32_t name = 0; // row of TraceEvents::names
};

struct CallTimeline {
    std::vector<CallNode> nodes;
    std::vector<OpenCalls> changes; // in time order, one per time
    std::uint64_t unmatched = 0; // ends without a beginning and beginnings without an end
    std::uint64_t crossing = 0; // calls that would outlast the call in which they began
    std::uint64_t momentary = 0; // calls that end when they begin: they are in no `changes`
    std::uint64_t otherNames = 0; // ends whose name differs from that of the call they end
};

// Computes which calls were open at which time, from one thread's events in any order. An end
// belongs to the innermost open call, whatever its name; but if it has a name, some open call must
// have that. Of calls that begin at the same time the longer encloses the shorter; a call that
// outlasts the one in which it began is cut there. A call without an end lasts until the last known
// time, and at least until `openUntil`.
CallTimeline callTimeline(std::vector<CallEvent> events,
                          Nanoseconds openUntil = Nanoseconds::min());

// Asynchronous calls of a process whose outermost calls do not overlap; shown as a thread.
struct AsyncLane {
    std::string pid;
    std::size_t number = 0; // number among the process's lanes, from 1
    // The name whose outermost calls alone have this lane; noName: it has calls of any.
    std::uint32_t name = CallEvent::noName;
    std::vector<CallTimeline> timelines; // in time order
};

struct AsyncLanes {
    std::vector<AsyncLane> lanes; // grouped by process; those of one in the order of their numbers
    std::uint64_t leftOut = 0; // events of calls that would have needed too many lanes
    std::uint64_t lonelyEnds = 0; // ends of ids without an open call: they are in no lane
};

// Distributes asynchronous calls to lanes. Calls of one id nest in each other; calls of different
// ids may overlap, and are then put into different lanes: each into the first that is free. A call
// that begins when no other call of its id is open is independent of the earlier ones, because
// programs reuse ids. A name with at least four outermost calls in a process has lanes of its own,
// unless that takes more than `most` lanes; there are never more than `most`. Calls without an end
// last until `end`. Linearithmic.
AsyncLanes asyncLanes(std::map<AsyncId, AsyncCalls> calls, Nanoseconds end, std::size_t most);

} // namespace ember::model::chrometrace
