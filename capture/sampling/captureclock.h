// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <chrono>
#include <cstdint>
#include <ctime>

namespace ember::capture {

// Reads a clock of the system, CLOCK_….
inline std::chrono::nanoseconds readClock(clockid_t clock) noexcept
{
    timespec time{};
    clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

// The recorder's clock: never steps, and goes on while the machine is suspended, so that a
// suspension is a gap in the capture instead of a silent shift of everything after it.
struct CaptureClock {
    using duration = std::chrono::duration<std::int64_t, std::nano>;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<CaptureClock, duration>;
    static constexpr bool is_steady = true;
    static constexpr clockid_t id = CLOCK_BOOTTIME;

    static time_point now() noexcept { return time_point(readClock(id)); }
};

using CaptureTime = CaptureClock::time_point;

// The capture's clock and CLOCK_MONOTONIC at one moment.
struct ClockPair {
    CaptureTime capture;
    std::chrono::nanoseconds monotonic;

    // Takes the closest of a few pairs of readings, because the thread may lose its CPU between
    // two.
    static ClockPair now() noexcept;

    // How long the machine was suspended since it was started, to some 100 ns.
    std::chrono::nanoseconds apart() const { return capture.time_since_epoch() - monotonic; }
};

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

    // The anchor by CLOCK_MONOTONIC, which stands still while the machine is suspended.
    // Just-in-time compilers note times by this clock.
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
