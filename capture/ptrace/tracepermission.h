// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/recordevents.h"
#include "model/core/result.h"

namespace ember::capture {

// Checks whether a running process can be captured, as far as that shows without trying:
// ProcessGone (a zombie too), InvalidArgument (a thread's number, the recorder itself),
// TraceNotPermitted (a kernel thread, our own tracer), UnsupportedArchitecture.
model::Result<void> checkAttachable(Pid process);

// The kind of process that was to be traced: a child that the recorder has forked, or a running
// one.
enum class TraceAim : unsigned char { Child, RunningProcess };

// Explains why the kernel refused to let us trace `process`: ProcessGone or TraceNotPermitted, with
// the reason that was found (another tracer and its name, another user, more rights than ours, a
// program that hides its memory, a seccomp filter, Yama's ptrace_scope; or that no reason is
// visible) and what to do about it. `scopeFile` is Yama's; kernels without it have none.
model::Error explainRefusal(Pid process, int systemError, TraceAim aim,
                            const char *scopeFile = "/proc/sys/kernel/yama/ptrace_scope");

} // namespace ember::capture
