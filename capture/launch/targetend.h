// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/recordevents.h"

namespace ember::capture {

// Ends a child that is no longer traced: SIGTERM, and SIGKILL if it still runs two seconds later.
// Its exit status is taken.
void endTarget(Pid child);

} // namespace ember::capture
