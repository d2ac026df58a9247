// SPDX-License-Identifier: GPL-3.0-or-later
// A function on a stack of its own, as coroutines are.
#include "ready.h"

#include <ucontext.h>

namespace {

ucontext_t start;
ucontext_t coroutine;
char stack[65536];

void work()
{
    stayHere();
}

} // namespace

int main()
{
    if (getcontext(&coroutine) != 0)
        return 1;
    coroutine.uc_stack.ss_sp = stack;
    coroutine.uc_stack.ss_size = sizeof stack;
    coroutine.uc_link = &start;
    makecontext(&coroutine, work, 0);
    return swapcontext(&start, &coroutine);
}
