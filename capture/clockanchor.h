// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/captureclock.h"
#include "model/core/time.h"

namespace ember::capture {

// Ties the capture's clock to the wall clock, once: later steps of the wall clock (NTP, a user)
// must not bend the time axis.
class ClockAnchor {
public:
    ClockAnchor() : ClockAnchor(CaptureClock::now(), wallNow()) { }

    ClockAnchor(CaptureTime capture, model::Timestamp wall) : m_capture(capture), m_wall(wall) { }

    model::Timestamp toTimestamp(CaptureTime time) const { return m_wall + (time - m_capture); }

    CaptureTime capture() const { return m_capture; }

    model::Timestamp wall() const { return m_wall; }

private:
    static model::Timestamp wallNow()
    {
        timespec time{};
        clock_gettime(CLOCK_REALTIME, &time);
        return model::Timestamp(std::chrono::seconds(time.tv_sec)
                                + std::chrono::nanoseconds(time.tv_nsec));
    }

    CaptureTime m_capture;
    model::Timestamp m_wall;
};

} // namespace ember::capture
