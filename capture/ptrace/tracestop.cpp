// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/tracestop.h"

#include <csignal>
#include <sys/ptrace.h>
#include <sys/wait.h>

namespace ember::capture {

namespace {

// A stop signal interrupts calls for everybody, and one that had a thread stopped continues it.
// Neither SIGSTOP can be ignored nor what SIGCONT does.
bool isAlwaysOfJobControl(int signal)
{
    return signal == SIGSTOP || signal == SIGCONT;
}

} // namespace

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
    // A plain stop is our request, or comes of a SIGCONT: if that ended a group stop, the calls
    // were interrupted before.
    const bool isPlain = m_event == PTRACE_EVENT_STOP && !isGroupStop();
    return isPlain && previous != Restart::Listen ? StopCause::Ours : StopCause::ItsOwn;
}

} // namespace ember::capture
