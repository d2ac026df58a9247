// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Selects the machine whose stacks are unwound: the one that this is compiled for. A header for
// each machine has its Registers, its DWARF numbers (Register) and, in the namespace machine, all
// else that unwinding needs. EMBER_UNWIND_AARCH64 selects AArch64 on any machine, for tests.
#if defined(EMBER_UNWIND_AARCH64) || defined(__aarch64__)
#include "capture/unwind/aarch64.h"
#elif defined(__x86_64__)
#include "capture/unwind/x86_64.h"
#else
#error                                                                                             \
    "Stacks of this machine cannot be unwound yet: it needs a header like capture/unwind/x86_64.h"
#endif
