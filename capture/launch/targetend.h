// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/recordevents.h"

namespace ember::capture {

// Ends a child that is no longer traced: sends SIGTERM, after two seconds SIGKILL, and reaps it.
void endTarget(Pid child);

} // namespace ember::capture
