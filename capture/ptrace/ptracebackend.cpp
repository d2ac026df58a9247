// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/ptracebackend.h"

#include "capture/procfs/procreader.h"
#include "capture/ptrace/tracepermission.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <sched.h>
#include <unistd.h>

namespace ember::capture {

using model::Result;

namespace {

bool isInOurGroup(pid_t process)
{
    return getpgid(process) == getpgrp();
}

} // namespace

bool TerminalInterrupt::withholds(pid_t process, const siginfo_t &signal)
{
    // The kernel's terminal code is the only sender of a SIGINT with this code.
    if (signal.si_signo != SIGINT || signal.si_code != SI_KERNEL || !isInOurGroup(process))
        return false;
    return m_withheld.insert(process).second;
}

bool TerminalInterrupt::isPendingIn(pid_t process) const
{
    if (m_withheld.contains(process) || !isInOurGroup(process))
        return false;
    const auto status = readStatus(process);
    return status && (status->pendingSignals >> unsigned(SIGINT - 1) & 1U) != 0;
}

namespace {

// Whether the process is an ancestor of this process, or this process itself.
bool isAncestor(pid_t process)
{
    for (pid_t own = getpid(); own > 1;) {
        if (own == process)
            return true;
        const auto status = readStatus(own);
        own = status ? status->parent : 0;
    }
    return false;
}

bool isTracedByUs(pid_t thread)
{
    const auto status = readStatus(thread);
    return status && status->tracer == gettid();
}

// Returns the clock that clock_getcpuclockid(3) returns, without its system call, which asks
// whether the process exists. The encoding belongs to the kernel's interface
// (include/linux/posix-timers_types.h).
clockid_t cpuClockOf(pid_t process)
{
    constexpr unsigned runningTime = 2; // CPUCLOCK_SCHED
    return static_cast<clockid_t>(~static_cast<unsigned>(process) << 3U | runningTime);
}

} // namespace

PtraceBackend::PtraceBackend(FollowChildren follow) : m_follow(follow) { }

Result<void> PtraceBackend::seize(Pid process)
{
    const auto pid = static_cast<pid_t>(process);
    if (!seizeThread(pid, m_follow))
        return explainRefusal(process, errno, TraceAim::Child);
    m_processes[pid];
    addTracee(pid, pid);
    return {};
}

Result<void> PtraceBackend::attach(Pid process)
{
    EMBER_RETURN_IF_ERROR(checkAttachable(process));
    const auto pid = static_cast<pid_t>(process);
    m_events.push_back(ProcessFound{process, {}});
    EMBER_RETURN_IF_ERROR(seizeThreadsOf(pid));
    if (m_follow == FollowChildren::Yes)
        attachChildrenOf(pid);
    return {};
}

Result<void> PtraceBackend::seizeThreadsOf(pid_t process)
{
    m_processes[process];
    bool isThere = false;
    // Threads start others meanwhile: repeats until a list has only traced ones.
    for (bool foundOther = true; foundOther;) {
        const auto threads = listThreads(process);
        if (!threads)
            break;
        foundOther = false;
        for (const pid_t thread : *threads) {
            if (find(thread))
                continue;
            EMBER_ASSIGN_OR_RETURN(const auto seized, seizeRunning(process, thread));
            foundOther = foundOther || seized == Seized::Yes;
        }
        isThere = isThere || foundOther;
    }
    return isThere ? Result<void>() : explainRefusal(Pid(process), ESRCH, TraceAim::RunningProcess);
}

// Attaches to the present children of a process; later ones are traced automatically. Leaves out
// the recorder and its ancestors, which a captured shell or editor may have started: recording
// itself would show nothing else.
void PtraceBackend::attachChildrenOf(pid_t parent)
{
    for (const pid_t child : listChildren(parent)) {
        const auto status = readStatus(child);
        const bool isOurs = find(child) || (status && status->tracer == gettid());
        if (!status || isOurs || isAncestor(child))
            continue;
        if (const auto attachable = checkAttachable(Pid(child)); !attachable)
            refuseChild(child, attachable.error());
        else
            attachChild(parent, child);
    }
}

void PtraceBackend::attachChild(pid_t parent, pid_t child)
{
    const auto known = m_events.size();
    m_events.push_back(ProcessFound{Pid(child), Pid(parent)});
    const auto seized = seizeThreadsOf(child);
    if (!seized && m_events.size() == known + 1) { // no thread was seized
        m_events.pop_back();
        m_processes.erase(child);
        refuseChild(child, seized.error());
        return;
    }
    attachChildrenOf(child);
}

void PtraceBackend::refuseChild(pid_t child, const model::Error &reason)
{
    if (reason.code != model::ErrorCode::ProcessGone) // otherwise it has just ended
        m_events.push_back(ChildRefused{Pid(child), reason});
}

Result<PtraceBackend::Seized> PtraceBackend::seizeRunning(pid_t process, pid_t thread)
{
    if (seizeThread(thread, m_follow)) {
        addTracee(process, thread).hasRun = true;
        m_events.push_back(
            ThreadAppeared{Pid(process), Tid(thread), ThreadAppeared::Since::Before});
        return Seized::Yes;
    }
    const int reason = errno;
    const auto stat = readThreadStat(process, thread);
    if (reason == ESRCH || !stat || stat->hasEnded())
        return Seized::No; // the thread has ended
    // The thread was born of a traced thread and will be traced automatically.
    if (isTracedByUs(thread))
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
    // Ends the search in processes that have no untraced threads any more: before the look above,
    // the births of all their threads were traced again, so no thread is missing.
    std::erase_if(m_looked, [&](pid_t process) { return !untraced.contains(process); });
    return Hidden::Yes;
}

void PtraceBackend::lookForThreads(pid_t process)
{
    const auto threads = listThreads(process);
    if (!threads || !m_processes.contains(process))
        return;
    for (const pid_t thread : *threads) {
        // A thread that is refused has ended, or is traced already and its event is yet to come.
        if (!find(thread) && seizeThread(thread, m_follow))
            welcomeThread(process, thread)->hasRun = true;
    }
}

// Whether a SIGINT of the terminal is pending in a traced process. Looks at children whose birth
// has not been reported, too: the signal may be pending in the child only, if another thread of the
// parent than the one that forks has taken the parent's.
bool PtraceBackend::isInterruptPending()
{
    m_statuses.expectAnybody();
    const auto isPendingIn = [this](pid_t process) { return m_interrupt.isPendingIn(process); };
    return std::ranges::any_of(m_processes, [&](const auto &known) {
        return isPendingIn(known.first)
            || std::ranges::any_of(listChildren(known.first), [&](pid_t child) {
                   return isPendingIn(child) && isTracedByUs(child);
               });
    });
}

bool PtraceBackend::suspend(Tid thread)
{
    Tracee *tracee = find(static_cast<pid_t>(thread));
    if (!tracee || !interruptThread(static_cast<pid_t>(thread)))
        return false;
    tracee->asked = true;
    m_statuses.expect(static_cast<pid_t>(thread));
    return true;
}

void PtraceBackend::resume(Tid thread)
{
    if (const Tracee *tracee = find(static_cast<pid_t>(thread)))
        restartThread(static_cast<pid_t>(thread), tracee->restart, tracee->signal);
}

// Plans holders only with real-time priority: without it they would keep the sampler itself from
// its CPU, and from ticks.
void PtraceBackend::planToPushAside(std::span<const Tid> threads, CaptureTime moment)
{
    if ((sched_getscheduler(0) & ~SCHED_RESET_ON_FORK) == SCHED_FIFO)
        m_holders.plan(processorsOf(threads), moment);
    else
        moveToOneOf(threads, moment);
    ++m_plans;
}

// Moves the sampler to the CPU of one of the threads, of another one each time: by waking there it
// takes the CPU from the thread.
void PtraceBackend::moveToOneOf(std::span<const Tid> threads, CaptureTime moment)
{
    if (!m_moves.isTimeToMove())
        return;
    const auto thread = static_cast<pid_t>(threads[m_plans % threads.size()]);
    const Tracee *tracee = find(thread);
    if (!tracee)
        return;
    if (const auto stat = readThreadStat(tracee->process, thread))
        m_place.moveTo(stat->processor);
    m_movedFor = moment;
}

void PtraceBackend::letRun(CaptureTime tickStart)
{
    m_holders.release();
    m_wasInTheWay = m_place.isMoved();
    if (m_wasInTheWay)
        m_moves.arrived(tickStart - m_movedFor);
    m_place.leave();
}

// Returns the CPUs that the threads were last seen on. Reading a thread's CPU is slow, so each call
// reads those that are unknown and a few others, in rotation.
std::vector<int> PtraceBackend::processorsOf(std::span<const Tid> threads)
{
    constexpr std::size_t askedEachTime = 4;
    std::vector<int> processors;
    for (std::size_t place = 0; place < threads.size(); ++place) {
        const auto turn = (place + m_plans * askedEachTime) % threads.size();
        const auto thread = static_cast<pid_t>(threads[turn]);
        Tracee *tracee = find(thread);
        if (!tracee)
            continue;
        if (tracee->processor < 0 || place < askedEachTime) {
            const auto stat = readThreadStat(tracee->process, thread);
            tracee->processor = stat ? stat->processor : -1;
        }
        if (tracee->processor >= 0
            && std::ranges::find(processors, tracee->processor) == processors.end())
            processors.push_back(tracee->processor);
    }
    return processors;
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

std::size_t PtraceBackend::readStack(Tid thread, std::uint64_t address, std::span<std::byte> bytes)
{
    return readProcessMemory(static_cast<pid_t>(thread), address, bytes);
}

std::size_t PtraceBackend::readPieces(Tid thread, std::span<const StopReader::Piece> pieces)
{
    return readProcessMemory(static_cast<pid_t>(thread), pieces);
}

bool PtraceBackend::hidesMemory(Pid process)
{
    return isMemoryHidden(static_cast<pid_t>(process));
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

std::optional<std::uint64_t> PtraceBackend::timesSlept(Tid thread)
{
    const Tracee *tracee = find(static_cast<pid_t>(thread));
    if (!tracee)
        return std::nullopt;
    const auto status = readThreadStatus(tracee->process, static_cast<pid_t>(thread));
    return status ? std::optional(status->voluntarySwitches) : std::nullopt;
}

std::optional<std::chrono::nanoseconds> PtraceBackend::cpuTime(Pid process)
{
    timespec time{};
    if (clock_gettime(cpuClockOf(static_cast<pid_t>(process)), &time) != 0)
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
    auto text = readMapsText(static_cast<pid_t>(process));
    return text ? std::move(*text) : std::string();
}

PtraceBackend::Tracee &PtraceBackend::addTracee(pid_t process, pid_t thread)
{
    m_statuses.add(thread);
    Tracee &tracee = m_tracees[thread];
    tracee.process = process;
    return tracee;
}

PtraceBackend::Tracee *PtraceBackend::find(pid_t thread)
{
    const auto place = m_tracees.find(thread);
    return place == m_tracees.end() ? nullptr : &place->second;
}

} // namespace ember::capture
