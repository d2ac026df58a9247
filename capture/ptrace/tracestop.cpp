// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/tracestop.h"

#include <csignal>
#include <cstdint>
#include <sys/ptrace.h>
#include <sys/wait.h>

namespace ember::capture {

namespace {

// Converts a number to the pointer that ptrace's prototype has in its place.
void *asData(std::uintptr_t number)
{
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return reinterpret_cast<void *>(number);
}

std::uintptr_t optionsFor(FollowChildren follow, Births births)
{
    std::uintptr_t options = PTRACE_O_TRACEEXEC;
    if (births == Births::Traced)
        options |= PTRACE_O_TRACECLONE;
    if (follow == FollowChildren::Yes)
        options |= PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK;
    return options;
}

// Whether a signal is job control whatever the process does with it: SIGSTOP cannot be ignored, nor
// can the effect of SIGCONT. A stop signal interrupts calls in any case, and SIGCONT continues a
// stopped thread.
bool isAlwaysOfJobControl(int signal)
{
    return signal == SIGSTOP || signal == SIGCONT;
}

} // namespace

bool seizeThread(pid_t thread, FollowChildren follow)
{
    return ptrace(PTRACE_SEIZE, thread, nullptr, asData(optionsFor(follow, Births::Traced))) == 0;
}

void traceBirths(pid_t thread, FollowChildren follow, Births births)
{
    ptrace(PTRACE_SETOPTIONS, thread, nullptr, asData(optionsFor(follow, births)));
}

bool interruptThread(pid_t thread)
{
    return ptrace(PTRACE_INTERRUPT, thread, nullptr, nullptr) == 0;
}

void restartThread(pid_t thread, Restart restart, int signal)
{
    const auto request = restart == Restart::Listen ? PTRACE_LISTEN : PTRACE_CONT;
    ptrace(request, thread, nullptr, asData(static_cast<std::uintptr_t>(signal)));
}

void releaseThread(pid_t thread)
{
    ptrace(PTRACE_DETACH, thread, nullptr, nullptr);
}

std::optional<pid_t> bornThread(pid_t creator)
{
    unsigned long message = 0;
    if (ptrace(PTRACE_GETEVENTMSG, creator, nullptr, &message) != 0)
        return std::nullopt;
    return static_cast<pid_t>(message);
}

std::optional<siginfo_t> stopSignalInfo(pid_t thread)
{
    siginfo_t info{};
    if (ptrace(PTRACE_GETSIGINFO, thread, nullptr, &info) != 0)
        return std::nullopt;
    return info;
}

TraceStop::TraceStop(int status) : m_event(status >> 16), m_signal(WSTOPSIG(status)) { }

bool TraceStop::isExec() const
{
    return m_event == PTRACE_EVENT_EXEC;
}

bool TraceStop::isClone() const
{
    return m_event == PTRACE_EVENT_CLONE;
}

bool TraceStop::isBirth() const
{
    return isClone() || m_event == PTRACE_EVENT_FORK || m_event == PTRACE_EVENT_VFORK;
}

bool TraceStop::isGroupStop() const
{
    return m_event == PTRACE_EVENT_STOP && m_signal != SIGTRAP;
}

bool TraceStop::mayHalt() const
{
    return isSignal() && (m_signal == SIGTSTP || m_signal == SIGTTIN || m_signal == SIGTTOU);
}

StopCause TraceStop::cause(Restart previous, bool isIgnored) const
{
    if (isSignal()) {
        const bool isItsOwn = isAlwaysOfJobControl(m_signal) || (mayHalt() && !isIgnored);
        return isItsOwn ? StopCause::ItsOwn : StopCause::Ours;
    }
    // A plain stop is our request, or comes from a SIGCONT: if that ended a group stop, the calls
    // had been interrupted by that stop.
    const bool isPlain = m_event == PTRACE_EVENT_STOP && !isGroupStop();
    return isPlain && previous != Restart::Listen ? StopCause::Ours : StopCause::ItsOwn;
}

} // namespace ember::capture
