// SPDX-License-Identifier: GPL-3.0-or-later
// Starts threads and processes for ever, one after the other.
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

int main()
{
    if (write(STDOUT_FILENO, "!", 1) != 1)
        return 1;
    char name[] = "/bin/true";
    char *arguments[] = {name, nullptr};
    for (;;) {
        std::thread([] {}).join();
        pid_t child = vfork();
        if (child == 0)
            _exit(0);
        waitpid(child, nullptr, 0);
        if (posix_spawn(&child, name, nullptr, nullptr, arguments, environ) == 0)
            waitpid(child, nullptr, 0);
    }
}
