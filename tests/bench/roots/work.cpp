// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of changing depth for three seconds: "work THREADS [handlers|deep]". With handlers, a timer
// interrupts them with a handler on a stack of its own; deep, they are 10 000 frames deep.
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <sys/time.h>
#include <thread>
#include <vector>
volatile double result;
double burn(int turns)
{
    double sum = 0;
    for (int i = 1; i < turns; ++i)
        sum += std::log(i);
    return sum;
}
[[gnu::noinline]] double descend(int depth)
{
    volatile char here[16 + 8];
    here[depth % 16] = 1;
    return (depth == 0 ? burn(100000) : descend(depth - 1)) + here[depth % 16];
}
void handler(int)
{
    result = burn(100000);
}
void work(int depth, std::time_t end)
{
    while (std::time(nullptr) < end)
        result = descend(depth == 0 ? std::rand() % 60 : depth);
}
int main(int count, char **arguments)
{
    const std::string_view kind = count > 2 ? arguments[2] : "";
    if (kind == "handlers") {
        stack_t stack{};
        stack.ss_size = 65536;
        stack.ss_sp = std::malloc(stack.ss_size);
        sigaltstack(&stack, nullptr);
        struct sigaction action { };
        action.sa_handler = handler;
        action.sa_flags = SA_ONSTACK | SA_RESTART;
        sigaction(SIGALRM, &action, nullptr);
        const itimerval timer{{0, 4000}, {0, 4000}};
        setitimer(ITIMER_REAL, &timer, nullptr);
    }
    const auto end = std::time(nullptr) + 3;
    const int depth = kind == "deep" ? 10000 : 0;
    std::vector<std::thread> threads;
    for (int i = 1; i < std::atoi(arguments[1]); ++i)
        threads.emplace_back(work, depth, end);
    work(depth, end);
    for (auto &thread : threads)
        thread.join();
}
