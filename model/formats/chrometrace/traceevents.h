// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/core/time.h"
#include "model/formats/chrometrace/tracesamples.h"
#include "model/formats/import/importer.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace ember::model::chrometrace {

struct CounterValue {
    Nanoseconds time{}; // on the trace's clock
    double value = 0;
};

// A series of a process; a value is valid from its time until the next one.
struct TraceCounter {
    std::uint32_t pid = 0; // row of TraceEvents::names: the id as the trace spells it
    std::uint32_t name = 0; // row of TraceEvents::names
    std::string unit; // key of the value in the event; "" if that is "value"
    std::vector<CounterValue> values; // in the order of the file
};

// Collects a trace's counters. An event has one or several values.
class TraceCounters {
public:
    // Values of counters beyond `most` are only counted.
    explicit TraceCounters(std::size_t most) : m_most(most) { }

    // Adds the values of an event. `pid` and `name` are rows of TraceEvents::names; `arguments` is
    // an object, or "". Returns whether there is a number in it.
    bool add(std::uint32_t pid, std::uint32_t name, Nanoseconds time, std::string_view arguments,
             const std::stop_token &stop);

    std::uint64_t leftOut() const { return m_leftOut; }

    std::vector<TraceCounter> take() { return std::move(m_counters); }

private:
    void addValue(std::uint32_t pid, std::uint32_t name, const std::string &key,
                  CounterValue value);

    std::size_t m_most;
    std::vector<TraceCounter> m_counters;
    // By process, name and the value's key. Process and name are rows because one event may have
    // thousands of keys that share them.
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::string>, std::size_t> m_rows;
    std::uint64_t m_leftOut = 0; // values beyond the limit
};

enum class CallKind : std::uint8_t {
    Begin, // lasts until its thread's matching End
    End,
    Complete, // has a duration
};

struct CallEvent {
    CallKind kind = CallKind::Begin;
    Nanoseconds start{}; // on the trace's clock
    Nanoseconds duration{}; // of Complete
    std::uint32_t name = noName; // row of TraceEvents::names

    static constexpr std::uint32_t noName = 0xffffffff; // for ends, which need none
};

struct TracedThread {
    std::string name;
    std::vector<CallEvent> calls; // in the order of the file
};

// The range in which an id means the same call; ids without a range have `Process`.
enum class IdReach : std::uint8_t { Process, Local, Global };

// Key of an asynchronous call.
struct AsyncId {
    IdReach reach = IdReach::Process;
    std::string pid; // "" if the id is the same for all processes
    std::string scope;
    std::string category;
    std::string text;

    bool operator<(const AsyncId &other) const
    {
        return std::tie(reach, pid, scope, category, text)
            < std::tie(other.reach, other.pid, other.scope, other.category, other.text);
    }
};

// The begins and ends of one id's calls, which belong to no thread.
struct AsyncCalls {
    std::string pid; // process id of the first event
    std::vector<CallEvent> calls; // in the order of the file
};

// The events of a trace that are read (FORMAT.md): calls by process and thread id as the file
// spells them, samples and counters.
struct TraceEvents {
    std::vector<std::string> names; // of calls and counters, and the process ids of counters
    std::map<ThreadIds, TracedThread> threads;
    std::map<std::string, std::string> processNames; // by process id
    std::map<AsyncId, AsyncCalls> asyncCalls;
    SampledStacks samples;
    std::vector<TraceCounter> counters;
    std::uint64_t read = 0; // number of events that are not metadata
    TraceFindings findings;
};

// Reads a trace. Errors: those of readJson().
Result<TraceEvents> readTraceEvents(const ImportFile &file, const std::stop_token &stop);

} // namespace ember::model::chrometrace
