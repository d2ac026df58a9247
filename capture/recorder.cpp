// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/recorder.h"

#include "capture/control/recordersignals.h"
#include "capture/jitmaps/askedmaps.h"
#include "capture/launch/commandresolver.h"
#include "capture/launch/launcher.h"
#include "capture/lifecycle/profilerswitch.h"
#include "capture/measure/measurereceiver.h"
#include "capture/measure/measurestage.h"
#include "capture/pipeline/outputfollower.h"
#include "capture/pipeline/processmeter.h"
#include "capture/pipeline/unwindstage.h"
#include "capture/preload/frameshim.h"
#include "capture/ptrace/tracepermission.h"
#include "capture/recordsession.h"
#include "capture/sampling/batchqueue.h"
#include "model/profile/scripts.h"

#include <filesystem>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace ember::capture {

using model::Error;
using model::Result;

namespace {

constexpr std::chrono::milliseconds flushInterval(40);
// How long the queue may collect ticks before they are unwound. Readers of the log wait for its
// next flush anyway.
constexpr std::chrono::milliseconds batchPatience(20);

// Whether preloading libemberchart-frames.so does no harm to a program that refuses it for this
// reason. It is then preloaded even if it is of no use here, because it may work in the program's
// children.
bool isHarmless(std::optional<ShimRefusal> refusal)
{
    return refusal != ShimRefusal::ForeignLoader && refusal != ShimRefusal::Sanitizer;
}

Result<void> addFrameShim(ResolvedCommand &command, RecordObserver &observer)
{
    EMBER_ASSIGN_OR_RETURN(const auto shim, findFrameShim());
    const bool isRelative = !command.directory.empty() && !command.path.starts_with('/');
    const auto refusal =
        shimRefusal(isRelative ? command.directory + '/' + command.path : command.path);
    if (refusal)
        observer.frameTimesRefused(command.path, *refusal);
    if (isHarmless(refusal))
        addToPreload(command.environment, shim);
    return {};
}

// Prepares the target to report measurements: opens the receiver and sets EMBERCHART_SOCKET in the
// command's environment, for a lifecycle EMBERCHART_SESSION, and for frame times LD_PRELOAD. Null
// if no measurements are wanted; the environment is then unchanged. `profiler`: the lifecycle that
// is in force; null: none is. If the program refuses frame times, the observer is told and the
// capture continues without them. Errors: CaptureFailed.
Result<std::unique_ptr<MeasureReceiver>> prepareMeasurements(Measurements wanted,
                                                             const ProfilerSwitch *profiler,
                                                             ResolvedCommand &command,
                                                             RecordObserver &observer)
{
    if (wanted == Measurements::Off)
        return std::unique_ptr<MeasureReceiver>();
    EMBER_ASSIGN_OR_RETURN(auto receiver,
                           MeasureReceiver::open(profiler ? MeasureReceiver::Calls::Kept
                                                          : MeasureReceiver::Calls::Forgotten));
    setVariable(command.environment, "EMBERCHART_SOCKET", receiver->name());
    setVariable(command.environment, "EMBERCHART_SESSION",
                profiler ? std::optional(profiler->sessionVariable()) : std::nullopt);
    if (wanted == Measurements::WithFrames)
        EMBER_RETURN_IF_ERROR(addFrameShim(command, observer));
    return receiver;
}

// The thread that unwinds samples and writes the log, until the sampler closes the queue.
class WritingStage {
public:
    WritingStage(BatchQueue &queue, OutputFollower &output, MeasureStage &measures,
                 ProcessMeter &meter, UnwindMode mode, RecordSink &sink, const StopSignal &stop)
        : m_queue(queue),
          m_output(output),
          m_measures(measures),
          m_meter(meter),
          m_sink(sink),
          m_unwinding(mode, sink),
          m_stop(stop)
    {
    }

    // Runs until the queue is closed. Returns the error that ended the writing, if any.
    std::optional<Error> run()
    {
        while (!m_queue.isFinished()) {
            auto events = m_queue.take(batchPatience);
            attempt([&] { return handle(events); });
        }
        attempt([this] { return m_unwinding.finish(); });
        attempt([this] { return m_measures.finish(); });
        attempt([this] { return m_meter.finish(); });
        attempt([this] { return m_output.finish(m_sink); });
        return m_error;
    }

    bool isSinkFull() const { return m_isSinkFull; }

private:
    // Does the work unless an earlier step failed; after that only the queue is emptied.
    template<typename Work>
    void attempt(Work work)
    {
        if (m_error)
            return;
        try {
            if (const Result<void> outcome = work(); !outcome)
                m_error = outcome.error();
        } catch (const std::bad_alloc &) {
            m_error = outOfMemory();
        }
        if (m_error)
            m_stop.raise();
    }

    Result<void> handle(std::vector<RecordEvent> &events)
    {
        EMBER_RETURN_IF_ERROR(m_measures.receive());
        EMBER_RETURN_IF_ERROR(m_unwinding.beginBatch());
        for (auto &event : events) {
            EMBER_RETURN_IF_ERROR(m_meter.follow(event));
            EMBER_RETURN_IF_ERROR(m_measures.before(event));
            EMBER_RETURN_IF_ERROR(m_unwinding.handle(event));
            EMBER_RETURN_IF_ERROR(m_measures.after(event));
        }
        EMBER_RETURN_IF_ERROR(m_unwinding.endBatch());
        return flushIfDue();
    }

    Result<void> flushIfDue()
    {
        const auto now = CaptureClock::now();
        if (now < m_nextFlush)
            return {};
        m_nextFlush = now + flushInterval;
        EMBER_RETURN_IF_ERROR(m_output.look(m_sink));
        EMBER_RETURN_IF_ERROR(m_meter.look(now));
        EMBER_ASSIGN_OR_RETURN(const auto room, m_sink.flush());
        if (room == SinkRoom::UsedUp && !std::exchange(m_isSinkFull, true))
            m_stop.raise();
        return {};
    }

    BatchQueue &m_queue;
    OutputFollower &m_output;
    MeasureStage &m_measures;
    ProcessMeter &m_meter;
    RecordSink &m_sink;
    UnwindStage m_unwinding;
    const StopSignal &m_stop;
    std::optional<Error> m_error;
    bool m_isSinkFull = false;
    CaptureTime m_nextFlush;
};

// Kills the target at the end of the capture if --kill was given.
void endIfAsked(const RecordOptions &options, const Result<SessionOutcome> &session)
{
    if (session && !session->exit && options.atEnd == AtEnd::Kill)
        endTarget(session->pid);
}

// Closes the queue when memory has run out. The counts of dropped samples may be lost.
void closeWithoutMemory(BatchQueue &queue)
{
    try {
        queue.close();
    } catch (const std::bad_alloc &) {
    }
}

// All that is needed to launch a command. When attaching to a running process only `jitNote` may be
// set.
struct Launch {
    ResolvedCommand command;
    std::unique_ptr<ProfilerSwitch> profiler; // null: samples are taken from start to end
    std::unique_ptr<MeasureReceiver> reports; // null: no measurements are wanted
    TargetFiles files;
    std::string jitNote; // what came of NameJit; "": nothing was asked
};

// Returns what identifies the program that the user means: the file of the script that an
// interpreter runs, else the file that is run. If an interpreter runs a module or code in place of
// a script: the interpreter, the words that name what it runs, and the folder in which it looks
// first.
std::string programMeantBy(const ResolvedCommand &command)
{
    const std::vector<std::string_view> words(command.arguments.begin(), command.arguments.end());
    if (const auto inPlace = model::inPlaceOfScript(words); !inPlace.empty()) {
        std::error_code gone;
        const auto folder = std::filesystem::absolute(
            command.directory.empty() ? std::string(".") : command.directory, gone);
        return command.path + ' ' + inPlace + " in " + folder.lexically_normal().string();
    }
    const auto script = model::scriptIn(words);
    const auto file = script ? std::string(script->file) : command.path;
    return command.directory.empty() || file.starts_with('/') ? file
                                                              : command.directory + '/' + file;
}

Result<Launch> prepareLaunch(const RecordOptions &options, RecordObserver &observer)
{
    Launch launch;
    if (options.attachTo) {
        EMBER_RETURN_IF_ERROR(checkAttachable(Pid(*options.attachTo)));
        if (options.nameJit == NameJit::Yes)
            launch.jitNote = askBeforeAttach(Pid(*options.attachTo));
        return launch;
    }
    EMBER_ASSIGN_OR_RETURN(launch.command, resolveCommand(options.launch));
    if (launch.command.hasLeakSanitizer)
        observer.leakSanitizerFound(launch.command.path);
    if (options.lifecycle)
        launch.profiler =
            std::make_unique<ProfilerSwitch>(*options.lifecycle, programMeantBy(launch.command));
    EMBER_ASSIGN_OR_RETURN(
        launch.reports,
        prepareMeasurements(options.measurements, launch.profiler.get(), launch.command, observer));
    if (options.nameJit == NameJit::Yes)
        launch.jitNote = setMapVariables(launch.command.environment);
    const auto log = options.logPath == "-" ? WhereLogGoes::StandardOutput : WhereLogGoes::File;
    EMBER_ASSIGN_OR_RETURN(launch.files, TargetFiles::open(options.launch, log));
    return launch;
}

Marker noteNow(const std::string &text, const ClockAnchor &anchor)
{
    return {model::CaptureEventKind::Note, anchor.toTimestamp(CaptureClock::now()), 0, text};
}

// Asks runtimes of processes that run on for names (askAtEnd()), and tells the user and the log
// what came of it. Returns the error of writing the log, if any.
std::optional<Error> noteNames(std::span<const Pid> processes, const ClockAnchor &anchor,
                               RecordSink &sink, RecordObserver &observer)
{
    try {
        for (const auto &note : askAtEnd(processes)) {
            observer.runtimesAsked(note);
            if (const auto written = sink.on(noteNow(note, anchor)); !written)
                return written.error();
        }
    } catch (const std::bad_alloc &) {
        return outOfMemory();
    }
    return std::nullopt;
}

// Opens the sink. If a command was to be launched, the error's detail adds that it was not, which
// the user cannot know from the log's error alone.
Result<std::unique_ptr<RecordSink>> openBeforeLaunch(const OpenSink &openSink,
                                                     const RecordOptions &options)
{
    auto sink = openSink();
    if (sink || options.attachTo)
        return sink;
    auto error = sink.error();
    error.detail += "; the command was not started";
    return error;
}

} // namespace

Result<RecordOutcome> record(const RecordOptions &options, const RecorderSignals &signals,
                             const ClockAnchor &anchor, const OpenSink &openSink,
                             RecordObserver &observer)
{
    EMBER_ASSIGN_OR_RETURN(const auto launch, prepareLaunch(options, observer));
    EMBER_ASSIGN_OR_RETURN(const auto opened, openBeforeLaunch(openSink, options));
    RecordSink &sink = *opened;
    const StatusChannel status(options.statusFd);
    const StopSignal stop;
    BatchQueue queue;
    OutputFollower output(launch.files, anchor);
    MeasureStage measures(launch.reports.get(), anchor, sink);
    ProcessMeter meter(anchor, sink);
    WritingStage writing(queue, output, measures, meter, options.unwind, sink, stop);

    if (!launch.jitNote.empty()) {
        observer.runtimesAsked(launch.jitNote);
        queue.push(noteNow(launch.jitNote, anchor));
    }
    EndWatch endWatch(signals);
    std::optional<Result<SessionOutcome>> session;
    std::thread sampler([&] {
        try {
            RecordSession running({options, launch.command, launch.files, signals, status, stop,
                                   anchor, queue, observer, launch.profiler.get(),
                                   launch.reports.get()});
            session = running.run();
            queue.close();
        } catch (const std::bad_alloc &) {
            closeWithoutMemory(queue);
            if (!session)
                session = outOfMemory();
        }
        endWatch.start([&] { endIfAsked(options, *session); });
    });
    const auto sinkError = writing.run();
    sampler.join(); // the kernel detaches the target when this thread ends
    if (measures.allDropped() + measures.allRefused() > 0)
        observer.reportsLost(measures.allDropped(), measures.allRefused());
    if (!*session)
        return session->error();
    const auto &ended = **session;
    RecordOutcome outcome{sinkError ? CaptureEnd::Failed : ended.end, ended.pid, ended.exit,
                          sinkError ? sinkError : ended.failure};
    if (outcome.end == CaptureEnd::Stopped && writing.isSinkFull())
        outcome.end = CaptureEnd::SizeReached;
    if (options.nameJit == NameJit::Yes && !outcome.failure) {
        outcome.failure = noteNames(ended.left, anchor, sink, observer);
        if (outcome.failure)
            outcome.end = CaptureEnd::Failed;
    }
    const auto finished = sink.finish(ended.time, outcome.end,
                                      outcome.failure ? outcome.failure->detail : std::string());
    if (!finished && !sinkError)
        outcome = {CaptureEnd::Failed, ended.pid, ended.exit, finished.error()};
    endWatch.stop();
    endIfAsked(options, *session);
    if (outcome.exit)
        status.ended(*outcome.exit);
    else
        status.stopped(outcome.endedEarly() ? StatusChannel::Early::Yes : StatusChannel::Early::No);
    return outcome;
}

} // namespace ember::capture
