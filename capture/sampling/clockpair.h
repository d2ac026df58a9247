// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/captureclock.h"

namespace ember::capture {

// The capture's clock and CLOCK_MONOTONIC at one moment.
struct ClockPair {
    CaptureTime capture;
    std::chrono::nanoseconds monotonic;

    // A thread may be held between two readings: the closest of a few count.
    static ClockPair now() noexcept;

    // How long the machine was suspended since it was started, to some 100 ns.
    std::chrono::nanoseconds apart() const { return capture.time_since_epoch() - monotonic; }
};

} // namespace ember::capture
