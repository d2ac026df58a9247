// SPDX-License-Identifier: GPL-3.0-or-later
// renamer: a thread works under one name, then under another and with a higher nice value.
#include "cputime.h"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

static void burn(std::chrono::nanoseconds until)
{
    volatile unsigned sum = 0;
    while (threadCpuTime() < until)
        sum = sum + 1;
}

int main()
{
    std::thread worker([] {
        pthread_setname_np(pthread_self(), "first-name");
        burn(std::chrono::milliseconds(300));
        pthread_setname_np(pthread_self(), "second-name");
        setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 5);
        burn(std::chrono::milliseconds(1800));
    });
    worker.join();
    return 0;
}
