// SPDX-License-Identifier: GPL-3.0-or-later
// shortsleeps BUSY SLEEP MILLISECONDS: computes and sleeps in turns, each for so many microseconds.
// Prints what share of its time, per mille, the system says it slept: neither ran nor waited for a
// CPU.
#include "schedulertimes.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace {

using Clock = std::chrono::steady_clock;

// On a CPU or waiting for one.
std::chrono::nanoseconds awakeTime()
{
    const auto times = schedulerTimes();
    return times.running + times.waiting;
}

[[gnu::noinline]] void compute(std::chrono::microseconds time)
{
    for (const auto end = Clock::now() + time; Clock::now() < end;) { }
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 4)
        return 90;
    const std::chrono::microseconds busy(std::atoi(argv[1]));
    const std::chrono::microseconds asleep(std::atoi(argv[2]));
    const auto start = Clock::now();
    const auto end = start + std::chrono::milliseconds(std::atoi(argv[3]));
    const auto awakeBefore = awakeTime();
    while (Clock::now() < end) {
        compute(busy);
        std::this_thread::sleep_for(asleep);
    }
    const auto awake = awakeTime() - awakeBefore;
    const std::chrono::nanoseconds whole = Clock::now() - start;
    std::printf("%d\n", static_cast<int>(1000 * (whole - awake) / whole));
    return 0;
}
