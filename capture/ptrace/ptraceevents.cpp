// SPDX-License-Identifier: GPL-3.0-or-later
// Handles what the kernel reports: stops, births and ends of traced threads.
#include "capture/procfs/procreader.h"
#include "capture/ptrace/ptracebackend.h"
#include "capture/sampling/captureclock.h"
#include "capture/system/childprocess.h"

#include <array>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

namespace ember::capture {

namespace {

bool ignoresSignal(pid_t process, pid_t thread, int signal)
{
    const auto status = readThreadStatus(process, thread);
    return status && (status->ignoredSignals >> unsigned(signal - 1) & 1U) != 0;
}

bool isThreadOf(pid_t process, pid_t thread)
{
    return tgkill(process, thread, 0) == 0;
}

} // namespace

std::optional<BackendEvent> PtraceBackend::nextEvent()
{
    while (m_events.empty()) {
        const auto found = m_statuses.next();
        if (!found)
            return std::nullopt;
        handleStatus(found->thread, found->status);
    }
    const auto event = m_events.front();
    m_events.pop_front();
    return event;
}

void PtraceBackend::handleStatus(pid_t thread, int status)
{
    if (WIFEXITED(status) || WIFSIGNALED(status))
        handleEnd(thread, status);
    else if (WIFSTOPPED(status))
        handleStop(thread, status);
}

void PtraceBackend::handleEnd(pid_t thread, int status)
{
    m_strangers.erase(thread);
    // The first thread of a process is reported last, with the status of the whole.
    if (m_processes.erase(thread) > 0) {
        forgetThreadsOf(thread);
        m_halted.erase(thread);
        m_events.push_back(ProcessGone{Pid(thread), exitStatusOf(status)});
    } else if (const auto ended = m_tracees.extract(thread)) {
        m_events.push_back(ThreadGone{Tid(thread)});
        endIfHeadless(ended.mapped().process, status);
    } else {
        m_bornBefore.insert(thread);
    }
}

// Reports the end of a process whose first thread had ended when it was attached: the kernel does
// not report it. If all threads ended together the last one has the exit status of the process.
void PtraceBackend::endIfHeadless(pid_t process, int status)
{
    if (find(process))
        return;
    const auto stat = readStat(process);
    if (stat && (stat->state != 'Z' || stat->threads > 1)) // other threads go on, or one that calls
                                                           // exec replaces the first
        return;
    m_processes.erase(process);
    m_halted.erase(process);
    forgetThreadsOf(process);
    m_events.push_back(ProcessGone{Pid(process), exitStatusOf(status)});
}

void PtraceBackend::handleStop(pid_t thread, int status)
{
    if (m_strangers.erase(thread) > 0) {
        releaseThread(thread);
        return;
    }
    const TraceStop stop(status);
    if (stop.isExec())
        handleExec(thread);
    Tracee *tracee = find(thread);
    if (!tracee)
        tracee = adopt(thread);
    if (!tracee)
        return;
    noteHalt(*tracee, stop);
    const bool isIgnored = stop.mayHalt() && ignoresSignal(tracee->process, thread, stop.signal());
    tracee->cause = stop.cause(tracee->restart, isIgnored);
    tracee->restart = stop.restart();
    tracee->signal = stop.isSignal() ? signalToDeliver(*tracee, thread, stop.signal()) : 0;
    if (stop.isBirth())
        handleBirth(thread, stop);
    // Any stop answers a request: the kernel forgets a PTRACE_INTERRUPT when the thread stops for
    // another reason, and the thread has run no code of its own since.
    tracee = find(thread);
    chooseBirths(*tracee, thread, stop.isClone() || !tracee->hasRun);
    tracee->hasRun = true;
    if (std::exchange(tracee->asked, false))
        m_events.push_back(ThreadSuspended{Tid(thread)});
    else
        restart(*tracee, thread);
}

// Reports a halt or its end once for all threads of the process. A thread that stops within a group
// stop gets that stop again.
void PtraceBackend::noteHalt(const Tracee &tracee, const TraceStop &stop)
{
    if (stop.isGroupStop()) {
        if (m_halted.insert(tracee.process).second)
            m_events.push_back(ProcessHalted{Pid(tracee.process), stop.signal()});
    } else if (tracee.restart == Restart::Listen && m_halted.erase(tracee.process) > 0) {
        m_events.push_back(ProcessContinued{Pid(tracee.process)});
    }
}

// Restarts a thread that the sampler has not asked for. Reading its registers repairs a system call
// that our stop has interrupted.
void PtraceBackend::restart(Tracee &tracee, pid_t thread)
{
    if (tracee.cause == StopCause::Ours)
        readRegisters(thread, tracee.cause);
    restartThread(thread, tracee.restart, tracee.signal);
}

void PtraceBackend::handleBirth(pid_t creator, const TraceStop &stop)
{
    const pid_t process = m_tracees[creator].process;
    if (stop.isClone())
        m_processes[process].note(CaptureClock::now(), waitedForCpu());
    const auto born = bornThread(creator);
    if (!born || m_bornBefore.erase(*born) > 0)
        return;
    m_statuses.expect(*born);
    if (stop.isClone() && isThreadOf(process, *born))
        welcomeThread(process, *born);
    else
        welcomeProcess(process, *born);
}

// Sets whether births of a stopped thread are traced. A thread that starts no threads itself stays
// traced: all untraced ones must be stopped again once there are no longer too many births.
void PtraceBackend::chooseBirths(Tracee &tracee, pid_t thread, bool startsThreads)
{
    const bool areTooMany = m_processes[tracee.process].areTooMany(CaptureClock::now());
    if (areTooMany && !startsThreads)
        return;
    const auto wanted = areTooMany ? Births::Untraced : Births::Traced;
    if (std::exchange(tracee.births, wanted) == wanted)
        return;
    traceBirths(thread, m_follow, wanted);
    if (wanted == Births::Traced) {
        m_untraced.erase(thread);
        return;
    }
    m_untraced.insert(thread);
    m_looked.insert(tracee.process);
}

void PtraceBackend::handleExec(pid_t process)
{
    // The other threads vanish without events, and the thread that called exec took over this id.
    forgetThreadsOf(process);
    addTracee(process, process);
    m_processes[process] = {};
    m_untraced.erase(process);
    traceBirths(process, m_follow, Births::Traced); // the thread that called exec may differ
    m_events.push_back(ImageReplaced{Pid(process)});
}

int PtraceBackend::signalToDeliver(const Tracee &tracee, pid_t thread, int signal)
{
    if (signal != SIGINT)
        return signal;
    const auto info = stopSignalInfo(thread);
    return info && m_interrupt.withholds(tracee.process, *info) ? 0 : signal;
}

// How long the tracing thread has waited for a CPU in its life.
std::chrono::nanoseconds PtraceBackend::waitedForCpu()
{
    std::array<char, ThreadFile::longestText> text;
    const auto counts = parseSchedulerCounts(m_ownSchedule.read(getpid(), gettid(), text));
    return counts ? counts->waiting : std::chrono::nanoseconds(0);
}

// Adds a thread that stops before the event of its birth has come, and may have ended by now.
PtraceBackend::Tracee *PtraceBackend::adopt(pid_t thread)
{
    m_bornBefore.insert(thread);
    m_statuses.expectAnybody();
    const auto status = readStatus(thread);
    if (!status) // killed already
        return nullptr;
    if (status->process != thread)
        return welcomeThread(status->process, thread);
    Tracee *tracee = welcomeProcess(status->parent, thread);
    if (!tracee) {
        m_strangers.erase(thread);
        releaseThread(thread);
    }
    return tracee;
}

PtraceBackend::Tracee *PtraceBackend::welcomeThread(pid_t process, pid_t thread)
{
    m_events.push_back(ThreadAppeared{Pid(process), Tid(thread)});
    return &addTracee(process, thread);
}

PtraceBackend::Tracee *PtraceBackend::welcomeProcess(pid_t parent, pid_t process)
{
    if (m_follow == FollowChildren::No) {
        m_strangers.insert(process);
        return nullptr;
    }
    m_processes[process];
    m_events.push_back(ProcessForked{Pid(parent), Pid(process)});
    Tracee &tracee = addTracee(process, process);
    if (m_looked.contains(parent)) // the parent's setting is inherited, until the child stops for
                                   // the first time
        tracee.births = Births::Untraced;
    return &tracee;
}

void PtraceBackend::forgetThreadsOf(pid_t process)
{
    std::erase_if(m_tracees,
                  [process](const auto &entry) { return entry.second.process == process; });
}

} // namespace ember::capture
