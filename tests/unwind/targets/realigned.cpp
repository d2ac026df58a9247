// SPDX-License-Identifier: GPL-3.0-or-later
// Frames whose stack is aligned further than the ABI asks for, with and without a variable size.
#include "ready.h"

#include <alloca.h>
#include <cstring>

[[gnu::noinline]] int aligned(int depth, volatile char *above);

[[gnu::noinline]] int variable(int depth, volatile char *above)
{
    alignas(128) volatile char here[256] = {};
    auto *const more = static_cast<volatile char *>(alloca(std::size_t(depth) * 16 + 1));
    more[0] = above[0];
    here[0] = more[0];
    return aligned(depth, here) + more[0];
}

int aligned(int depth, volatile char *above)
{
    alignas(64) volatile char here[128] = {};
    here[1] = above[0];
    if (depth == 0)
        stayHere();
    return variable(depth - 1, here) + here[1];
}

int main(int count, char **)
{
    volatile char start[4] = {char(count)};
    return aligned(10, start);
}
