// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/controlchannel.h"
#include "capture/control/recordersignals.h"
#include "capture/control/recordobserver.h"
#include "capture/control/recordoptions.h"
#include "capture/control/statuschannel.h"
#include "capture/control/stopsignal.h"
#include "capture/launch/commandresolver.h"
#include "capture/launch/launcher.h"
#include "capture/launch/targetfiles.h"
#include "capture/pipeline/recordsink.h"
#include "capture/ptrace/ptracebackend.h"
#include "capture/sampling/batchqueue.h"
#include "capture/sampling/clockanchor.h"
#include "capture/sampling/sampler.h"
#include "capture/sampling/tickclock.h"
#include "capture/targetnotices.h"
#include "model/core/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ember::capture {

struct SessionOutcome {
    CaptureEnd end = CaptureEnd::Stopped;
    model::Timestamp time;
    Pid pid{}; // of the target
    std::optional<model::ExitStatus> exit; // of a target that ended
    std::optional<model::Error> failure; // why the capture ended early
};

// The sampler thread's work, from fork or attach to the end of the capture: waits for ticks, for
// the target and for commands. What it traces is let go when the thread that ran it ends, so that
// thread must end soon after run() returns.
class RecordSession {
public:
    struct Surroundings {
        const RecordOptions &options;
        const ResolvedCommand &command;
        const TargetFiles &files;
        const RecorderSignals &signals;
        const StatusChannel &status;
        const StopSignal &stop; // raised by others: come to an end
        const ClockAnchor &anchor;
        BatchQueue &queue;
        RecordObserver &observer;
    };

    explicit RecordSession(const Surroundings &surroundings);

    // Once. A program that the system ends while it is being started has an exit and a failure
    // (CommandNotExecutable), and no process was seen. Errors: CommandNotFound,
    // CommandNotExecutable, TraceNotPermitted, CaptureFailed: the target was not started; those of
    // PtraceBackend::attach(): it runs on.
    model::Result<SessionOutcome> run();

private:
    // How it ended, where that was before it became the program.
    model::Result<std::optional<model::ExitStatus>> launch();
    model::Result<void> attach(Pid process);
    SessionOutcome capture(Pid pid);
    SessionOutcome endedInExec(const model::ExitStatus &exit) const;
    CaptureEnd sampleUntilEnd();
    void handleEvents();
    void awaitAsked();
    std::optional<CaptureEnd> handleRequests();
    std::optional<CaptureEnd> handle(SignalRequest request);
    std::optional<CaptureEnd> handle(ControlCommand command);
    void keep(const char *cause);
    void tickIfDue();
    void spin();
    void lookForThreads(CaptureTime now);
    void wait(int extraFd) const;
    void withholdInterrupts();
    void pause();
    void resume();
    void mark(model::CaptureEventKind kind, CaptureTime time, std::uint64_t count);

    const Surroundings m_here;
    PtraceBackend m_backend;
    Sampler m_sampler;
    TickClock m_clock;
    ControlChannel m_control;
    TargetNotices m_notices;
    const std::size_t m_otherCpus; // as the capture began: asking takes as long as a sample
    int m_logStream; // -1: the log is a file; else nobody may be left to read it
    CaptureTime m_end;
    bool m_isPaused = false;
    bool m_saidHidden = false;
};

} // namespace ember::capture
