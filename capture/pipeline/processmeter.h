// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/pipeline/recordsink.h"
#include "capture/sampling/captureclock.h"
#include "capture/sampling/recordevents.h"
#include "model/core/result.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ember::capture {

// Leaves out values that repeat the last one, without changing the line they draw: the last
// repetition is written before the next different value. A repetition is also written once
// `longestSilence` has passed since the last value that was. So idle processes cost next to
// nothing.
class SteadySeries {
public:
    static constexpr std::chrono::seconds longestSilence{10};

    struct Point {
        CaptureTime time;
        double value = 0;
    };

    // Adds a value and returns the one that must be written before it, if any. The new value itself
    // must be written if isNews().
    std::optional<Point> add(const Point &point)
    {
        const bool repeats = m_last && m_last->value == point.value;
        m_isNews = !repeats || point.time - m_written >= longestSilence;
        const auto leftOut = m_isNews && !repeats ? takeLeftOut() : std::nullopt;
        if (m_isNews)
            m_written = point.time;
        m_last = point;
        return leftOut;
    }

    bool isNews() const { return m_isNews; }

    // The last value, if it was left out.
    std::optional<Point> takeLeftOut()
    {
        if (!m_last || m_last->time == m_written)
            return std::nullopt;
        m_written = m_last->time;
        return m_last;
    }

private:
    std::optional<Point> m_last;
    CaptureTime m_written;
    bool m_isNews = false;
};

struct SwitchRates {
    double voluntary = 0; // per second: the thread had to wait
    double involuntary = 0; // per second: the thread was pushed aside from its CPU
};

// Counts how often the threads of a process lose their CPU. Asks only threads that ran since they
// were last asked, in rounds: a round has the threads that had run when it began, takes as many
// looks as it needs, and ends with the rates for the time since the previous round ended. Switches
// of a thread before its first reading and after its last are left out; a round that has only first
// readings yields nothing.
class SwitchCounter {
public:
    void addThread(ThreadSerial thread, Tid tid) { m_threads[thread].tid = tid; }

    void removeThread(ThreadSerial thread) { m_threads.erase(thread); }

    // Notes a sample of a thread that has run. If the recorder stopped it for the sample, that was
    // a context switch, and if it was blocked, its return to waiting another: the recorder has
    // caused these, and they are not counted.
    void noteRan(ThreadSerial thread, const CapturedSample &sample);

    // How many threads are to be asked.
    std::size_t waiting() const { return m_round.size() + m_ran.size(); }

    // Asks at most `limit` threads, and lowers `limit` by their number. Absent: the round has
    // threads left, has only first readings, or is the first one.
    std::optional<SwitchRates> look(Pid process, CaptureTime now, int &limit);

    // Drops what was counted until now.
    void restart();

private:
    struct Counts {
        std::uint64_t voluntary = 0;
        std::uint64_t involuntary = 0;
    };

    struct CountedThread {
        Tid tid{};
        bool isWaiting = false; // in m_ran or m_round
        std::uint64_t ours = 0; // switches that the recorder caused, since the last reading
        std::optional<Counts> last;
    };

    void read(Pid process, CountedThread &thread);

    std::unordered_map<ThreadSerial, CountedThread> m_threads;
    std::vector<ThreadSerial> m_ran; // threads to be asked in the next round
    std::vector<ThreadSerial> m_round; // threads to be asked in the present round
    Counts m_counted; // switches counted since the present round began
    bool m_hasFirstReadings = false; // a thread was read for the first time in the present round
    bool m_hasLaterReadings = false;
    std::optional<CaptureTime> m_roundStart;
};

// Measures each process about ten times a second, as series of the capture: cpu_usage in percent of
// one core and memory_footprint in bytes (resident memory), named as Sentry has them, and context
// switches per second (SENTRY.md §7; hertz is the one unit of a rate that Relay takes). The target
// has no part in it. Each look reads only a limited number: with more processes, or more threads
// that ran, each gets its values less often.
//
// Used by one thread, the one that writes. Errors are the sink's.
class ProcessMeter {
public:
    static constexpr std::chrono::milliseconds interval{100};
    static constexpr int processesPerLook = 64;
    // Threads to ask per look. If more threads ran, more are asked, so that a round of all of them
    // takes no longer than a second.
    static constexpr int threadsPerLook = 32;
    static constexpr int looksPerRound = 10;

    ProcessMeter(const ClockAnchor &anchor, RecordSink &sink) : m_anchor(anchor), m_sink(sink) { }

    // Call with each of the sampler's events, before it is handled.
    model::Result<void> follow(const RecordEvent &event);
    // Measures the processes whose turn it is, if the time for a look has come.
    model::Result<void> look(CaptureTime now);
    // Call after the last event.
    model::Result<void> finish();

private:
    enum class Series : std::uint8_t { Cpu, Memory, Voluntary, Involuntary, Count };

    struct CpuReading {
        CaptureTime time;
        std::chrono::nanoseconds used{};
    };

    struct MeteredProcess {
        Pid pid{};
        std::optional<CpuReading> lastCpu; // absent: no reading since the start or the last pause
        SwitchCounter switches;
        std::array<SteadySeries, std::size_t(Series::Count)> series;
    };

    void add(const ThreadStarted &thread);
    void remove(const ThreadEnded &thread);
    void noteRan(const Tick &tick);
    void restart();
    int threadLimit() const;
    model::Result<void> meter(ProcessSerial number, MeteredProcess &process, CaptureTime now,
                              int &threadsLeft);
    static std::optional<double> cpuUsage(MeteredProcess &process, CaptureTime now);
    model::Result<void> write(ProcessSerial number, MeteredProcess &process, Series series,
                              const SteadySeries::Point &point);
    // Writes the process's values that were left out as repetitions; for the end of the process or
    // of the capture.
    model::Result<void> settle(ProcessSerial number, MeteredProcess &process);
    model::Result<void> put(ProcessSerial number, Series series, const SteadySeries::Point &point);

    const ClockAnchor m_anchor;
    RecordSink &m_sink;
    std::map<ProcessSerial, MeteredProcess> m_processes; // ordered: each gets its turn
    std::unordered_map<ThreadSerial, ProcessSerial> m_threads;
    ProcessSerial m_next{0}; // process whose turn is next
    CaptureTime m_nextLook;
    bool m_isPaused = false;
};

} // namespace ember::capture
