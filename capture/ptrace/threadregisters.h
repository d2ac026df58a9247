// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/backend.h"

#include <optional>
#include <sys/types.h>

namespace ember::capture {

// Whether a stop would not have happened without us and must go unnoticed, or is the program's own.
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

} // namespace ember::capture
