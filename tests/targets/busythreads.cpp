// SPDX-License-Identifier: GPL-3.0-or-later
// busythreads COUNT MILLISECONDS: threads "busy-0" … each use that much CPU time.
#include "cputime.h"

#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <string>
#include <thread>
#include <vector>

extern "C" __attribute__((noinline)) unsigned burnCpu(std::chrono::nanoseconds until)
{
    volatile unsigned sum = 0;
    while (threadCpuTime() < until) {
        for (unsigned i = 0; i < 20000; ++i)
            sum = sum * 31 + i;
    }
    return sum;
}

int main(int argc, char **argv)
{
    const int count = argc > 1 ? std::atoi(argv[1]) : 2;
    const std::chrono::milliseconds share(argc > 2 ? std::atoi(argv[2]) : 300);
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i) {
        threads.emplace_back([share] { burnCpu(share); });
        pthread_setname_np(threads.back().native_handle(), ("busy-" + std::to_string(i)).c_str());
    }
    for (auto &thread : threads)
        thread.join();
    std::puts("done");
    return 0;
}
