// SPDX-License-Identifier: GPL-3.0-or-later
// threadchurn COUNT [MILLISECONDS [child|program]]: so many threads, each for a moment; then one
// more, "late", that uses that much CPU time, perhaps in a child process or after exec. Prints how
// many came to their end.
#include "cputime.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
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
    std::printf("%d\n", ended.load());
    std::fflush(stdout);
    const std::string_view where = argc > 3 ? argv[3] : "";
    if (where == "program")
        execl("/proc/self/exe", "threadchurn", "0", argv[2], nullptr);
    if (where == "child" && fork() != 0) {
        wait(nullptr);
        return 0;
    }
    if (argc > 2)
        std::thread(work, std::chrono::milliseconds(std::atoi(argv[2]))).join();
    return 0;
}
