// SPDX-License-Identifier: GPL-3.0-or-later
// crasher abort|segv|overflow|kill|exit N: ends like that, at once.
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

// Each call keeps its page, so that the stack ends soon.
__attribute__((noinline)) static int descend(int depth)
{
    volatile char page[4096];
    page[0] = static_cast<char>(depth);
    if (depth > 1 << 30)
        return page[0];
    return descend(depth + 1) + page[0];
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "abort";
    if (std::strcmp(how, "segv") == 0)
        *static_cast<volatile int *>(
            mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) = 1;
    else if (std::strcmp(how, "overflow") == 0)
        return descend(0);
    else if (std::strcmp(how, "kill") == 0)
        kill(getpid(), SIGKILL);
    else if (std::strcmp(how, "exit") == 0)
        _exit(argc > 2 ? std::atoi(argv[2]) : 0);
    std::abort();
}
