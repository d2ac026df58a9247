// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/ptrace/threadregisters.h"
#include "capture/ptrace/tracerequests.h"

namespace ember::capture {

// What waitpid(2) said of a traced thread that stopped.
class TraceStop {
public:
    explicit TraceStop(int status);

    int signal() const { return m_signal; }

    // On its way to the thread.
    bool isSignal() const { return m_event == 0; }

    bool isExec() const;
    bool isClone() const; // mostly a new thread
    bool isBirth() const; // a clone, or a new process
    bool isGroupStop() const; // job control has stopped the process

    // A signal that stops a process which does not ignore it: whether it does decides on the cause.
    bool mayHalt() const;

    // `previous` is how the thread was let go from its stop before. `isIgnored`: the process
    // ignores the signal; asked of those that mayHalt().
    StopCause cause(Restart previous, bool isIgnored) const;

    Restart restart() const { return isGroupStop() ? Restart::Listen : Restart::Continue; }

private:
    int m_event; // PTRACE_EVENT_…, or 0
    int m_signal;
};

} // namespace ember::capture
