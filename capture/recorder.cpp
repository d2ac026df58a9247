// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/recorder.h"

#include "capture/batchqueue.h"
#include "capture/measure/measuredtarget.h"
#include "capture/measure/measurestage.h"
#include "capture/outputfollower.h"
#include "capture/recordsession.h"
#include "capture/stopsignal.h"
#include "capture/targetend.h"
#include "capture/unwindstage.h"

#include <thread>

namespace ember::capture {

using model::Error;
using model::Result;

namespace {

constexpr std::chrono::milliseconds flushInterval(40);

// What the thread that unwinds and writes does until the sampler has nothing more to say.
class WritingStage {
public:
    WritingStage(BatchQueue &queue, OutputFollower &output, MeasureStage &measures, UnwindMode mode,
                 RecordSink &sink, const StopSignal &stop)
        : m_queue(queue),
          m_output(output),
          m_measures(measures),
          m_sink(sink),
          m_unwinding(mode, sink),
          m_stop(stop)
    {
    }

    // Why the capture could not be kept, if so.
    std::optional<Error> run()
    {
        while (!m_queue.isFinished()) {
            auto events = m_queue.take(flushInterval);
            if (!m_error)
                check(m_measures.look());
            for (auto &event : events) {
                if (!m_error)
                    check(m_unwinding.handle(event));
                if (!m_error)
                    check(m_measures.follow(event));
            }
            flushIfDue();
        }
        if (!m_error)
            check(m_measures.finish());
        if (!m_error)
            check(m_output.finish(m_sink));
        return m_error;
    }

private:
    void flushIfDue()
    {
        const auto now = CaptureClock::now();
        if (m_error || now < m_nextFlush)
            return;
        m_nextFlush = now + flushInterval;
        check(m_output.look(m_sink));
        if (!m_error)
            check(m_sink.flush());
    }

    void check(const Result<void> &outcome)
    {
        if (outcome)
            return;
        m_error = outcome.error();
        m_stop.raise();
    }

    BatchQueue &m_queue;
    OutputFollower &m_output;
    MeasureStage &m_measures;
    RecordSink &m_sink;
    UnwindStage m_unwinding;
    const StopSignal &m_stop;
    std::optional<Error> m_error;
    CaptureTime m_nextFlush;
};

// What a command needs to be launched; of a process that runs already, nothing.
struct Launch {
    ResolvedCommand command;
    std::unique_ptr<MeasureReceiver> reports; // null: nothing was asked for
    TargetFiles files;
};

Result<Launch> prepareLaunch(const RecordOptions &options, RecordObserver &observer)
{
    Launch launch;
    if (options.attachTo)
        return launch;
    EMBER_ASSIGN_OR_RETURN(launch.command, resolveCommand(options.launch));
    if (launch.command.hasLeakSanitizer)
        observer.leakSanitizerFound(launch.command.path);
    EMBER_ASSIGN_OR_RETURN(launch.reports,
                           prepareMeasurements(options.measurements, launch.command, observer));
    const auto log = options.logPath == "-" ? WhereLogGoes::StandardOutput : WhereLogGoes::File;
    EMBER_ASSIGN_OR_RETURN(launch.files, TargetFiles::open(options.launch, log));
    return launch;
}

} // namespace

Result<RecordOutcome> record(const RecordOptions &options, const RecorderSignals &signals,
                             const ClockAnchor &anchor, RecordSink &sink, RecordObserver &observer)
{
    EMBER_ASSIGN_OR_RETURN(const auto launch, prepareLaunch(options, observer));
    const StatusChannel status(options.statusFd);
    const StopSignal stop;
    BatchQueue queue;
    OutputFollower output(launch.files, anchor);
    MeasureStage measures(launch.reports.get(), anchor, sink);
    WritingStage writing(queue, output, measures, options.unwind, sink, stop);

    std::optional<Result<SessionOutcome>> session;
    std::thread sampler([&] {
        RecordSession running(
            {options, launch.command, launch.files, signals, status, stop, anchor, queue});
        session = running.run();
        queue.close();
    });
    const auto sinkError = writing.run();
    sampler.join(); // which lets the target go
    if (!*session)
        return session->error();
    const auto &ended = **session;
    RecordOutcome outcome{sinkError ? CaptureEnd::Failed : ended.end, ended.exit, sinkError};
    if (!outcome.sinkError) {
        if (const auto finished = sink.finish(ended.time, ended.end); !finished)
            outcome = {CaptureEnd::Failed, ended.exit, finished.error()};
    }
    if (!outcome.exit && options.atEnd == AtEnd::Kill)
        endTarget(ended.pid);
    if (outcome.exit)
        status.ended(*outcome.exit);
    else
        status.stopped();
    return outcome;
}

} // namespace ember::capture
