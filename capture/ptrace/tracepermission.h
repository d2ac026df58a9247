// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/recordevents.h"
#include "model/core/error.h"
#include "model/core/result.h"

namespace ember::capture {

// Whether a running process can be captured at all, as far as can be seen before it is tried:
// ProcessGone (a zombie too), InvalidArgument (a thread's number, the recorder itself),
// TraceNotPermitted (a kernel thread, our own tracer), UnsupportedArchitecture.
model::Result<void> checkAttachable(Pid process);

// What was to be traced.
enum class TraceAim : unsigned char { Child, RunningProcess };

// Why the kernel refused to let us trace `process`: ProcessGone or TraceNotPermitted, with what was
// found out (another tracer and its name, another user, more rights than ours, a program that hides
// its memory, a seccomp filter, Yama's ptrace_scope; that nothing to be seen stands against it) and
// what to do about it. `scopeFile` is Yama's; kernels without it have none.
model::Error explainRefusal(Pid process, int systemError, TraceAim aim,
                            const char *scopeFile = "/proc/sys/kernel/yama/ptrace_scope");

} // namespace ember::capture
