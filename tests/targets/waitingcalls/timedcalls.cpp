// SPDX-License-Identifier: GPL-3.0-or-later
#include "waitingcall.h"

#include <csignal>
#include <cstdint>
#include <linux/futex.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/ipc.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

using std::chrono::milliseconds;

static int millisecondsOf(milliseconds patience)
{
    return static_cast<int>(patience.count());
}

static void addEpoll(WaitingCalls &calls, milliseconds patience)
{
    static const int poller = epoll_create1(EPOLL_CLOEXEC);
    calls.push_back({"epoll_wait", [patience] {
                         epoll_event event{};
                         return outcomeOf(epoll_wait(poller, &event, 1, millisecondsOf(patience)));
                     }});
    calls.push_back({"epoll_pwait", [patience] {
                         epoll_event event{};
                         sigset_t same;
                         pthread_sigmask(SIG_BLOCK, nullptr, &same);
                         return outcomeOf(
                             epoll_pwait(poller, &event, 1, millisecondsOf(patience), &same));
                     }});
    calls.push_back({"epoll_pwait2", [patience] {
                         constexpr long epollPwait2 = 441;
                         epoll_event event{};
                         const auto time = toTimespec(patience);
                         return outcomeOf(
                             syscall(epollPwait2, poller, &event, 1, &time, nullptr, 0));
                     }});
}

static void addSleeps(WaitingCalls &calls, milliseconds patience)
{
    calls.push_back({"nanosleep", [patience] {
                         const auto time = toTimespec(patience);
                         return outcomeOf(nanosleep(&time, nullptr));
                     }});
    calls.push_back({"clock_nanosleep", [patience] {
                         const auto time = toTimespec(patience);
                         return clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nullptr);
                     }});
    calls.push_back({"clock_nanosleep_until", [patience] {
                         const auto until = std::chrono::steady_clock::now() + patience;
                         const auto time = toTimespec(until.time_since_epoch());
                         return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr);
                     }});
    calls.push_back({"read_timerfd", [patience] {
                         static const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
                         const itimerspec once{{}, toTimespec(patience)};
                         timerfd_settime(timer, 0, &once, nullptr);
                         std::uint64_t count = 0;
                         return outcomeOf(read(timer, &count, sizeof count));
                     }});
}

static void addPolls(WaitingCalls &calls, milliseconds patience)
{
    calls.push_back(
        {"poll", [patience] { return outcomeOf(poll(nullptr, 0, millisecondsOf(patience))); }});
    calls.push_back({"ppoll", [patience] {
                         const auto time = toTimespec(patience);
                         return outcomeOf(ppoll(nullptr, 0, &time, nullptr));
                     }});
    calls.push_back({"select", [patience] {
                         timeval time{patience.count() / 1000, patience.count() % 1000 * 1000};
                         return outcomeOf(select(0, nullptr, nullptr, nullptr, &time));
                     }});
    calls.push_back({"pselect", [patience] {
                         const auto time = toTimespec(patience);
                         return outcomeOf(pselect(0, nullptr, nullptr, nullptr, &time, nullptr));
                     }});
}

void addTimedCalls(WaitingCalls &calls, milliseconds patience)
{
    addEpoll(calls, patience);
    addSleeps(calls, patience);
    addPolls(calls, patience);
    calls.push_back({"semtimedop", [patience] {
                         static const int semaphore = [] {
                             const int made = semget(IPC_PRIVATE, 1, 0600);
                             std::atexit([] { semctl(semaphore, 0, IPC_RMID); });
                             return made;
                         }();
                         sembuf take{0, -1, 0};
                         const auto time = toTimespec(patience);
                         return outcomeOf(semtimedop(semaphore, &take, 1, &time));
                     }});
    calls.push_back({"sigtimedwait", [patience] {
                         sigset_t set;
                         sigemptyset(&set);
                         sigaddset(&set, SIGUSR1);
                         const auto time = toTimespec(patience);
                         return outcomeOf(sigtimedwait(&set, nullptr, &time));
                     }});
    calls.push_back({"futex", [patience] {
                         static std::uint32_t word = 0;
                         const auto time = toTimespec(patience);
                         return outcomeOf(
                             syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &time, nullptr, 0));
                     }});
}
