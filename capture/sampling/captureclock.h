// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>

namespace ember::capture {

// A clock of the system, CLOCK_…
inline std::chrono::nanoseconds readClock(clockid_t clock) noexcept
{
    timespec time{};
    clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

// The recorder's clock: never steps, and goes on while the machine is suspended, so that a
// suspension is a gap in the capture instead of a silent shift of everything behind it.
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

} // namespace ember::capture
