// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/clockpair.h"
#include "model/core/time.h"

namespace ember::capture {

// Ties the capture's clock to the wall clock, once: later steps of the wall clock (NTP, a user)
// must not bend the time axis.
class ClockAnchor {
public:
    ClockAnchor() : ClockAnchor(ClockPair::now()) { }

    // `monotonic`: CLOCK_MONOTONIC at the same moment.
    ClockAnchor(CaptureTime capture, model::Timestamp wall, std::chrono::nanoseconds monotonic = {})
        : m_capture(capture),
          m_wall(wall),
          m_monotonic(monotonic)
    {
    }

    model::Timestamp toTimestamp(CaptureTime time) const { return m_wall + (time - m_capture); }

    CaptureTime capture() const { return m_capture; }

    model::Timestamp wall() const { return m_wall; }

    // Just-in-time compilers note times by this clock, which stands still while the machine is
    // suspended.
    std::chrono::nanoseconds monotonic() const { return m_monotonic; }

private:
    explicit ClockAnchor(const ClockPair &now)
        : ClockAnchor(now.capture, model::Timestamp(readClock(CLOCK_REALTIME)), now.monotonic)
    {
    }

    CaptureTime m_capture;
    model::Timestamp m_wall;
    std::chrono::nanoseconds m_monotonic{};
};

} // namespace ember::capture
