// SPDX-License-Identifier: GPL-3.0-or-later
// hidden: keeps its memory to itself, says so, and waits for the end of its input.
#include <cstdio>
#include <sys/prctl.h>

int main()
{
    prctl(PR_SET_DUMPABLE, 0);
    std::puts("hidden");
    std::fflush(stdout);
    while (std::getchar() != EOF) { }
    return 0;
}
