// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ember::capture {

// Which registers of a leaf frame are available.
enum class AvailableRegisters : std::uint8_t {
    All,
    // What the kernel reports, without stopping it, of a thread that sleeps in a system call
    // (/proc/PID/task/TID/syscall): pc, sp and what still holds arguments of the call.
    OfBlockedCall,
};

} // namespace ember::capture
