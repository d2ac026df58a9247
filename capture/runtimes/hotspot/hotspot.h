// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/runtimecandidate.h"

namespace ember::capture {

// Java's virtual machine, as OpenJDK and its relatives have it: versions 17 to 22, on x86-64. Its
// frames are found by the tables in which libjvm describes itself, without an agent or a flag.
RuntimeSearch findHotSpot(const RuntimeCandidate &candidate);

} // namespace ember::capture
