// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/threadfiles.h"

#include "capture/procfs/procfiles.h"
#include "capture/procfs/procreader.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <string>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ember::capture {

namespace {

// Descriptors that must stay free for everything else the recorder opens.
constexpr int reservedDescriptors = 64;

bool mayStayOpen(int descriptor)
{
    static const long limit = sysconf(_SC_OPEN_MAX);
    return descriptor < limit - reservedDescriptors;
}

bool nextAddress(Scanner &line, std::uint64_t &address)
{
    line.skipBlanks();
    return line.skip('0') && line.skip('x') && line.number(address, 16);
}

// Number of threads up to which looking at all takes no longer than taking the signal.
constexpr std::size_t fewThreads = 128;
// Pause between two looks at many threads, for each of them: about twenty times what a look takes.
constexpr auto restPerThread = std::chrono::microseconds(10);
// Limit of the pause between two looks: a process whose end is announced by another signal than
// SIGCHLD is found by a look only.
constexpr auto longestRest = std::chrono::seconds(1);

int openChildSignal()
{
    sigset_t childSignal;
    sigemptyset(&childSignal);
    sigaddset(&childSignal, SIGCHLD);
    return signalfd(-1, &childSignal, SFD_CLOEXEC | SFD_NONBLOCK);
}

} // namespace

std::string_view ThreadFile::read(pid_t process, pid_t thread, std::span<char> buffer)
{
    if (!m_file.isOpen()) {
        const auto path =
            "/proc/" + std::to_string(process) + "/task/" + std::to_string(thread) + '/' + m_name;
        m_file = FileDescriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    }
    const auto size = pread(m_file.number(), buffer.data(), buffer.size(), 0);
    if (!mayStayOpen(m_file.number()))
        m_file.close();
    return {buffer.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
}

std::optional<SchedulerCounts> parseSchedulerCounts(std::string_view text)
{
    const auto counts = parseSchedStat(text);
    if (!counts)
        return std::nullopt;
    return SchedulerCounts{counts->running, counts->waiting, counts->timeslices};
}

// Parses "CALL ARGUMENT1 … ARGUMENT6 SP PC"; "-1 SP PC" outside of a call, or "running".
std::optional<ThreadPosition> parseSleepingPosition(std::string_view text)
{
    Scanner line(text);
    std::uint16_t call = 0;
    std::array<std::uint64_t, 6> arguments{};
    ThreadPosition position;
    if (!line.number(call))
        return std::nullopt;
    for (auto &argument : arguments) {
        if (!nextAddress(line, argument))
            return std::nullopt;
    }
    auto &registers = position.registers;
    if (!nextAddress(line, registers.sp) || !nextAddress(line, registers.pc))
        return std::nullopt;
    registers.rdi = arguments[0];
    registers.r10 = arguments[3];
    registers.told = AvailableRegisters::OfBlockedCall;
    position.blocked = true;
    position.call = static_cast<model::SystemCall>(call);
    return position;
}

ThreadTraits readThreadTraits(pid_t process, pid_t thread)
{
    const auto stat = readThreadStat(process, thread);
    if (!stat)
        return {{}, std::nullopt, false};
    return {stat->name, profilePriority(*stat), !stat->hasEnded()};
}

ProcessTraits readProcessTraits(pid_t process)
{
    ProcessTraits traits;
    if (const auto words = readCommandLine(process)) {
        for (const auto &word : *words)
            traits.command += (traits.command.empty() ? "" : " ") + word;
    }
    if (auto path = readExecutable(process))
        traits.executable = *path;
    return traits;
}

ThreadStatuses::ThreadStatuses() : m_signal(openChildSignal()) { }

void ThreadStatuses::expectAnybody()
{
    m_isLookOwed = true;
    m_lookFrom = {};
}

// Takes the signal before the first look: a thread that stops after the last look, which finds
// nothing, sends another signal, and that stays readable.
std::optional<ThreadStatus> ThreadStatuses::next()
{
    if (!std::exchange(m_isLooking, true))
        takeSignal();
    if (m_threads.size() <= fewThreads) {
        m_named.clear();
        m_isUnknownNext = true;
    } else {
        nameIfDue();
    }
    auto found = ofNamed();
    if (!found)
        found = ofUnknown();
    m_isLooking = found.has_value();
    return found;
}

std::optional<ThreadStatus> ThreadStatuses::of(pid_t thread)
{
    ThreadStatus found;
    found.thread = waitpid(thread, &found.status, __WALL | __WNOTHREAD | WNOHANG);
    if (found.thread == 0) // the thread has no new status
        return std::nullopt;
    const bool isKnown = found.thread > 0;
    m_expected.erase(isKnown ? found.thread : thread);
    if (!isKnown || WIFEXITED(found.status) || WIFSIGNALED(found.status))
        m_threads.erase(isKnown ? found.thread : thread);
    return isKnown ? std::optional(found) : std::nullopt;
}

std::optional<ThreadStatus> ThreadStatuses::ofNamed()
{
    while (!m_named.empty()) {
        const pid_t thread = m_named.back();
        m_named.pop_back();
        if (const auto found = of(thread))
            return found;
    }
    return std::nullopt;
}

// Waits for any thread: a thread whose birth has not been reported yet cannot be asked by number.
std::optional<ThreadStatus> ThreadStatuses::ofUnknown()
{
    if (!std::exchange(m_isUnknownNext, false))
        return std::nullopt;
    const auto found = of(-1);
    m_isLookOwed = m_isLookOwed || found;
    return found;
}

void ThreadStatuses::nameIfDue()
{
    const auto now = CaptureClock::now();
    if (m_isOwed && now >= m_expectedFrom)
        nameExpected(now);
    if (now >= (m_isLookOwed ? m_lookFrom : m_lookAnyway))
        nameAll(now);
}

void ThreadStatuses::nameExpected(CaptureTime now)
{
    m_named.insert(m_named.end(), m_expected.begin(), m_expected.end());
    m_isOwed = false;
    m_expectedFrom = now + m_expected.size() * restPerThread;
}

void ThreadStatuses::nameAll(CaptureTime now)
{
    m_named.insert(m_named.end(), m_threads.begin(), m_threads.end());
    m_isUnknownNext = true;
    m_isLookOwed = false;
    m_lookFrom = now + m_threads.size() * restPerThread;
    m_lookAnyway = now + longestRest;
}

CaptureTime ThreadStatuses::nextLook() const
{
    if (m_threads.size() <= fewThreads)
        return CaptureTime::max();
    auto next = m_lookAnyway;
    if (m_isOwed && !m_expected.empty())
        next = std::min(next, m_expectedFrom);
    if (m_isLookOwed)
        next = std::min(next, m_lookFrom);
    return next;
}

// Takes the pending SIGCHLD. It names only one of the threads that have stopped since the previous
// signal was taken.
void ThreadStatuses::takeSignal()
{
    signalfd_siginfo signal{};
    if (read(m_signal.number(), &signal, sizeof signal) <= 0)
        return;
    m_isOwed = true;
    m_isLookOwed = true;
    m_named.push_back(static_cast<pid_t>(signal.ssi_pid));
}

} // namespace ember::capture
