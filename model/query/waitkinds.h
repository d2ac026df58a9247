// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstdint>

namespace ember::model {

// What a blocked thread waits for.
enum class WaitKind : std::uint8_t {
    None, // for the end of work that the call does: of a disk, of memory; or not known
    Plain, // for something to do: events, time, connections, another thread's signal
    Lock,
    Unclear, // Plain, or something else
};

// The kind by the system call alone: Unclear for a futex.
WaitKind waitKindOf(SystemCall call);

// The kind by the call and, for a futex, by the names of the functions that it is called from.
WaitKind waitKind(const Profile &profile, StackIndex stack, SystemCall call);

} // namespace ember::model
