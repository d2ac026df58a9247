// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/recordevents.h"
#include "model/core/result.h"

namespace ember::capture {

// Whether a running process can be captured at all, as far as can be seen before it is tried:
// ProcessGone (a zombie too), InvalidArgument (a thread's number, the recorder itself),
// TraceNotPermitted (a kernel thread, our own tracer), UnsupportedArchitecture.
model::Result<void> checkAttachable(Pid process);

} // namespace ember::capture
