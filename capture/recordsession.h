// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordersignals.h"
#include "capture/control/recordobserver.h"
#include "capture/control/recordoptions.h"
#include "capture/control/statuschannel.h"
#include "capture/launch/commandresolver.h"
#include "capture/launch/launcher.h"
#include "capture/launch/targetfiles.h"
#include "capture/lifecycle/profilerswitch.h"
#include "capture/measure/measurereceiver.h"
#include "capture/pipeline/recordsink.h"
#include "capture/ptrace/ptracebackend.h"
#include "capture/sampling/backend.h"
#include "capture/sampling/batchqueue.h"
#include "capture/sampling/captureclock.h"
#include "capture/sampling/sampler.h"
#include "capture/sampling/tickclock.h"
#include "model/core/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// Tells the user of events of the target's processes: a program runs without the privileges it
// would have unrecorded, a child could not be recorded, job control has stopped the target.
class TargetNotices {
public:
    TargetNotices(BatchQueue &queue, const StatusChannel &status, RecordObserver &observer)
        : m_queue(queue),
          m_status(status),
          m_observer(observer)
    {
    }

    // Reports an event if the user should learn it. `target`: the process the capture is about.
    void on(const BackendEvent &event, std::optional<Pid> target, model::Timestamp now);

private:
    void reportLostPrivileges(Pid process, model::Timestamp now);
    void reportRefusal(const ChildRefused &child, model::Timestamp now);

    BatchQueue &m_queue;
    const StatusChannel &m_status;
    RecordObserver &m_observer;
    std::set<std::string> m_saidWithheld; // programs already reported
};

// The error with which a capture ends when memory runs out (std::bad_alloc); the target runs on.
// Allocates nothing: both texts fit into std::string's own buffer.
inline model::Error outOfMemory()
{
    return {model::ErrorCode::CaptureFailed, "the recorder", "out of memory"};
}

struct SessionOutcome {
    CaptureEnd end = CaptureEnd::Stopped;
    model::Timestamp time;
    Pid pid{}; // the target's
    std::optional<model::ExitStatus> exit; // exit status, if the target ended
    std::optional<model::Error> failure; // why the capture ended early
    std::vector<Pid> left; // processes that were recorded to the end
};

// Runs the sampler thread from fork or attach to the end of the capture: waits for ticks, for
// events of the target and for commands. The kernel detaches all traced threads when the thread
// that called run() ends, so that thread must end soon after run() returns.
class RecordSession {
public:
    struct Surroundings {
        const RecordOptions &options;
        const ResolvedCommand &command;
        const TargetFiles &files;
        const RecorderSignals &signals;
        const StatusChannel &status;
        const StopSignal &stop; // raised by other threads to end the capture
        const ClockAnchor &anchor;
        BatchQueue &queue;
        RecordObserver &observer;
        ProfilerSwitch *profiler; // null: samples are taken from start to end
        MeasureReceiver *calls; // delivers the program's calls of the profiler; null only if
                                // `profiler` is null
    };

    explicit RecordSession(const Surroundings &surroundings);

    // Call once. If the system ends the program while it is being started, the result has an exit
    // status and a failure (CommandNotExecutable) but no process. Errors: CommandNotFound,
    // CommandNotExecutable, InvalidArgument (the directory), TraceNotPermitted, CaptureFailed: the
    // target was not started; those of PtraceBackend::attach(): the process runs on.
    model::Result<SessionOutcome> run();

private:
    // Which descriptors may have something to read. Before the first wait() all may.
    struct Wakings {
        bool byEvent = true;
        bool byRequest = true;
    };

    // Returns the child's exit status if a signal ended it before exec made it the target.
    model::Result<std::optional<model::ExitStatus>> launch();
    model::Result<void> attach(Pid process);
    void awaitRuntimes();
    SessionOutcome capture(Pid pid);
    SessionOutcome endedInExec(const model::ExitStatus &exit) const;
    CaptureEnd sampleUntilEnd();
    void handleEvents();
    void handleEventsIfDue();
    void awaitAsked();
    std::optional<CaptureEnd> handleRequests();
    std::optional<CaptureEnd> handle(SignalRequest request);
    std::optional<CaptureEnd> handle(ControlCommand command);
    enum class Sampling : bool { Off, On };
    void askFor(Sampling wanted);
    void followCalls();
    void takeCalls();
    void followLifecycle();
    void finishLifecycle();
    void tellNotices(CaptureTime now);
    void endTransactions(const BackendEvent &event);
    void keep(const char *cause);
    void tickIfDue();
    void awaitRunning();
    void findNewThreads(CaptureTime now);
    void wait(int extraFd);
    void withholdInterrupts();
    void pause();
    void resume();
    void mark(model::CaptureEventKind kind, CaptureTime time, std::uint64_t count,
              std::string_view text = {});

    const Surroundings m_here;
    PtraceBackend m_backend;
    Sampler m_sampler;
    TickClock m_clock;
    ControlChannel m_control;
    TargetNotices m_notices;
    const std::size_t m_otherCpus; // counted once: counting takes as long as taking a sample
    int m_logStream; // standard output if the log goes there; -1: it is a named file
    CaptureTime m_end;
    Wakings m_woken; // descriptors that ended the last wait()
    CaptureTime m_lastLook; // time of the last look for events
    bool m_isPaused = false;
    bool m_saidHidden = false;
};

} // namespace ember::capture
