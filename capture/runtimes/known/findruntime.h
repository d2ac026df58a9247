// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/runtimecandidate.h"

namespace ember::capture {

// What the rooms find in an image.

// CPython 3.8 to 3.13: found where an image exports `_PyRuntime`.
RuntimeSearch findCPython(const RuntimeCandidate &candidate);
// Java's virtual machine, as OpenJDK and its relatives have it: versions 17 to 22, on x86-64. Its
// frames are found by the tables in which libjvm describes itself, without an agent or a flag.
RuntimeSearch findHotSpot(const RuntimeCandidate &candidate);
// PHP 8.0 to 8.5 without threads: found where an image exports `module_registry` and `execute_ex`.
RuntimeSearch findPhp(const RuntimeCandidate &candidate);
// Ruby 3.1 to 4.0: found where an image exports `ruby_api_version` and `ruby_current_vm_ptr`.
RuntimeSearch findRuby(const RuntimeCandidate &candidate);
// The V8 of Node 18, 20 and 22: found where an image exports `v8dbg_…` symbols.
RuntimeSearch findV8(const RuntimeCandidate &candidate);

// Searches an image for any runtime that the recorder knows. Called by the unwinding thread while
// the process runs.
RuntimeSearch findRuntime(const RuntimeCandidate &candidate);

} // namespace ember::capture
