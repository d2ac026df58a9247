// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

namespace ember::capture {

// Puts a process between this one and its standard output that adds names to the log on its way
// (LogRelay). Returns in a child, which has a pipe to it for standard output and is to record; the
// process that called goes on as the relay and exits with the child's status. Call before anything
// else is opened or started. Errors: CaptureFailed.
//
// A process of its own: what names take, and what damaged files may do, is not the recorder's.
model::Result<void> nameStandardOutput();

} // namespace ember::capture
