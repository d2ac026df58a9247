// SPDX-License-Identifier: GPL-3.0-or-later
// starved MILLISECONDS: a nice thread that sleeps for 5 ms at a time, on one CPU with a thread that
// never does: when it wakes it mostly has no CPU. Prints what share of its time, per mille, the
// system says it waited for one.
#include "cputime.h"
#include "schedulertimes.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

void stayOn(int processor)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    sched_setaffinity(0, sizeof set, &set);
}

void starve(int processor, std::chrono::milliseconds time)
{
    pthread_setname_np(pthread_self(), "hungry");
    stayOn(processor);
    setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 19);
    const auto start = Clock::now();
    const auto before = schedulerTimes().waiting;
    while (Clock::now() < start + time) {
        std::this_thread::sleep_for(5ms);
        for (const auto end = threadCpuTime() + 300us; threadCpuTime() < end;) { }
    }
    const auto waited = schedulerTimes().waiting - before;
    const std::chrono::nanoseconds whole = Clock::now() - start;
    std::printf("%d\n", static_cast<int>(1000 * waited / whole));
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2)
        return 90;
    const int processor = sched_getcpu();
    std::atomic isOver = false;
    std::thread busy([&] {
        stayOn(processor);
        while (!isOver) { }
    });
    std::thread([&] { starve(processor, std::chrono::milliseconds(std::atoi(argv[1]))); }).join();
    isOver = true;
    busy.join();
    return 0;
}
