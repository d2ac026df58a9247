// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/ptracebackend.h"

#include "capture/procfs/procreader.h"
#include "capture/ptrace/attachcheck.h"
#include "capture/ptrace/tracepermission.h"
#include "capture/ptrace/tracestop.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ember::capture {

using model::Result;

namespace {

int openChildSignal()
{
    sigset_t childSignal;
    sigemptyset(&childSignal);
    sigaddset(&childSignal, SIGCHLD);
    return signalfd(-1, &childSignal, SFD_CLOEXEC | SFD_NONBLOCK);
}

model::ExitStatus toExitStatus(int status)
{
    if (WIFSIGNALED(status))
        return {WTERMSIG(status), true, WCOREDUMP(status) != 0};
    return {WEXITSTATUS(status), false, false};
}

bool isThreadOf(pid_t process, pid_t thread)
{
    return tgkill(process, thread, 0) == 0;
}

} // namespace

PtraceBackend::PtraceBackend(FollowChildren follow)
    : m_follow(follow),
      m_childSignal(openChildSignal())
{
}

Result<void> PtraceBackend::seize(Pid process)
{
    const auto pid = static_cast<pid_t>(process);
    if (!seizeThread(pid, m_follow))
        return explainRefusal(process, errno, TraceAim::Child);
    m_processes[pid];
    m_tracees[pid].process = pid;
    return {};
}

Result<void> PtraceBackend::attach(Pid process)
{
    EMBER_RETURN_IF_ERROR(checkAttachable(process));
    const auto pid = static_cast<pid_t>(process);
    m_processes[pid];
    m_events.push_back(ProcessFound{process});
    // Threads start others while we look: until a look finds none that is not ours.
    for (bool foundOther = true; foundOther;) {
        const auto threads = listThreads(pid);
        if (!threads)
            return explainRefusal(process, ESRCH, TraceAim::RunningProcess);
        foundOther = false;
        for (const pid_t thread : *threads) {
            if (find(thread))
                continue;
            EMBER_ASSIGN_OR_RETURN(const auto seized, seizeRunning(pid, thread));
            foundOther = foundOther || seized == Seized::Yes;
        }
    }
    if (m_tracees.empty())
        return explainRefusal(process, ESRCH, TraceAim::RunningProcess);
    return {};
}

Result<PtraceBackend::Seized> PtraceBackend::seizeRunning(pid_t process, pid_t thread)
{
    if (seizeThread(thread, m_follow)) {
        m_tracees[thread].process = process;
        m_events.push_back(
            ThreadAppeared{Pid(process), Tid(thread), ThreadAppeared::Since::Before});
        return Seized::Yes;
    }
    const int reason = errno;
    const auto stat = readThreadStat(process, thread);
    if (reason == ESRCH || !stat || stat->state == 'Z' || stat->state == 'X')
        return Seized::No; // it has ended
    // Born of a thread that is ours: it comes by itself.
    if (const auto status = readStatus(thread); status && status->tracer == gettid())
        return Seized::No;
    return explainRefusal(Pid(process), reason, TraceAim::RunningProcess);
}

PtraceBackend::Hidden PtraceBackend::lookForThreads()
{
    if (m_looked.empty())
        return Hidden::No;
    std::erase_if(m_untraced, [this](pid_t thread) { return !find(thread); });
    std::unordered_set<pid_t> untraced;
    for (const pid_t thread : m_untraced) {
        const pid_t process = m_tracees[thread].process;
        untraced.insert(process);
        if (!m_processes[process].areTooMany(CaptureClock::now()))
            interruptThread(thread); // its births are traced again from this stop on
    }
    for (const pid_t process : m_looked)
        lookForThreads(process);
    // Looked at once more since the last thread's births are traced again: nobody is left out.
    std::erase_if(m_looked, [&](pid_t process) { return !untraced.contains(process); });
    return Hidden::Yes;
}

void PtraceBackend::lookForThreads(pid_t process)
{
    const auto threads = listThreads(process);
    if (!threads || !m_processes.contains(process))
        return;
    for (const pid_t thread : *threads) {
        // A thread that is refused has ended, or is ours already and has yet to say so.
        if (find(thread) || !seizeThread(thread, m_follow, Births::Untraced))
            continue;
        welcomeThread(process, thread)->births = Births::Untraced;
        m_untraced.insert(thread);
    }
}

bool PtraceBackend::isInterruptPending() const
{
    return std::ranges::any_of(m_processes, [this](const auto &process) {
        return m_interrupt.isPendingIn(process.first);
    });
}

std::optional<BackendEvent> PtraceBackend::nextEvent()
{
    // Emptied before looking: a signal that comes after the last look stays readable.
    signalfd_siginfo ignored{};
    if (m_events.empty())
        while (read(m_childSignal.number(), &ignored, sizeof ignored) > 0) { }
    while (m_events.empty()) {
        int status = 0;
        const pid_t thread = waitpid(-1, &status, __WALL | __WNOTHREAD | WNOHANG);
        if (thread <= 0)
            return std::nullopt;
        handleStatus(thread, status);
    }
    const auto event = m_events.front();
    m_events.pop_front();
    return event;
}

bool PtraceBackend::suspend(Tid thread)
{
    Tracee *tracee = find(static_cast<pid_t>(thread));
    if (!tracee || !interruptThread(static_cast<pid_t>(thread)))
        return false;
    tracee->asked = true;
    return true;
}

void PtraceBackend::resume(Tid thread)
{
    if (const Tracee *tracee = find(static_cast<pid_t>(thread)))
        restartThread(static_cast<pid_t>(thread), tracee->restart, tracee->signal);
}

std::optional<ThreadPosition> PtraceBackend::position(Tid thread)
{
    const Tracee *tracee = find(static_cast<pid_t>(thread));
    if (!tracee)
        return std::nullopt;
    return readRegisters(static_cast<pid_t>(thread), tracee->cause);
}

std::optional<ThreadPosition> PtraceBackend::sleepingPosition(Tid thread)
{
    Tracee *tracee = find(static_cast<pid_t>(thread));
    if (!tracee)
        return std::nullopt;
    std::array<char, ThreadFile::longestText> text;
    return parseSleepingPosition(
        tracee->callFile.read(tracee->process, static_cast<pid_t>(thread), text));
}

std::size_t PtraceBackend::readStack(Pid process, std::uint64_t address, std::span<std::byte> bytes)
{
    return readProcessMemory(static_cast<pid_t>(process), address, bytes);
}

std::optional<SchedulerCounts> PtraceBackend::schedulerCounts(Tid thread)
{
    Tracee *tracee = find(static_cast<pid_t>(thread));
    if (!tracee)
        return std::nullopt;
    std::array<char, ThreadFile::longestText> text;
    return parseSchedulerCounts(
        tracee->schedulerFile.read(tracee->process, static_cast<pid_t>(thread), text));
}

std::optional<std::chrono::nanoseconds> PtraceBackend::cpuTime(Pid process)
{
    clockid_t clock{};
    timespec time{};
    if (clock_getcpuclockid(static_cast<pid_t>(process), &clock) != 0
        || clock_gettime(clock, &time) != 0)
        return std::nullopt;
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

ThreadTraits PtraceBackend::threadTraits(Tid thread)
{
    const Tracee *tracee = find(static_cast<pid_t>(thread));
    return tracee ? readThreadTraits(tracee->process, static_cast<pid_t>(thread))
                  : ThreadTraits{{}, std::nullopt, false};
}

ProcessTraits PtraceBackend::processTraits(Pid process)
{
    return readProcessTraits(static_cast<pid_t>(process));
}

std::string PtraceBackend::memoryMaps(Pid process)
{
    auto text = readProcFile("/proc/" + std::to_string(static_cast<pid_t>(process)) + "/maps");
    return text ? std::move(*text) : std::string();
}

PtraceBackend::Tracee *PtraceBackend::find(pid_t thread)
{
    const auto place = m_tracees.find(thread);
    return place == m_tracees.end() ? nullptr : &place->second;
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
        m_events.push_back(ProcessGone{Pid(thread), toExitStatus(status)});
    } else if (m_tracees.erase(thread) > 0) {
        m_events.push_back(ThreadGone{Tid(thread)});
    }
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
    tracee->cause = stop.cause(tracee->restart);
    tracee->restart = stop.restart();
    tracee->signal = stop.isSignal() ? signalToDeliver(*tracee, thread, stop.signal()) : 0;
    if (stop.isBirth())
        handleBirth(thread, stop);
    // The kernel forgets a PTRACE_INTERRUPT when the thread stops for anything else: every stop is
    // as good, the thread has run no code of its own since.
    tracee = find(thread);
    chooseBirths(*tracee, thread);
    if (std::exchange(tracee->asked, false))
        m_events.push_back(ThreadSuspended{Tid(thread)});
    else
        letGo(*tracee, thread);
}

// Nobody will ask for its registers, but a call that was interrupted is mended all the same.
void PtraceBackend::letGo(Tracee &tracee, pid_t thread)
{
    if (tracee.cause == StopCause::Ours)
        readRegisters(thread, tracee.cause);
    restartThread(thread, tracee.restart, tracee.signal);
}

void PtraceBackend::handleBirth(pid_t creator, const TraceStop &stop)
{
    const pid_t process = m_tracees[creator].process;
    const auto born = bornThread(creator);
    if (!born)
        return;
    const bool isThread = stop.isClone() && isThreadOf(process, *born);
    if (isThread)
        m_processes[process].note(CaptureClock::now());
    if (find(*born)) // its own first stop came before
        return;
    if (isThread)
        welcomeThread(process, *born);
    else
        welcomeProcess(process, *born);
}

// Of a thread that stands.
void PtraceBackend::chooseBirths(Tracee &tracee, pid_t thread)
{
    const bool areTooMany = m_processes[tracee.process].areTooMany(CaptureClock::now());
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
    // The other threads vanish without a word, and the one that called exec took over this id.
    forgetThreadsOf(process);
    m_tracees[process].process = process;
    m_processes[process] = {};
    m_events.push_back(ImageReplaced{Pid(process)});
}

int PtraceBackend::signalToDeliver(const Tracee &tracee, pid_t thread, int signal)
{
    if (signal != SIGINT)
        return signal;
    const auto info = stopSignalInfo(thread);
    return info && m_interrupt.withholds(tracee.process, *info) ? 0 : signal;
}

// A thread that stops before the event that tells of its birth.
PtraceBackend::Tracee *PtraceBackend::adopt(pid_t thread)
{
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
    Tracee &tracee = m_tracees[thread];
    tracee.process = process;
    return &tracee;
}

PtraceBackend::Tracee *PtraceBackend::welcomeProcess(pid_t parent, pid_t process)
{
    if (m_follow == FollowChildren::No) {
        m_strangers.insert(process);
        return nullptr;
    }
    m_processes[process];
    m_events.push_back(ProcessForked{Pid(parent), Pid(process)});
    Tracee &tracee = m_tracees[process];
    tracee.process = process;
    return &tracee;
}

void PtraceBackend::forgetThreadsOf(pid_t process)
{
    std::erase_if(m_tracees,
                  [process](const auto &entry) { return entry.second.process == process; });
}

} // namespace ember::capture
