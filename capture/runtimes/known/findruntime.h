// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/runtimecandidate.h"

namespace ember::capture {

// Searches an image for any runtime that the recorder knows. Called by the unwinding thread while
// the process runs.
RuntimeSearch findRuntime(const RuntimeCandidate &candidate);

} // namespace ember::capture
