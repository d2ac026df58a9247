// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/backend.h"

#include <optional>
#include <sys/types.h>

namespace ember::capture {

// Why a stopped thread stands.
enum class StopCause : unsigned char {
    Suspension, // we asked for it and nothing else happened
    Other, // a signal, a group stop, a new child: what it returns to is the program's business
};

// Registers of a stopped thread; absent when it was killed meanwhile.
//
// Some calls are not restarted by the kernel after a stop but fail with EINTR (epoll_wait, semop,
// …). After a Suspension such a result is turned into "restart", so that the program does not see
// it; a signal that has a handler still interrupts the call. A relative timeout starts anew.
std::optional<ThreadPosition> readRegisters(pid_t thread, StopCause cause);

// Whether `call` (as in <sys/syscall.h>) fails with EINTR after a stop, and can be restarted.
bool needsRestart(unsigned long long call);

} // namespace ember::capture
