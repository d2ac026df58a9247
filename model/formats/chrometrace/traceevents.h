// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/core/time.h"
#include "model/formats/chrometrace/tracesamples.h"
#include "model/formats/importer.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

namespace ember::model::chrometrace {

enum class CallKind : std::uint8_t {
    Begin, // goes on until its thread's matching End
    End,
    Complete, // has its duration
};

struct CallEvent {
    CallKind kind = CallKind::Begin;
    Nanoseconds start{}; // on the trace's clock
    Nanoseconds duration{}; // of Complete
    std::uint32_t name = noName; // row of TraceEvents::names

    static constexpr std::uint32_t noName = 0xffffffff; // of ends, which need none
};

struct TracedThread {
    std::string processName;
    std::string name;
    std::vector<CallEvent> calls; // in the order of the file
};

// The duration events of a trace (FORMAT.md), by process and thread id as the file spells them, and
// its samples.
struct TraceEvents {
    std::vector<std::string> names;
    std::map<ThreadIds, TracedThread> threads;
    // Of each process, category and id: the begins and ends of calls that belong to no thread.
    std::map<std::tuple<std::string, std::string, std::string>, std::vector<CallEvent>> asyncCalls;
    SampledStacks samples;
    std::uint64_t leftOut = 0; // events of other kinds
    std::uint64_t steps = 0; // within asynchronous calls
    std::uint64_t timeless = 0; // calls without "ts", which are left out
    std::uint64_t negative = 0; // calls whose duration is below 0: they are taken as of none
    std::uint64_t oddIds = 0; // of processes and threads, that are no whole number and no text
    std::uint64_t notObjects = 0; // elements of the array that are no events
    std::size_t firstOfThem = 0; // its byte
    bool isCut = false; // an array without its end, which the format allows
    std::size_t cut = 0; // the byte it ends at; before the end of the file if that is no JSON
    const char *cutReason = "";
};

// Of what a trace has in microseconds; absurd times are moved to where differences still fit.
Nanoseconds traceTime(double microseconds);

// Errors as readJson().
Result<TraceEvents> readTraceEvents(const ImportFile &file, const std::stop_token &stop);

} // namespace ember::model::chrometrace
