// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/measure/measurereceiver.h"
#include "capture/pipeline/recordsink.h"
#include "capture/sampling/captureclock.h"
#include "capture/sampling/recordevents.h"
#include "model/core/result.h"

#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ember::capture {

enum class FramePace : std::uint8_t { Good, Slow, Frozen };

// Classifies frames as Sentry's mobile SDKs do: slow if longer than 1/(refresh rate − 1) s, which
// allows some jitter; frozen above 700 ms. A frozen frame does not count as slow too.
class FrameJudge {
public:
    static constexpr std::chrono::milliseconds frozenAbove{700};

    // Returns false if the rate is unchanged.
    bool setRefreshRate(double hertz)
    {
        if (m_hertz == hertz && m_isKnown)
            return false;
        m_hertz = hertz;
        m_isKnown = true;
        return true;
    }

    FramePace paceOf(std::chrono::nanoseconds duration) const
    {
        if (duration > frozenAbove)
            return FramePace::Frozen;
        // A screen of 1 Hz has no slow frames, only frozen ones.
        return std::chrono::duration<double>(duration).count() * (m_hertz - 1) > 1
            ? FramePace::Slow
            : FramePace::Good;
    }

private:
    double m_hertz = 60;
    bool m_isKnown = false;
};

// Maps the pid and thread id of a sender to the recorded process and thread. Follows the sampler's
// events.
class SenderDirectory {
public:
    enum class News : std::uint8_t { No, Yes };

    // Follows an event of the sampler. Returns Yes if a process or thread became known by it.
    News on(const RecordEvent &event);

    // Returns the recorded process of a pid; invalid if it is not known yet, or no longer.
    ProcessSerial process(Pid pid) const;
    ThreadSerial thread(ProcessSerial process, Tid thread) const;

private:
    // A key of process and thread id: a thread id inside a PID namespace can equal that of another
    // thread.
    using ThreadKey = std::uint64_t;

    static ThreadKey keyOf(ProcessSerial process, Tid thread);

    News on(const ProcessStarted &process);
    News on(const ProcessEnded &process);
    News on(const ThreadStarted &thread);
    News on(const ThreadEnded &thread);

    template<typename Event>
    News on(const Event &)
    {
        return News::No;
    }

    std::unordered_map<int, ProcessSerial> m_processes; // by Pid
    std::unordered_map<ProcessSerial, int> m_pids;
    std::unordered_map<ThreadKey, ThreadSerial> m_threads;
    std::unordered_map<ThreadSerial, ThreadKey> m_keys;
};

// Adds what programs report to the capture: each message to its process and thread, frames as
// Sentry's series of slow and frozen ones. Used by one thread, the one that writes.
//
// Messages and the sampler's events arrive separately. So messages are received before the events
// that were read before them are handled (a thread that has ended had sent its messages before),
// and wait a while for their process and thread to become known.
class MeasureStage {
public:
    // Limit of series per process, for programs that invent a new name for each value.
    static constexpr std::size_t seriesLimit = 256;

    using Clocks = ClockPair (*)();

    // Without a receiver all calls do nothing.
    MeasureStage(
        MeasureReceiver *receiver, const ClockAnchor &anchor, RecordSink &sink,
        Clocks clocks = [] { return ClockPair::now(); });

    // Errors are the sink's.
    model::Result<void> receive(); // call before the sampler's newest events are handled
    model::Result<void> before(const RecordEvent &event); // call before each event is handled
    model::Result<void> after(const RecordEvent &event); // call after each event is handled
    model::Result<void> finish();

    // Totals of the capture: messages that did not fit, and messages that were refused; see
    // RecordObserver::reportsLost().
    std::uint64_t allDropped() const { return m_allDropped; }

    std::uint64_t allRefused() const { return m_allRefused; }

private:
    struct Reporter {
        std::set<std::pair<std::string, std::string>> series; // name and unit
        FrameJudge frames;
        // The source that the process's frames are taken from: the program's own reports take
        // precedence over those of libemberchart-frames.so.
        FrameSource source = FrameSource::Shim;
    };

    struct Waiting {
        SentMessage sent;
        SteadyTime since;
    };

    struct Sender {
        ProcessSerial process;
        ThreadSerial thread;
    };

    enum class Patience : std::uint8_t { Limited, Over };

    void readClocks();
    model::Result<void> settle(Patience patience);
    model::Result<void> writeLast(const ProcessEnded &ended);
    bool mustWait(const Waiting &waiting, const Sender &sender) const;
    model::Result<void> write(const Sender &sender, const AppMessage &message);
    model::Result<void> write(const Sender &sender, const AppMessage &message,
                              const AppValue &value);
    model::Result<void> write(const Sender &sender, const AppMessage &message, const AppSpan &span);
    model::Result<void> write(const Sender &sender, const AppMessage &message,
                              const AppTransaction &transaction);
    model::Result<void> write(const Sender &sender, const AppMessage &message, const AppFrame &);
    model::Result<void> write(const Sender &sender, const AppMessage &message,
                              const AppRefreshRate &rate);
    // Does nothing: the sampler's thread takes the calls of the profiler
    // (MeasureReceiver::takeCalls()).
    model::Result<void> write(const Sender &, const AppMessage &, const ProfilerCall &)
    {
        return {};
    }

    ReportedSpan reported(const Sender &sender, const AppMessage &message,
                          const AppSpan &span) const;
    model::Result<void> writeFrames(const Sender &sender, std::string_view series,
                                    const AppMessage &frame);
    model::Result<void> writeLosses();
    model::Timestamp toTimestamp(SteadyTime time) const;

    MeasureReceiver *m_receiver;
    const ClockAnchor m_anchor;
    RecordSink &m_sink;
    const Clocks m_clocks;
    const SteadyTime m_start;
    SteadyTime m_now; // time at which messages were last taken
    std::chrono::nanoseconds m_apart; // offset of the capture's clock to the programs' clock
    SenderDirectory m_senders;
    std::unordered_map<ProcessSerial, Reporter> m_reporters;
    std::vector<Waiting> m_waiting;
    std::uint64_t m_dropped = 0; // number of lost messages that are not yet written as an event
    std::uint64_t m_refused = 0;
    std::uint64_t m_allDropped = 0;
    std::uint64_t m_allRefused = 0;
    SteadyTime m_nextLosses;
};

} // namespace ember::capture
