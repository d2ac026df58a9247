// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/recordevents.h"
#include "model/core/error.h"

namespace ember::capture {

// What was to be traced.
enum class TraceAim : unsigned char { Child, RunningProcess };

// Why the kernel refused to let us trace `process`: ProcessGone or TraceNotPermitted, with what was
// found out (another tracer and its name, another user, more rights than ours, a program that hides
// its memory, a seccomp filter, Yama's ptrace_scope; that nothing to be seen stands against it) and
// what to do about it. `scopeFile` is Yama's; kernels without it have none.
model::Error explainRefusal(Pid process, int systemError, TraceAim aim,
                            const char *scopeFile = "/proc/sys/kernel/yama/ptrace_scope");

} // namespace ember::capture
