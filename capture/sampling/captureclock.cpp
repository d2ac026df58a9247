// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/captureclock.h"

namespace ember::capture {

namespace {

constexpr int readings = 5;

} // namespace

ClockPair ClockPair::now() noexcept
{
    ClockPair closest;
    auto shortest = std::chrono::nanoseconds::max();
    for (int reading = 0; reading < readings; ++reading) {
        const auto before = readClock(CLOCK_MONOTONIC);
        const auto capture = CaptureClock::now();
        const auto held = readClock(CLOCK_MONOTONIC) - before;
        if (held < shortest) {
            shortest = held;
            closest = {capture, before + held / 2};
        }
    }
    return closest;
}

} // namespace ember::capture
