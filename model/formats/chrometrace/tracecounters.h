// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

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

// A number of a process, which it is from each value's time on.
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

} // namespace ember::model::chrometrace
