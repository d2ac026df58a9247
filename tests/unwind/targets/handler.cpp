// SPDX-License-Identifier: GPL-3.0-or-later
// Stays in a signal handler that runs on a stack of its own, on top of another one that does not.
#include "ready.h"

#include <csignal>
#include <cstdlib>

namespace {

void innerHandler(int)
{
    stayHere();
}

void outerHandler(int)
{
    std::raise(SIGUSR2);
}

[[gnu::noinline]] int work(int depth)
{
    volatile int here = depth;
    if (depth == 0)
        *reinterpret_cast<volatile int *>(8) = 1; // interrupts an instruction, not a system call
    return work(depth - 1) + here;
}

void install(int signal, void (*handler)(int), int flags)
{
    struct sigaction action { };
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigaction(signal, &action, nullptr);
}

} // namespace

int main()
{
    stack_t stack{};
    stack.ss_size = 65536;
    stack.ss_sp = std::malloc(stack.ss_size);
    sigaltstack(&stack, nullptr);
    install(SIGSEGV, outerHandler, 0);
    install(SIGUSR2, innerHandler, SA_ONSTACK);
    return work(20);
}
