// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ember::model::perfscript {

// The unit that the periods of an event count; later values tell time better. Cycles: cycles of the
// CPU that the thread ran on; Clock: nanoseconds on a CPU.
enum class CountedOnCpu : std::uint8_t { Nothing, Cycles, Clock };

// Returns the event without its modifiers and PMU, by perf's name: "cpu-clock" of "cpu-clock:u",
// "cycles" of "cpu_core/cycles/u". Of tracepoints, returns their group.
std::string_view plainEvent(std::string_view event);
// Returns what an event counts, by its plain name.
CountedOnCpu countedOnCpu(std::string_view event);

// The time of a thread on a CPU from a sample on, as the sample's event and period tell it.
struct OnCpuTime {
    bool isRunning = false; // the thread ran at the sample; false: not known
    Nanoseconds counted{}; // how long it ran by the sample's period; at most a minute
    // How long it ran if it left its CPU before its next sample, or had none; nullopt: it ran until
    // its next sample, or the time is not known.
    std::optional<Nanoseconds> duration;
};

// Finds out when threads left their CPUs. An event that counts on a CPU has samples only while the
// thread runs there, one each period. So a sample says what the thread did for a period, and
// nothing of the time until the next one if that comes much later.
//
// The time of a cycle is measured between the samples of a thread that follow each other most
// closely. It counts as not known if no CPU is as slow: above 10 ns.
class OnCpu {
public:
    // Adds a sample. `thread` numbers threads from 0.
    void add(std::size_t thread, Nanoseconds time, CountedOnCpu counted, std::uint64_t period);

    // Returns what each sample tells, in the order in which they were added. Call once.
    std::vector<OnCpuTime> times();

private:
    struct Sample {
        std::size_t place; // in the order of add()
        Nanoseconds time;
        CountedOnCpu counted;
        std::uint64_t period;
    };

    double cycleTime() const;

    std::vector<std::vector<Sample>> m_threads;
    std::size_t m_count = 0;
};

} // namespace ember::model::perfscript
