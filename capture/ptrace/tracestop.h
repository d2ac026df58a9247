// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "capture/sampling/backend.h"

#include <csignal>
#include <optional>
#include <sys/types.h>

namespace ember::capture {

// The cause of a stop: ours, which would not have happened without us and must go unnoticed, or the
// program's own.
enum class StopCause : unsigned char {
    Ours, // our request, or a signal the process ignores, which disturbs a thread only if it is
          // traced
    ItsOwn, // job control; a new thread or program
};

// Reads the registers of a stopped thread; absent if it was killed meanwhile.
//
// Some calls are not restarted by the kernel after a stop but fail with EINTR (epoll_wait, semop,
// …). If the stop is Ours such a result is changed to "restart", so that the program does not see
// it; a signal that has a handler still interrupts the call. A relative timeout starts anew. Calls
// that the kernel resumes by restart_syscall(2) are begun anew, too, if the program filters its
// calls (seccomp(2)): the filter may not know that call.
//
// Two cases cannot be mended. A thread that the kernel woke for a signal to the whole process that
// the process ignores (SIGCHLD without handler) has no stop to mend it in if another thread, which
// is stopped at just that moment, takes the signal first. A call that has transferred a part
// (write() to a pipe that is full, recv() with MSG_WAITALL, getrandom()) succeeds with that part's
// size.
std::optional<ThreadPosition> readRegisters(pid_t thread, StopCause cause);

// Whether `call` (as in <sys/syscall.h>) fails with EINTR after a stop, and can be restarted.
bool needsRestart(unsigned long long call);

// ptrace(2) as the backend uses it. Call from the tracing thread only. Errors are in errno.

enum class Births : unsigned char { Untraced, Traced }; // whether births of threads are traced

// Traces a thread without stopping it. Its exec, its new threads and, if they are followed, its
// children are then traced automatically.
bool seizeThread(pid_t thread, FollowChildren follow);
// Sets whether births are traced. The thread must be stopped. Threads and processes that it starts
// inherit the setting.
void traceBirths(pid_t thread, FollowChildren follow, Births births);
bool interruptThread(pid_t thread);

enum class Restart : unsigned char {
    Continue,
    Listen, // the thread stays in its group stop until job control continues it
};

// Restarts a stopped thread. Does nothing if it was killed meanwhile.
void restartThread(pid_t thread, Restart restart, int signal);
void releaseThread(pid_t thread);

// The new thread or process, if this thread stopped because of a clone, fork or vfork.
std::optional<pid_t> bornThread(pid_t creator);
std::optional<siginfo_t> stopSignalInfo(pid_t thread);

// The stop of a traced thread, decoded from the status of waitpid(2).
class TraceStop {
public:
    explicit TraceStop(int status);

    int signal() const { return m_signal; }

    // Whether the stop is for a signal on its way to the thread.
    bool isSignal() const { return m_event == 0; }

    bool isExec() const;
    bool isClone() const; // mostly a new thread
    bool isBirth() const; // a clone, or a new process
    bool isGroupStop() const; // job control has stopped the process

    // Whether the signal stops a process that does not ignore it. Only then the cause depends on
    // whether the process ignores the signal.
    bool mayHalt() const;

    // `previous` is how the thread was let go from its previous stop. `isIgnored`: the process
    // ignores the signal; needed only if mayHalt().
    StopCause cause(Restart previous, bool isIgnored) const;

    Restart restart() const { return isGroupStop() ? Restart::Listen : Restart::Continue; }

private:
    int m_event; // PTRACE_EVENT_…, or 0
    int m_signal;
};

} // namespace ember::capture
