// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/recordsession.h"

#include "capture/launch/commandresolver.h"
#include "capture/procfs/procreader.h"
#include "model/core/threadpriority.h"
#include "model/profile/pauses.h"

#include <algorithm>
#include <array>
#include <new>
#include <poll.h>
#include <string>
#include <unistd.h>

namespace ember::capture {

using model::CaptureEventKind;
using model::Error;
using model::ErrorCode;
using model::Result;

void TargetNotices::on(const BackendEvent &event, std::optional<Pid> target, model::Timestamp now)
{
    if (const auto *image = std::get_if<ImageReplaced>(&event))
        reportLostPrivileges(image->process, now);
    else if (const auto *refused = std::get_if<ChildRefused>(&event))
        reportRefusal(*refused, now);
    else if (const auto *halt = std::get_if<ProcessHalted>(&event); halt && halt->process == target)
        m_status.halted(halt->signal);
    else if (const auto *run = std::get_if<ProcessContinued>(&event); run && run->process == target)
        m_status.continued();
}

// Reports a program that would have more privileges unrecorded. The kernel silently withholds them
// from a traced process, and that a child fails for being recorded is hard to guess.
void TargetNotices::reportLostPrivileges(Pid process, model::Timestamp now)
{
    const auto pid = static_cast<pid_t>(process);
    const auto what = withheldPrivileges("/proc/" + std::to_string(pid) + "/exe");
    if (what.empty())
        return;
    const auto program = readExecutable(pid);
    if (!m_saidWithheld.insert(program ? *program : std::string()).second)
        return;
    const std::string text = (program ? *program : std::string()) + " lost its privileges ("
        + std::string(what) + ") because it is recorded; with --no-follow it keeps them";
    m_queue.push(Marker{model::CaptureEventKind::Note, now, 0, text});
    m_observer.privilegesWithheld(text);
}

void TargetNotices::reportRefusal(const ChildRefused &child, model::Timestamp now)
{
    const auto pid = static_cast<pid_t>(child.process);
    const auto program = readExecutable(pid);
    const auto subject = program ? *program : child.reason.subject;
    m_queue.push(Marker{model::CaptureEventKind::Note,
                        now,
                        0,
                        {},
                        model::Error{child.reason.code, subject,
                                     "the child process " + std::to_string(pid)
                                         + " is not in the capture: " + child.reason.detail}});
}

namespace {

// How long to poll for stopped threads before sleeping. A running thread stops within some 10 µs,
// and polling is cheaper than sleeping, also for the target, which would have to wake us. The pause
// between polls is needed: each poll takes a lock that the thread needs to stop.
constexpr auto spinTime = std::chrono::microseconds(60);
constexpr auto spinPause = std::chrono::microseconds(1);
// How long the end of the capture waits for a SIGINT: on a busy machine a target waits long for the
// CPU on which it takes the signal.
constexpr auto interruptPatience = std::chrono::seconds(5);
constexpr auto askedPatience = std::chrono::milliseconds(500);
// How long sampling waits for the runtimes of processes that were attached to. Finding them takes
// some milliseconds, more on a busy machine.
constexpr auto runtimesPatience = std::chrono::milliseconds(500);
constexpr auto maxWait = std::chrono::seconds(1);
// Longest time without a look for events. If a thread was started with another end signal than
// SIGCHLD, its end makes no descriptor readable.
constexpr auto maxUnlooked = std::chrono::milliseconds(20);

bool isReadable(int fd)
{
    pollfd one{fd, POLLIN, 0};
    return fd >= 0 && poll(&one, 1, 0) > 0;
}

// Whether the reading end of a pipe or socket is closed. Never true of a file.
bool isAbandoned(int fd)
{
    pollfd one{fd, 0, 0};
    return fd >= 0 && poll(&one, 1, 0) > 0 && (one.revents & (POLLERR | POLLHUP)) != 0;
}

// Number of CPUs available to other threads while this one runs. Slow: reads a file of the system.
std::size_t countOtherCpus()
{
    return static_cast<std::size_t>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN))) - 1;
}

// The exit status of a child that a signal ended before exec made it the target. Errors: that of
// exec; CaptureFailed if the child ended otherwise.
Result<std::optional<model::ExitStatus>> outcomeOf(WaitingChild &child, const ProcessGone &gone,
                                                   const std::string &command)
{
    if (auto error = child.execError())
        return *error;
    if (gone.exit.bySignal)
        return std::optional(gone.exit);
    return Error{ErrorCode::CaptureFailed, command,
                 "the process ended before it became the program"};
}

timespec toTimespec(CaptureClock::duration time)
{
    constexpr std::int64_t perSecond = 1'000'000'000;
    return {time.count() / perSecond, time.count() % perSecond};
}

} // namespace

RecordSession::RecordSession(const Surroundings &surroundings)
    : m_here(surroundings),
      m_backend(surroundings.options.follow),
      m_sampler(m_backend, surroundings.queue, surroundings.anchor),
      m_clock(surroundings.options.rate, surroundings.options.placement),
      m_control(surroundings.options.controlFd),
      m_notices(surroundings.queue, surroundings.status, surroundings.observer),
      m_otherCpus(countOtherCpus()),
      m_logStream(surroundings.options.logPath == "-" ? STDOUT_FILENO : -1),
      m_end(CaptureTime::max())
{
}

Result<SessionOutcome> RecordSession::run()
{
    const auto running = m_here.options.attachTo;
    if (running) {
        EMBER_RETURN_IF_ERROR(attach(Pid(*running)));
    } else {
        EMBER_ASSIGN_OR_RETURN(const auto exit, launch());
        if (exit)
            return endedInExec(*exit);
    }
    const Pid pid = *m_sampler.book().launchedPid();
    m_here.status.started(pid);
    return capture(pid);
}

// The outcome if exec itself ended the child. The kernel has already removed the old program when
// it finds the new one damaged, and can only send a signal.
SessionOutcome RecordSession::endedInExec(const model::ExitStatus &exit) const
{
    SessionOutcome outcome;
    outcome.end = CaptureEnd::Failed;
    outcome.time = m_here.anchor.toTimestamp(CaptureClock::now());
    outcome.exit = exit;
    outcome.failure = Error{ErrorCode::CommandNotExecutable, m_here.command.arguments.front(),
                            "exec: it was ended by signal " + std::to_string(exit.code)
                                + " before it ran; the file may be damaged"};
    return outcome;
}

SessionOutcome RecordSession::capture(Pid pid)
{
    SessionOutcome outcome;
    outcome.pid = pid;
    try {
        outcome.end = sampleUntilEnd();
        finishLifecycle();
        m_backend.letRun(CaptureClock::now());
        awaitAsked();
        withholdInterrupts();
        for (const auto &[left, process] : m_sampler.book().processes())
            outcome.left.push_back(Pid(left));
        m_sampler.finish(CaptureClock::now());
    } catch (const std::bad_alloc &) {
        outcome.end = CaptureEnd::Failed;
        outcome.failure = outOfMemory();
    }
    outcome.time = m_here.anchor.toTimestamp(CaptureClock::now());
    outcome.exit = m_sampler.book().launchedExit();
    return outcome;
}

Result<std::optional<model::ExitStatus>> RecordSession::launch()
{
    EMBER_ASSIGN_OR_RETURN(auto child,
                           WaitingChild::fork(m_here.command, m_here.files, m_here.signals));
    model::askToRunFirst(); // only after fork: the child would inherit it
    EMBER_RETURN_IF_ERROR(m_backend.seize(child.pid()));
    child.release();
    // Until exec the child is a copy of the recorder: it is let run without taking samples.
    while (!m_sampler.book().launchedPid()) {
        if (isReadable(child.outcomeFd())) {
            if (auto error = child.execError())
                return *error;
        }
        // Handles no event after exec: the program may end right after it.
        while (!m_sampler.book().launchedPid()) {
            const auto event = m_backend.nextEvent();
            if (!event)
                break;
            if (const auto *gone = std::get_if<ProcessGone>(&*event))
                return outcomeOf(child, *gone, m_here.command.arguments.front());
            m_sampler.handle(*event, CaptureClock::now());
        }
        if (!m_sampler.book().launchedPid())
            wait(isReadable(child.outcomeFd()) ? -1 : child.outcomeFd());
    }
    return std::optional<model::ExitStatus>();
}

Result<void> RecordSession::attach(Pid process)
{
    model::askToRunFirst();
    EMBER_RETURN_IF_ERROR(m_backend.attach(process));
    handleEvents();
    awaitRuntimes();
    return {};
}

// Waits until the runtimes of the processes that were attached to are found: the first samples
// would lack the functions of scripts, and a sample can stand for several ticks. The processes run
// meanwhile.
void RecordSession::awaitRuntimes()
{
    const auto deadline = CaptureClock::now() + runtimesPatience;
    const auto isToEnd = [this] {
        return isReadable(m_here.stop.fd()) || isReadable(m_here.signals.fd())
            || m_sampler.book().launchedExit();
    };
    while (!m_sampler.book().areRuntimesSearched() && !isToEnd()
           && CaptureClock::now() < deadline) {
        pollfd event{m_backend.eventFd(), POLLIN, 0};
        poll(&event, 1, 1);
        handleEvents();
    }
    m_sampler.skipElapsedTime();
}

CaptureEnd RecordSession::sampleUntilEnd()
{
    const auto start = CaptureClock::now();
    if (m_here.options.duration)
        m_end = start + *m_here.options.duration;
    m_clock.start(start);
    mark(CaptureEventKind::Started, start, 0);
    if (m_here.profiler != nullptr)
        m_here.profiler->lifecycle().launched(start);
    m_woken = {};
    for (;;) {
        handleEventsIfDue();
        if (m_sampler.book().launchedExit())
            return CaptureEnd::TargetEnded;
        if (m_woken.byRequest) {
            if (const auto end = handleRequests())
                return *end;
        }
        if (CaptureClock::now() >= m_end)
            return CaptureEnd::TimeUp;
        followLifecycle();
        tickIfDue();
        wait(-1);
    }
}

// Handles events if the descriptor is readable or the last look was long ago. A look costs several
// system calls even if it finds nothing, and most waits end with a tick.
void RecordSession::handleEventsIfDue()
{
    const auto now = CaptureClock::now();
    if (m_woken.byEvent || now >= m_lastLook + maxUnlooked || now >= m_backend.nextLook())
        handleEvents();
}

void RecordSession::handleEvents()
{
    m_lastLook = CaptureClock::now();
    while (auto event = m_backend.nextEvent()) {
        endTransactions(*event);
        const auto now = CaptureClock::now();
        m_sampler.handle(*event, now);
        m_notices.on(*event, m_sampler.book().launchedPid(), m_here.anchor.toTimestamp(now));
    }
}

// Ends the transactions of a process whose memory is gone. Takes its last calls before, as they
// count only as long as the process is recorded.
void RecordSession::endTransactions(const BackendEvent &event)
{
    if (m_here.profiler == nullptr)
        return;
    const auto *const gone = std::get_if<ProcessGone>(&event);
    const auto *const image = std::get_if<ImageReplaced>(&event);
    if (gone == nullptr && image == nullptr)
        return;
    m_here.calls->receive();
    takeCalls();
    m_here.profiler->lifecycle().processEnded(gone != nullptr ? gone->process : image->process,
                                              CaptureClock::now());
}

// Waits for the threads that were asked to stop, at most `askedPatience`: if a thread is detached
// before it has stopped, its system call may be interrupted. On a busy machine a thread needs a
// while to get a CPU for its stop; one that nothing wakes (waiting for the disk, or in vfork until
// its child calls exec) does not stop in time.
void RecordSession::awaitAsked()
{
    const auto deadline = CaptureClock::now() + askedPatience;
    while (m_sampler.isWaiting() && CaptureClock::now() < deadline) {
        pollfd event{m_backend.eventFd(), POLLIN, 0};
        poll(&event, 1, 1);
        handleEvents();
    }
}

std::optional<CaptureEnd> RecordSession::handleRequests()
{
    if (isReadable(m_here.stop.fd()) || isAbandoned(m_logStream))
        return CaptureEnd::Stopped;
    if (const auto request = m_here.signals.nextRequest()) {
        if (const auto end = handle(*request))
            return end;
    }
    followCalls();
    if (m_sampler.book().launchedExit())
        return CaptureEnd::TargetEnded;
    if (!isReadable(m_control.fd()))
        return std::nullopt;
    for (const auto command : m_control.read()) {
        if (const auto end = handle(command))
            return end;
    }
    return std::nullopt;
}

std::optional<CaptureEnd> RecordSession::handle(SignalRequest request)
{
    switch (request) {
    case SignalRequest::End: return CaptureEnd::Stopped;
    case SignalRequest::Keep: keep("asked for by a signal"); break;
    }
    return std::nullopt;
}

std::optional<CaptureEnd> RecordSession::handle(ControlCommand command)
{
    switch (command) {
    case ControlCommand::Pause: askFor(Sampling::Off); break;
    case ControlCommand::Resume: askFor(Sampling::On); break;
    case ControlCommand::Keep: keep("asked for"); break;
    case ControlCommand::Stop: return CaptureEnd::Stopped;
    }
    return std::nullopt;
}

// Starts or stops sampling as a person asks. If a lifecycle is in force, only tells it the wish:
// the lifecycle decides, and a status line answers even if nothing changes.
void RecordSession::askFor(Sampling wanted)
{
    if (m_here.profiler == nullptr) {
        wanted == Sampling::On ? resume() : pause();
        return;
    }
    auto &lifecycle = m_here.profiler->lifecycle();
    if (wanted == Sampling::On)
        lifecycle.startAsked(CaptureClock::now());
    else
        lifecycle.stopAsked(CaptureClock::now());
    if (lifecycle.isRunning() != m_isPaused) // else followLifecycle() will tell
        m_isPaused ? m_here.status.paused() : m_here.status.resumed();
}

// Hands the program's calls of the profiler to the lifecycle, after the events that came before.
void RecordSession::followCalls()
{
    if (m_here.profiler == nullptr || !isReadable(m_here.calls->callsFd()))
        return;
    handleEvents();
    takeCalls();
}

void RecordSession::takeCalls()
{
    for (const auto &sent : m_here.calls->takeCalls()) {
        if (m_sampler.book().isRecorded(sent.sender))
            m_here.profiler->lifecycle().take(sent.sender, sent.call, CaptureClock::now());
    }
}

// Starts or stops sampling if the lifecycle says so.
void RecordSession::followLifecycle()
{
    if (m_here.profiler == nullptr)
        return;
    auto &lifecycle = m_here.profiler->lifecycle();
    lifecycle.elapse(CaptureClock::now());
    lifecycle.isRunning() ? resume() : pause();
    m_here.profiler->keep();
    tellNotices(CaptureClock::now());
}

void RecordSession::finishLifecycle()
{
    if (m_here.profiler == nullptr)
        return;
    m_here.calls->receive();
    followCalls();
    m_here.profiler->lifecycle().finished();
    m_here.profiler->keep();
    tellNotices(CaptureClock::now());
}

void RecordSession::tellNotices(CaptureTime now)
{
    for (auto &notice : m_here.profiler->takeNotices())
        m_here.queue.push(Marker{
            CaptureEventKind::Note, m_here.anchor.toTimestamp(now), 0, {}, std::move(notice)});
}

void RecordSession::keep(const char *cause)
{
    m_sampler.completeTick();
    m_here.queue.push(KeepRequest{m_here.anchor.toTimestamp(CaptureClock::now()), cause});
}

void RecordSession::tickIfDue()
{
    const auto now = CaptureClock::now();
    const auto due = m_clock.due(now);
    if (!due)
        return;
    if (due->missed > 0) {
        m_sampler.completeTick();
        mark(CaptureEventKind::MissedTicks, now, due->missed);
    }
    findNewThreads(now);
    m_sampler.tick(now);
    if (!m_backend.takeWasInTheWay() && m_sampler.threadsWantingCpu() <= m_otherCpus)
        awaitRunning();
    m_sampler.planNext(m_clock.next());
    m_clock.arm(); // only now: planning the tick may have moved us to another CPU
}

// Polls until the threads that can run have stopped. Polling does not get a CPU for a thread that
// queues for one, so those are not waited for. Call only if no thread of the target needs the
// sampler's CPU: such a thread cannot stop before the sampler sleeps, and during that sleep the
// others stop anyway.
void RecordSession::awaitRunning()
{
    const auto asked = m_sampler.waitingFor();
    const auto queued = asked - std::min(asked, m_otherCpus);
    const auto end = CaptureClock::now() + spinTime;
    for (auto now = CaptureClock::now(); m_sampler.waitingFor() > queued && now < end;) {
        if (isReadable(m_backend.eventFd()))
            handleEvents();
        for (const auto look = now + spinPause; now < look;)
            now = CaptureClock::now();
    }
}

void RecordSession::findNewThreads(CaptureTime now)
{
    if (m_backend.lookForThreads() == PtraceBackend::Hidden::No)
        return;
    handleEvents();
    if (std::exchange(m_saidHidden, true))
        return;
    m_here.queue.push(Marker{CaptureEventKind::Note, m_here.anchor.toTimestamp(now), 0,
                             "threads are started faster than each can be followed: those that live"
                             " between two ticks only are not in the capture, nor are their"
                             " children"});
}

// Sleeps until an event, a request, a tick or the end of the capture's time, or until `extraFd`
// (-1: none) is readable; for `maxWait` at most.
void RecordSession::wait(int extraFd)
{
    const int callsFd = m_here.profiler != nullptr ? m_here.calls->callsFd() : -1;
    std::array<pollfd, 8> waited{{{m_backend.eventFd(), POLLIN, 0},
                                  {m_clock.fd(), POLLIN, 0},
                                  {m_here.signals.fd(), POLLIN, 0},
                                  {m_here.stop.fd(), POLLIN, 0},
                                  {m_control.fd(), POLLIN, 0},
                                  {m_logStream, 0, 0},
                                  {callsFd, POLLIN, 0},
                                  {extraFd, POLLIN, 0}}};
    auto end = std::min(m_end, m_backend.nextLook());
    if (m_here.profiler != nullptr)
        end = std::min(end, m_here.profiler->lifecycle().stopsAt().value_or(end));
    const auto left = std::clamp<CaptureClock::duration>(end - CaptureClock::now(),
                                                         CaptureClock::duration(0), maxWait);
    const auto timeout = toTimespec(left);
    const bool isReady = ppoll(waited.data(), waited.size(), &timeout, nullptr) > 0;
    const auto has = [&](std::size_t place) { return isReady && waited.at(place).revents != 0; };
    m_woken.byEvent = has(0);
    m_woken.byRequest = has(2) || has(3) || has(4) || has(5) || has(6);
}

// Consumes the SIGINT that the terminal may have sent to the target as well as to us, whatever has
// ended the capture. The processes are detached only after it has arrived; otherwise it would end
// them.
void RecordSession::withholdInterrupts()
{
    const auto deadline = CaptureClock::now() + interruptPatience;
    while (m_backend.isInterruptPending() && CaptureClock::now() < deadline) {
        pollfd event{m_backend.eventFd(), POLLIN, 0};
        poll(&event, 1, 1);
        handleEvents();
    }
    handleEvents();
}

void RecordSession::pause()
{
    if (std::exchange(m_isPaused, true))
        return;
    m_clock.stop();
    m_backend.letRun(CaptureClock::now());
    m_sampler.completeTick();
    mark(CaptureEventKind::Paused, CaptureClock::now(), 0);
    m_here.status.paused();
}

void RecordSession::resume()
{
    if (!std::exchange(m_isPaused, false))
        return;
    const auto now = CaptureClock::now();
    m_sampler.skipElapsedTime();
    m_clock.start(now);
    const auto *const profiler = m_here.profiler;
    const bool isOfTransactions = profiler != nullptr && profiler->lifecycle().isByTransactions();
    mark(CaptureEventKind::Resumed, now, 0, isOfTransactions ? model::ofTransactions : "");
    m_here.status.resumed();
}

void RecordSession::mark(CaptureEventKind kind, CaptureTime time, std::uint64_t count,
                         std::string_view text)
{
    m_here.queue.push(Marker{kind, m_here.anchor.toTimestamp(time), count, std::string(text)});
}

} // namespace ember::capture
