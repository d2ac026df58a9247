// SPDX-License-Identifier: GPL-3.0-or-later
// fixedwork THREADS ROUNDS: so many rounds of calls 25 deep, shared among the threads; prints the
// CPU time and the wall time that took, in nanoseconds.
#include "cputime.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

static std::atomic<int> roundsLeft{0};

[[gnu::noinline]] static unsigned descend(int depth, unsigned sum)
{
    if (depth > 0)
        return descend(depth - 1, sum + 1) * 3 + 1;
    for (unsigned i = 0; i < 100'000; ++i)
        sum = sum * 1664525 + i;
    return sum;
}

static void work()
{
    volatile unsigned result = 0;
    while (--roundsLeft >= 0)
        result = descend(25, result);
}

int main(int argc, char **argv)
{
    const int count = argc > 1 ? std::atoi(argv[1]) : 1;
    roundsLeft = argc > 2 ? std::atoi(argv[2]) : 1000;
    const auto cpuStart = processCpuTime();
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::thread> threads;
    for (int i = 1; i < count; ++i)
        threads.emplace_back(work);
    work();
    for (auto &thread : threads)
        thread.join();
    const std::chrono::nanoseconds wall = std::chrono::steady_clock::now() - start;
    std::printf("%lld %lld\n", static_cast<long long>((processCpuTime() - cpuStart).count()),
                static_cast<long long>(wall.count()));
    return 0;
}
