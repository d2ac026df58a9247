// SPDX-License-Identifier: GPL-3.0-or-later
// Recurses as deep as its argument says, and stays there.
#include "ready.h"

#include <cstdlib>

// Not a tail call, and another frame size at every other level.
[[gnu::noinline]] long descend(long depth, volatile long *above)
{
    volatile long here[3] = {depth, *above, 1};
    if (depth == 0)
        stayHere();
    return descend(depth - 1, &here[1]) + here[0];
}

int main(int count, char **arguments)
{
    volatile long start = 0;
    return int(descend(count > 1 ? std::strtol(arguments[1], nullptr, 10) : 10, &start));
}
