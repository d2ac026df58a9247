// SPDX-License-Identifier: GPL-3.0-or-later
// interruptedcalls MILLISECONDS: calls that fail with EINTR when a stop disturbs them, each in a
// thread of its own for that long; prints "CALL calls failures" for each.
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <poll.h>
#include <pthread.h>
#include <string>
#include <sys/epoll.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

struct Call {
    const char *name;
    std::function<int()> wait; // a few milliseconds; 0 or an errno
};

int errorOf(long result)
{
    return result < 0 ? errno : 0;
}

std::vector<Call> calls()
{
    static const int poller = epoll_create1(EPOLL_CLOEXEC);
    static const int semaphore = semget(IPC_PRIVATE, 1, 0600);
    static int sockets[2];
    socketpair(AF_UNIX, SOCK_DGRAM, 0, sockets);
    const timeval limit{0, 25000};
    setsockopt(sockets[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    return {
        {"epoll_wait",
         [] {
             epoll_event event{};
             return errorOf(epoll_wait(poller, &event, 1, 25));
         }},
        {"semtimedop",
         [] {
             sembuf take{0, -1, 0};
             const timespec patience{0, 25'000'000};
             return errorOf(semtimedop(semaphore, &take, 1, &patience));
         }},
        {"sigtimedwait",
         [] {
             sigset_t set;
             sigemptyset(&set);
             sigaddset(&set, SIGUSR1);
             const timespec patience{0, 25'000'000};
             return errorOf(sigtimedwait(&set, nullptr, &patience));
         }},
        {"recv",
         [] {
             char byte = 0;
             return errorOf(recv(sockets[0], &byte, 1, 0));
         }},
        {"nanosleep",
         [] {
             const timespec patience{0, 25'000'000};
             return errorOf(nanosleep(&patience, nullptr));
         }},
        {"poll", [] { return errorOf(poll(nullptr, 0, 25)); }},
    };
}

} // namespace

int main(int argc, char **argv)
{
    const std::chrono::milliseconds time(argc > 1 ? std::atoi(argv[1]) : 1000);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::vector<std::string> lines(16);
    std::vector<std::thread> threads;
    std::size_t place = 0;
    for (auto &call : calls()) {
        threads.emplace_back([call, time, &line = lines[place++]] {
            int count = 0;
            int interrupted = 0;
            const auto end = std::chrono::steady_clock::now() + time;
            for (; std::chrono::steady_clock::now() < end; ++count)
                interrupted += call.wait() == EINTR;
            line = std::string(call.name) + ' ' + std::to_string(count) + ' '
                + std::to_string(interrupted);
        });
    }
    for (auto &thread : threads)
        thread.join();
    for (const auto &line : lines) {
        if (!line.empty())
            std::puts(line.c_str());
    }
    return 0;
}
