// SPDX-License-Identifier: GPL-3.0-or-later
// deeprecursion DEPTH MILLISECONDS: uses CPU time that many calls deep.
#include "cputime.h"

#include <cstdlib>

extern "C" __attribute__((noinline)) unsigned atTheBottom(std::chrono::nanoseconds until)
{
    volatile unsigned sum = 0;
    while (threadCpuTime() < until) {
        for (unsigned i = 0; i < 20000; ++i)
            sum = sum + i;
    }
    return sum;
}

extern "C" __attribute__((noinline)) unsigned descend(int depth, std::chrono::nanoseconds until)
{
    return (depth > 0 ? descend(depth - 1, until) : atTheBottom(until)) + 1U;
}

int main(int argc, char **argv)
{
    const int depth = argc > 1 ? std::atoi(argv[1]) : 100;
    const std::chrono::milliseconds time(argc > 2 ? std::atoi(argv[2]) : 300);
    return descend(depth, time) == 0;
}
