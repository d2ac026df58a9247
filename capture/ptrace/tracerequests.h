// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"

#include <csignal>
#include <optional>
#include <sys/types.h>

// ptrace(2) as the backend uses it. Errors are in errno; they come from the tracing thread only.
namespace ember::capture {

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

} // namespace ember::capture
