// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/clockpair.h"

namespace ember::capture {

namespace {

constexpr int readings = 5;

std::chrono::nanoseconds monotonicNow() noexcept
{
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

} // namespace

ClockPair ClockPair::now() noexcept
{
    ClockPair closest;
    auto shortest = std::chrono::nanoseconds::max();
    for (int reading = 0; reading < readings; ++reading) {
        const auto before = monotonicNow();
        const auto capture = CaptureClock::now();
        const auto held = monotonicNow() - before;
        if (held < shortest) {
            shortest = held;
            closest = {capture, before + held / 2};
        }
    }
    return closest;
}

} // namespace ember::capture
