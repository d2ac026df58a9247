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

// A series of a process; a value holds from its time on.
struct TraceCounter {
    std::uint32_t pid = 0; // row of TraceEvents::names: as the trace spells it
    std::uint32_t name = 0; // likewise
    std::string unit; // what the value is called in the event; "" if that is "value"
    std::vector<CounterValue> values; // in the order of the file
};

// Collects a trace's counters: an event has values of one or several.
class TraceCounters {
public:
    // Of counters beyond `most` the values are counted only.
    explicit TraceCounters(std::size_t most) : m_most(most) { }

    // `pid` and `name` as TraceCounter has them; `arguments`: an object, or "". Gives whether there
    // is a number in it.
    bool add(std::uint32_t pid, std::uint32_t name, Nanoseconds time, std::string_view arguments,
             const std::stop_token &stop);

    std::uint64_t leftOut() const { return m_leftOut; }

    std::vector<TraceCounter> take() { return std::move(m_counters); }

private:
    void addValue(std::uint32_t pid, std::uint32_t name, const std::string &key,
                  CounterValue value);

    std::size_t m_most;
    std::vector<TraceCounter> m_counters;
    // By process, name and the value's key. One event may have thousands of keys: what they share
    // is not theirs.
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::string>, std::size_t> m_rows;
    std::uint64_t m_leftOut = 0; // values
};

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
    std::string name;
    std::vector<CallEvent> calls; // in the order of the file
};

// The range in which an id means the same call; plain ids do not say it and have `Process`.
enum class IdReach : std::uint8_t { Process, Local, Global };

// Key of an asynchronous call.
struct AsyncId {
    IdReach reach = IdReach::Process;
    std::string pid; // "" if the id is that of all processes
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
    std::string pid; // of the first of them
    std::vector<CallEvent> calls; // in the order of the file
};

// The duration events of a trace (FORMAT.md), by process and thread id as the file spells them, and
// its samples.
struct TraceEvents {
    std::vector<std::string> names; // of calls and counters, and the process ids of these
    std::map<ThreadIds, TracedThread> threads;
    std::map<std::string, std::string> processNames; // by process id
    std::map<AsyncId, AsyncCalls> asyncCalls;
    SampledStacks samples;
    std::vector<TraceCounter> counters;
    std::uint64_t read = 0; // events of any kind that are no metadata
    TraceFindings findings;
};

// Errors as readJson().
Result<TraceEvents> readTraceEvents(const ImportFile &file, const std::stop_token &stop);

} // namespace ember::model::chrometrace
