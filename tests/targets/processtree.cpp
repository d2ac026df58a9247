// SPDX-License-Identifier: GPL-3.0-or-later
// processtree fork|vfork|exec|execthread|chain MILLISECONDS
//   fork        a child works beside its parent
//   vfork       a child becomes this program with "work"
//   exec        becomes this program with "work", in the same process
//   execthread  the same, called by a thread that is not the first
//   chain       a fork of a fork, each works
//   work        works
#include "cputime.h"

#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

static std::chrono::milliseconds share;
static char *self;
static char *amount;

extern "C" __attribute__((noinline)) int work()
{
    volatile unsigned sum = 0;
    const auto until = threadCpuTime() + share;
    while (threadCpuTime() < until)
        sum = sum + 1;
    return 0;
}

static int waitFor(pid_t child)
{
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : 99;
}

static int becomeWorker()
{
    static char mode[] = "work";
    char *arguments[] = {self, mode, amount, nullptr};
    execv(self, arguments);
    return 98;
}

static int forkOff(bool again)
{
    const pid_t child = fork();
    if (child == 0)
        _exit(again ? forkOff(false) : work() + 3);
    work();
    return waitFor(child);
}

static int vforkOff()
{
    static char mode[] = "work";
    char *arguments[] = {self, mode, amount, nullptr};
    const pid_t child = vfork();
    if (child == 0) {
        execv(self, arguments);
        _exit(98);
    }
    return waitFor(child);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    self = argv[0];
    amount = argv[2];
    share = std::chrono::milliseconds(std::atoi(amount));
    const std::string mode = argv[1];
    if (mode == "fork" || mode == "chain")
        return forkOff(mode == "chain");
    if (mode == "vfork")
        return vforkOff();
    if (mode == "work")
        return work() + 4;
    work();
    if (mode == "exec")
        return becomeWorker();
    // No thread can be started (EAGAIN) while another is in execve: the bystander comes first.
    std::thread bystander([] { pause(); });
    std::thread other([] { std::exit(becomeWorker()); });
    other.join();
    return 97;
}
