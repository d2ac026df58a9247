// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>

// What the system says of the calling thread since it began; ends the program where it does not.
struct SchedulerTimes {
    std::chrono::nanoseconds running{}; // on a CPU
    std::chrono::nanoseconds waiting{}; // for one
};

inline SchedulerTimes schedulerTimes()
{
    long long running = 0;
    long long waiting = 0;
    std::FILE *file = std::fopen("/proc/thread-self/schedstat", "r");
    if (!file || std::fscanf(file, "%lld %lld", &running, &waiting) != 2)
        std::exit(90);
    std::fclose(file);
    return {std::chrono::nanoseconds(running), std::chrono::nanoseconds(waiting)};
}
