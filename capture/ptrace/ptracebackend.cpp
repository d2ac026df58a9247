// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/ptracebackend.h"

#include "capture/procfs/procreader.h"
#include "capture/ptrace/attachcheck.h"
#include "capture/ptrace/tracepermission.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <sys/ptrace.h>
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

constexpr int eventOf(int status)
{
    return status >> 16;
}

bool isGroupStop(int status)
{
    return eventOf(status) == PTRACE_EVENT_STOP && WSTOPSIG(status) != SIGTRAP;
}

// A stop signal interrupts calls for everybody, and one that had a thread stopped continues it.
bool isOfJobControl(int signal)
{
    return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU
        || signal == SIGCONT;
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
    m_processes.insert(pid);
    m_tracees[pid].process = pid;
    return {};
}

Result<void> PtraceBackend::attach(Pid process)
{
    EMBER_RETURN_IF_ERROR(checkAttachable(process));
    const auto pid = static_cast<pid_t>(process);
    m_processes.insert(pid);
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

bool PtraceBackend::isInterruptPending() const
{
    return std::ranges::any_of(m_processes,
                               [this](pid_t process) { return m_interrupt.isPendingIn(process); });
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
    const int event = eventOf(status);
    if (event == PTRACE_EVENT_EXEC)
        handleExec(thread);
    Tracee *tracee = find(thread);
    if (!tracee)
        tracee = adopt(thread);
    if (!tracee)
        return;
    chooseRestart(*tracee, thread, status);
    if (event == PTRACE_EVENT_CLONE || event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK)
        handleBirth(thread, event);
    // The kernel forgets a PTRACE_INTERRUPT when the thread stops for anything else: every stop is
    // as good, the thread has run no code of its own since.
    tracee = find(thread);
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

void PtraceBackend::handleBirth(pid_t creator, int event)
{
    const auto born = bornThread(creator);
    if (!born || find(*born)) // its own first stop came before
        return;
    const pid_t process = m_tracees[creator].process;
    if (event == PTRACE_EVENT_CLONE && isThreadOf(process, *born))
        welcomeThread(process, *born);
    else
        welcomeProcess(process, *born);
}

void PtraceBackend::handleExec(pid_t process)
{
    // The other threads vanish without a word, and the one that called exec took over this id.
    forgetThreadsOf(process);
    m_tracees[process].process = process;
    m_processes.insert(process);
    m_events.push_back(ImageReplaced{Pid(process)});
}

void PtraceBackend::chooseRestart(Tracee &tracee, pid_t thread, int status)
{
    const bool wasGroupStop = tracee.restart == Restart::Listen;
    const bool isSignal = eventOf(status) == 0;
    const int signal = WSTOPSIG(status);
    tracee.restart = isGroupStop(status) ? Restart::Listen : Restart::Continue;
    tracee.signal = isSignal ? signalToDeliver(tracee, thread, signal) : 0;
    // A plain stop is our request, or comes of a SIGCONT: if that ended a group stop, the calls
    // were interrupted before.
    const bool isPlain = eventOf(status) == PTRACE_EVENT_STOP && !isGroupStop(status);
    const bool isOurs = isSignal ? !isOfJobControl(signal) : isPlain && !wasGroupStop;
    tracee.cause = isOurs ? StopCause::Ours : StopCause::ItsOwn;
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
    m_processes.insert(process);
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
