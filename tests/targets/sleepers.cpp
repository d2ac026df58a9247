// SPDX-License-Identifier: GPL-3.0-or-later
// sleepers COUNT MILLISECONDS [WAIT]: one thread works for that long while so many wait in the
// kernel, WAIT milliseconds at a time (else all the while). Prints the CPU time used in
// nanoseconds, how often they waited, and how often they were switched to.
#include "cputime.h"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <linux/futex.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

std::atomic<bool> isOver{false};
std::atomic<long> waits{0};
std::atomic<long> switches{0};
std::uint32_t word = 0;

void waitOnce(int kind, int milliseconds)
{
    static const int poller = epoll_create1(EPOLL_CLOEXEC);
    const timespec time{milliseconds / 1000, milliseconds % 1000 * 1'000'000L};
    epoll_event event{};
    switch (kind) {
    case 0: poll(nullptr, 0, milliseconds); break;
    case 1: epoll_wait(poller, &event, 1, milliseconds); break;
    case 2: nanosleep(&time, nullptr); break;
    default: syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &time, nullptr, 0);
    }
}

long timesSwitched()
{
    rusage used{};
    getrusage(RUSAGE_THREAD, &used);
    return used.ru_nvcsw;
}

void waitUntilOver(int kind, int milliseconds)
{
    const long before = timesSwitched();
    long count = 0;
    for (; !isOver; ++count)
        waitOnce(kind, milliseconds);
    switches += timesSwitched() - before;
    waits += count;
}

} // namespace

int main(int argc, char **argv)
{
    const int count = argc > 1 ? std::atoi(argv[1]) : 10;
    const std::chrono::milliseconds length(argc > 2 ? std::atoi(argv[2]) : 1000);
    // One wait outlasts the work by a moment, in which it ends.
    const int wait = argc > 3 ? std::atoi(argv[3]) : static_cast<int>(length.count()) + 200;
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i)
        threads.emplace_back(waitUntilOver, i % 4, wait);
    const auto end = std::chrono::steady_clock::now() + length;
    volatile unsigned sum = 0;
    while (std::chrono::steady_clock::now() < end) {
        for (unsigned i = 0; i < 20'000; ++i)
            sum = sum * 31 + i;
    }
    isOver = true;
    for (auto &thread : threads)
        thread.join();
    std::printf("%lld %ld %ld\n", static_cast<long long>(processCpuTime().count()), waits.load(),
                switches.load());
    return 0;
}
