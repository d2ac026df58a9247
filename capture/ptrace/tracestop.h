// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "capture/ptrace/threadregisters.h"

#include <csignal>
#include <optional>
#include <sys/types.h>

namespace ember::capture {

// ptrace(2) as the backend uses it. Errors are in errno; they come from the tracing thread only.

enum class Births : unsigned char { Untraced, Traced }; // of threads

// Takes a thread without stopping it; its exec, its new threads and, if they are followed, its
// children come by themselves.
bool seizeThread(pid_t thread, FollowChildren follow);
// The thread must be stopped. Threads and processes that it starts inherit the setting.
void traceBirths(pid_t thread, FollowChildren follow, Births births);
bool interruptThread(pid_t thread);

enum class Restart : unsigned char {
    Continue,
    Listen, // it stays in its group stop, as the shell has it
};

// Of a thread that stands. It was killed meanwhile: nothing happens.
void restartThread(pid_t thread, Restart restart, int signal);
void releaseThread(pid_t thread);

// Of a thread that stopped because of a clone, fork or vfork: who was born.
std::optional<pid_t> bornThread(pid_t creator);
std::optional<siginfo_t> stopSignalInfo(pid_t thread);

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
