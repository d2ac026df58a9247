// SPDX-License-Identifier: GPL-3.0-or-later
// shortsleeps BUSY SLEEP MILLISECONDS: computes and sleeps in turns, each for so many microseconds.
// Prints what shares of its time, per mille, the system says it slept, neither running nor waiting
// for a CPU, and waited for one; a line each.
#include "schedulertimes.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace {

using Clock = std::chrono::steady_clock;

[[gnu::noinline]] void compute(std::chrono::microseconds time)
{
    for (const auto end = Clock::now() + time; Clock::now() < end;) { }
}

int perMille(std::chrono::nanoseconds part, std::chrono::nanoseconds whole)
{
    return static_cast<int>(1000 * part / whole);
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
    const auto before = schedulerTimes();
    while (Clock::now() < end) {
        compute(busy);
        std::this_thread::sleep_for(asleep);
    }
    const auto after = schedulerTimes();
    const std::chrono::nanoseconds whole = Clock::now() - start;
    const auto waited = after.waiting - before.waiting;
    const auto slept = whole - (after.running - before.running) - waited;
    std::printf("%d\n%d\n", perMille(slept, whole), perMille(waited, whole));
    return 0;
}
