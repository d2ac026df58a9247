// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

namespace ember::capture {

// Forks a process that adds symbol names to the log on its way to standard output (LogRelay).
// Returns in the child, which is to record and has a pipe to the relay for standard output; the
// calling process becomes the relay and exits with the child's status. Call before anything is
// opened or started. Errors: CaptureFailed. It is a separate process so that the memory that names
// take, and damage that bad debug information may do, do not touch the recorder.
model::Result<void> nameStandardOutput();

} // namespace ember::capture
