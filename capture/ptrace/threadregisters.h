// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/backend.h"

#include <optional>
#include <sys/types.h>

namespace ember::capture {

// Whether a stop is one that a program would not have noticed without us, and must not notice.
enum class StopCause : unsigned char {
    Ours, // our request; a signal it ignores, which disturbs a thread only where it is traced
    ItsOwn, // job control; a new thread or program
};

// Registers of a stopped thread; absent when it was killed meanwhile.
//
// Some calls are not restarted by the kernel after a stop but fail with EINTR (epoll_wait, semop,
// …). When the stop is Ours such a result is turned into "restart", so that the program does not
// see it; a signal that has a handler still interrupts the call. A relative timeout starts anew.
// Calls that the kernel goes on with by restart_syscall(2) are begun anew, too, where the program
// filters its calls (seccomp(2)): it may not know that one.
// What cannot be mended, for there is no stop: a thread that the kernel woke for a signal to the
// whole process that this ignores (SIGCHLD without handler), when another thread takes the signal
// first because it stands at just that moment. Nor is a call that has transferred a part (write()
// to a pipe that is full, recv() with MSG_WAITALL, getrandom()): it succeeds with that part's size.
std::optional<ThreadPosition> readRegisters(pid_t thread, StopCause cause);

// Whether `call` (as in <sys/syscall.h>) fails with EINTR after a stop, and can be restarted.
bool needsRestart(unsigned long long call);

} // namespace ember::capture
