// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/pipeline/recordsink.h"
#include "capture/pipeline/steadyseries.h"
#include "capture/pipeline/switchcounter.h"
#include "capture/sampling/captureclock.h"
#include "capture/sampling/clockanchor.h"
#include "capture/sampling/recordevents.h"
#include "model/core/result.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>

namespace ember::capture {

// What the system counts of each process, about ten times a second, as series of the capture:
// cpu_usage in percent of one core and memory_footprint in bytes (its resident memory), named as
// Sentry has them, and context switches per second (SENTRY.md §7; hertz is the one unit of a rate
// that Relay takes). The target has no part in it. No more is read at a time than a limit: of more
// processes, or more threads that ran, each gets its values less often.
//
// One thread, the one that writes. Errors are the sink's.
class ProcessMeter {
public:
    static constexpr std::chrono::milliseconds interval{100};
    static constexpr int processesPerLook = 64;
    // More where more ran: a round of all of them takes no longer than a second.
    static constexpr int threadsPerLook = 32;
    static constexpr int looksPerRound = 10;

    ProcessMeter(const ClockAnchor &anchor, RecordSink &sink) : m_anchor(anchor), m_sink(sink) { }

    // Each of the sampler's events, before it is handled.
    model::Result<void> follow(const RecordEvent &event);
    // Where it is time.
    model::Result<void> look(CaptureTime now);
    // Behind the last event.
    model::Result<void> finish();

private:
    enum class Series : std::uint8_t { Cpu, Memory, Voluntary, Involuntary, Count };

    struct CpuReading {
        CaptureTime time;
        std::chrono::nanoseconds used{};
    };

    struct MeteredProcess {
        Pid pid{};
        std::optional<CpuReading> lastCpu; // absent: none since it started or the capture went on
        SwitchCounter switches;
        std::array<SteadySeries, std::size_t(Series::Count)> series;
    };

    void add(const ThreadStarted &thread);
    void remove(const ThreadEnded &thread);
    void noteRan(const Tick &tick);
    void restart();
    int threadLimit() const;
    model::Result<void> meter(ProcessNumber number, MeteredProcess &process, CaptureTime now,
                              int &threadsLeft);
    static std::optional<double> cpuUsage(MeteredProcess &process, CaptureTime now);
    model::Result<void> write(ProcessNumber number, MeteredProcess &process, Series series,
                              const SteadySeries::Point &point);
    // What was left out, at the end of the process or of the capture.
    model::Result<void> settle(ProcessNumber number, MeteredProcess &process);
    model::Result<void> put(ProcessNumber number, Series series, const SteadySeries::Point &point);

    const ClockAnchor m_anchor;
    RecordSink &m_sink;
    std::map<ProcessNumber, MeteredProcess> m_processes; // ordered: each gets its turn
    std::unordered_map<ThreadNumber, ProcessNumber> m_threads;
    ProcessNumber m_next{0}; // whose turn it is
    CaptureTime m_nextLook;
    bool m_isPaused = false;
};

} // namespace ember::capture
