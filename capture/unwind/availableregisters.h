// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ember::capture {

// Which registers of a leaf frame are available.
enum class AvailableRegisters : std::uint8_t {
    All,
    // Only those that the kernel reports of a thread that sleeps in a system call, without a stop
    // (/proc/PID/task/TID/syscall): pc, sp and those that still hold arguments of the call.
    OfBlockedCall,
};

} // namespace ember::capture
