// SPDX-License-Identifier: GPL-3.0-or-later
// deeprecursion DEPTH MILLISECONDS [BYTES]: uses CPU time that many calls deep, each with so much
// of the stack for itself.
#include "cputime.h"

#include <alloca.h>
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

extern "C" __attribute__((noinline)) unsigned descendWith(std::size_t bytes, int depth,
                                                          std::chrono::nanoseconds until)
{
    auto *const room = static_cast<volatile char *>(alloca(bytes));
    room[0] = 1;
    return (depth > 0 ? descendWith(bytes, depth - 1, until) : atTheBottom(until)) + room[0];
}

int main(int argc, char **argv)
{
    const int depth = argc > 1 ? std::atoi(argv[1]) : 100;
    const std::chrono::milliseconds time(argc > 2 ? std::atoi(argv[2]) : 300);
    if (argc > 3)
        return descendWith(static_cast<std::size_t>(std::atoi(argv[3])), depth, time) == 0;
    return descend(depth, time) == 0;
}
