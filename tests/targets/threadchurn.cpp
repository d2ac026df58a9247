// SPDX-License-Identifier: GPL-3.0-or-later
// threadchurn COUNT [MILLISECONDS]: so many threads, each for a moment; then one more, "late", that
// uses that much CPU time. Prints how many came to their end.
#include "cputime.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <thread>
#include <vector>

static void work(std::chrono::milliseconds time)
{
    pthread_setname_np(pthread_self(), "late");
    volatile unsigned sum = 0;
    while (threadCpuTime() < time) {
        for (unsigned i = 0; i < 20'000; ++i)
            sum = sum * 31 + i;
    }
}

int main(int argc, char **argv)
{
    const int count = argc > 1 ? std::atoi(argv[1]) : 1000;
    std::atomic<int> ended{0};
    for (int started = 0; started < count;) {
        std::vector<std::thread> batch;
        for (int i = 0; i < 8 && started < count; ++i, ++started)
            batch.emplace_back([&ended] { ++ended; });
        for (auto &thread : batch)
            thread.join();
    }
    if (argc > 2)
        std::thread(work, std::chrono::milliseconds(std::atoi(argv[2]))).join();
    std::printf("%d\n", ended.load());
    return 0;
}
