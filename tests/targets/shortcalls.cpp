// SPDX-License-Identifier: GPL-3.0-or-later
// shortcalls CPU MILLISECONDS: a short system call every few microseconds, on that CPU. Prints what
// share of its time, per mille, it spends in the calls: a fifth, however fast the machine makes
// them.
#include "cputime.h"

#include <cstdio>
#include <cstdlib>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

constexpr int rounds = 1000;
unsigned additions = 1500; // between two calls

__attribute__((noinline)) void work()
{
    volatile unsigned sum = 0;
    for (unsigned i = 0; i < additions; ++i)
        sum = sum + i;
}

std::chrono::nanoseconds timeOf(void (*action)())
{
    const auto start = threadCpuTime();
    for (int i = 0; i < rounds; ++i)
        action();
    return threadCpuTime() - start;
}

// The calls' share, per mille.
int shareOf(void (*call)())
{
    const auto calls = timeOf(call);
    const auto others = timeOf(work);
    return static_cast<int>(1000 * calls / (calls + others));
}

} // namespace

int main(int argc, char **argv)
{
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    CPU_SET(static_cast<unsigned>(argc > 1 ? std::atoi(argv[1]) : 0), &cpus);
    if (sched_setaffinity(0, sizeof cpus, &cpus) != 0)
        return 90;
    const auto end = threadCpuTime() + std::chrono::milliseconds(argc > 2 ? std::atoi(argv[2]) : 0);
    const auto call = [] { syscall(SYS_getppid); };
    int share = shareOf(call);
    for (; share > 200; share = shareOf(call))
        additions += additions / 8;
    std::printf("%d\n", share);
    while (threadCpuTime() < end) {
        for (int i = 0; i < rounds; ++i) {
            work();
            call();
        }
    }
    return 0;
}
