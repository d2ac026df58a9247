// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/recordevents.h"
#include "model/core/error.h"

namespace ember::capture {

// Why the kernel refused to let us trace `process`: TraceNotPermitted, with what was found out
// (another tracer, a seccomp filter, Yama's ptrace_scope) and what to do about it.
model::Error explainRefusal(Pid process, int systemError);

} // namespace ember::capture
