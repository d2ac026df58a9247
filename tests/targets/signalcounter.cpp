// SPDX-License-Identifier: GPL-3.0-or-later
// signalcounter COUNT: sends itself real-time signals with values, which are never merged, while it
// works; prints how many came, their sum, and how often a timer fired.
#include "cputime.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t received = 0;
static volatile long sum = 0;

static void receive(int, siginfo_t *info, void *)
{
    received = received + 1;
    sum = sum + info->si_value.sival_int;
}

static void ignore(int) { }

int main(int argc, char **argv)
{
    const int count = argc > 1 ? std::atoi(argv[1]) : 1000;
    struct sigaction action { };
    action.sa_sigaction = receive;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGRTMIN, &action, nullptr);
    signal(SIGALRM, ignore);
    const itimerval every{{0, 3000}, {0, 3000}};
    setitimer(ITIMER_REAL, &every, nullptr);
    for (int i = 1; i <= count; ++i) {
        sigval value{};
        value.sival_int = i;
        sigqueue(getpid(), SIGRTMIN, value);
        const auto until = threadCpuTime() + std::chrono::microseconds(100);
        while (threadCpuTime() < until) { }
    }
    std::printf("%d %ld\n", static_cast<int>(received), sum);
    return 0;
}
