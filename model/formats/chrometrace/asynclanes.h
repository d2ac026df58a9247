// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/chrometrace/callstacks.h"
#include "model/formats/chrometrace/traceevents.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ember::model::chrometrace {

// Asynchronous calls of a process that follow each other: as a thread would have them.
struct AsyncLane {
    std::string pid;
    std::size_t number = 0; // of the process's, from 1
    std::vector<CallTimeline> timelines; // one behind the other
};

struct AsyncLanes {
    std::vector<AsyncLane> lanes;
    std::uint64_t leftOut = 0; // events of calls for which there were too many lanes
    std::uint64_t lonelyEnds = 0; // of ids of which nothing begins: they are in no lane
};

// Calls of one id are nested in each other; those of different ids may overlap, and then lie in
// different lanes: each in the first that is free. Not more lanes than `most`.
AsyncLanes asyncLanes(const TraceEvents &events, std::size_t most);

} // namespace ember::model::chrometrace
