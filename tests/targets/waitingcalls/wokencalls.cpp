// SPDX-License-Identifier: GPL-3.0-or-later
#include "waitingcall.h"

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <linux/futex.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static std::array<int, 2> openPipe()
{
    std::array<int, 2> ends{};
    [[maybe_unused]] const int made = pipe(ends.data());
    return ends;
}

static void writeByte(int file)
{
    const char byte = 0;
    [[maybe_unused]] const auto written = write(file, &byte, 1);
}

static void addSystemV(WaitingCalls &calls)
{
    static const int semaphore = semget(IPC_PRIVATE, 1, 0600);
    static const int queue = msgget(IPC_PRIVATE, 0600);
    std::atexit([] {
        semctl(semaphore, 0, IPC_RMID);
        msgctl(queue, IPC_RMID, nullptr);
    });
    struct Message {
        long kind = 1;
        char byte = 0;
    };
    calls.push_back({"semop",
                     [] {
                         sembuf take{0, -1, 0};
                         return outcomeOf(semop(semaphore, &take, 1));
                     },
                     [] {
                         sembuf give{0, 1, IPC_NOWAIT};
                         semop(semaphore, &give, 1);
                     }});
    calls.push_back({"msgrcv",
                     [] {
                         Message message;
                         return outcomeOf(msgrcv(queue, &message, 1, 0, 0));
                     },
                     [] {
                         const Message message;
                         msgsnd(queue, &message, 1, IPC_NOWAIT);
                     }});
}

static void addFiles(WaitingCalls &calls)
{
    static const auto pipe = openPipe();
    calls.push_back({"read_pipe",
                     [] {
                         char byte = 0;
                         return outcomeOf(read(pipe[0], &byte, 1));
                     },
                     [] { writeByte(pipe[1]); }});
    static const int watch = inotify_init1(IN_CLOEXEC);
    static const int watched = [] {
        char path[] = "/tmp/waitingcalls-XXXXXX";
        const int file = mkstemp(path);
        inotify_add_watch(watch, path, IN_MODIFY);
        unlink(path);
        return file;
    }();
    calls.push_back({"read_inotify",
                     [] {
                         alignas(inotify_event) char events[1024];
                         return outcomeOf(read(watch, events, sizeof events));
                     },
                     [] { writeByte(watched); }});
}

// A child that ends when it is woken; a wait that failed goes on waiting for the same one. No
// signal tells of its end: a traced process is woken even by signals it ignores, and then any of
// its threads may take the signal that another was woken for.
static int waitForChild(const std::array<int, 2> &pipe)
{
    static pid_t child = 0;
    if (child == 0) {
        child = static_cast<pid_t>(syscall(SYS_clone, 0, nullptr, nullptr, nullptr, nullptr));
        if (child == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            char byte = 0;
            [[maybe_unused]] const auto got = read(pipe[0], &byte, 1);
            _exit(0);
        }
    }
    const pid_t ended = waitpid(child, nullptr, __WALL);
    if (ended == child)
        child = 0;
    return outcomeOf(ended);
}

void addWokenCalls(WaitingCalls &calls)
{
    addSystemV(calls);
    addFiles(calls);
    static const auto childsPipe = openPipe();
    calls.push_back(
        {"waitpid", [] { return waitForChild(childsPipe); }, [] { writeByte(childsPipe[1]); }});
    static const int signal = SIGRTMIN + 1;
    calls.push_back({"sigwaitinfo",
                     [] {
                         sigset_t set;
                         sigemptyset(&set);
                         sigaddset(&set, signal);
                         return outcomeOf(sigwaitinfo(&set, nullptr));
                     },
                     [] { kill(getpid(), signal); }});
    static std::uint32_t word = 0;
    calls.push_back(
        {"futex_untimed",
         [] {
             return outcomeOf(
                 syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, nullptr, nullptr, 0));
         },
         [] { syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0); }});
}
