// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/lifecycle/profilercalls.h"
#include "capture/sampling/captureclock.h"
#include "capture/sampling/recordevents.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace ember::capture {

// The draw that a launch leaves for its program's next launch, at whose start the rate is not known
// yet (SPEC L16).
struct AppStartDraw {
    Draw draw;
    double rate = 0;
    ProfileLifecycle lifecycle = ProfileLifecycle::Manual;
    bool byProgram = false; // the program's emberchart_setup() asked for it, in the launch before

    bool isSampled() const { return draw.isBelow(rate); }
};

// What a person is told about the lifecycle, each once.
enum class ProfilerNotice : std::uint8_t {
    TracingOff, // SPEC L3
    SessionRateIgnored, // SPEC L12
    NoEarlierDraw, // app start waits for the next launch
    StartNotSampled,
    StartInTrace, // start is asked for in trace mode, or where profiles belong to transactions
    StopInTrace,
    SessionNotSampled, // nothing is in the capture, as the session was not sampled
    NeverStarted, // nothing is in the capture: never started, or too late
};

// Decides when the profiler runs, by the Profiles spec 2.5.0. A state machine without a clock,
// sockets and random numbers of its own. Used by one thread.
//
// A capture is one session at a time: that of the first program in it that sets itself up. Further
// programs share the session. `now` must not go back.
class Lifecycle {
public:
    // The length of a chunk (SENTRY.md §9). In trace mode the profiler stops at the end of the
    // running chunk.
    static constexpr std::chrono::seconds chunkTime{60};
    // Most transactions that count at the same time; more are ignored.
    static constexpr std::size_t transactionLimit = 4096;

    // `session`: the draw of the first session: the earlier launch's, if it was made for this
    // launch. `draw` makes a draw for each transaction, and for the next launch.
    Lifecycle(const LifecycleOptions &given, Draw session, std::optional<AppStartDraw> earlier,
              std::function<Draw()> draw);

    void launched(CaptureTime now);
    // Handles a call. A TransactionEnded of span 0 says that some calls were lost: all transactions
    // of the sender have ended.
    void take(Pid sender, const ProfilerCall &call, CaptureTime now);
    void processEnded(Pid process, CaptureTime now);
    // A person asks to start or stop the profiler.
    void startAsked(CaptureTime now);
    void stopAsked(CaptureTime now);
    // Call when the time stopsAt() has come, and each time before isRunning() is followed: a
    // profiler that was switched on and off again between two calls counts as not having run.
    void elapse(CaptureTime now);
    void finished();

    bool isRunning() const { return m_isRunning; }

    // Whether profiles are those of transactions (V1, SPEC L12).
    bool isByTransactions() const;

    // The end of the chunk that is being finished.
    std::optional<CaptureTime> stopsAt() const { return m_stopsAt; }

    std::vector<ProfilerNotice> takeNotices() { return std::exchange(m_notices, {}); }

    // What is to be kept for the next launch, if that has changed since the last call.
    std::optional<AppStartDraw> takeForNextLaunch() { return std::exchange(m_forNext, {}); }

private:
    using TransactionKey = std::pair<Pid, std::uint64_t>; // process and span id
    enum class Sampled : bool { No, Yes };

    ProfileLifecycle lifecycle() const;
    double sessionRate() const;
    bool isSessionSampled() const { return m_session.isBelow(sessionRate()); }
    bool isTracingOn() const;
    bool isTraceActive() const { return m_sampledCount > 0; }
    bool isWanted() const;

    void on(Pid sender, const ProfilerSetup &setup, CaptureTime now);
    void on(Pid sender, const StartProfiler &, CaptureTime now);
    void on(Pid sender, const StopProfiler &, CaptureTime now);
    void on(Pid sender, const TransactionBegan &began, CaptureTime now);
    void on(Pid sender, const TransactionEnded &ended, CaptureTime now);
    void on(Pid sender, const AppToForeground &session, CaptureTime now);
    void on(Pid sender, const AppToBackground &, CaptureTime now);

    Sampled sample(const TransactionBegan &began);
    void end(std::map<TransactionKey, Sampled>::iterator transaction);
    void endAll(Pid process);
    void beginSession(Draw draw);
    void leaveForNextLaunch(double rate, bool byProgram);
    void settle(CaptureTime now);
    void stop();
    CaptureTime chunkEnd(CaptureTime now) const;
    void notice(ProfilerNotice what);

    const LifecycleOptions m_given;
    const std::optional<AppStartDraw> m_earlier;
    const std::function<Draw()> m_draw;
    Draw m_session;
    std::optional<Draw> m_nextSession; // begins when the trace ends
    std::optional<ProfilerSetup> m_setup;
    std::map<TransactionKey, Sampled> m_transactions; // active ones
    std::size_t m_sampledCount = 0; // number of the sampled ones among m_transactions
    bool m_hasSeenTransaction = false;
    bool m_isStarted = false; // the profiler was started by a call or a person
    bool m_isStartUp = false; // profiled since the launch
    // The first transaction since a launch that is profiled; the start-up profile ends with it
    // (SPEC L18).
    std::optional<TransactionKey> m_startUpTransaction;
    bool m_isRunning = false;
    bool m_hasRun = false;
    CaptureTime m_chunkStart;
    std::optional<CaptureTime> m_stopsAt;
    std::set<ProfilerNotice> m_said;
    std::vector<ProfilerNotice> m_notices;
    std::optional<AppStartDraw> m_forNext;
};

} // namespace ember::capture
