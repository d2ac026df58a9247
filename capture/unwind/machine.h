// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The machine whose stacks are unwound: this one. A header for each has its Registers, its DWARF
// numbers (Register) and, in the namespace machine, what else unwinding must know of it.
// EMBER_UNWIND_AARCH64 chooses another than ours: tests unwind its stacks on any machine.
#if defined(EMBER_UNWIND_AARCH64) || defined(__aarch64__)
#include "capture/unwind/aarch64.h"
#elif defined(__x86_64__)
#include "capture/unwind/x86_64.h"
#else
#error                                                                                             \
    "Stacks of this machine cannot be unwound yet: it needs a header like capture/unwind/x86_64.h"
#endif
