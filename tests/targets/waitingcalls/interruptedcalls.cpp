// SPDX-License-Identifier: GPL-3.0-or-later
// interruptedcalls MILLISECONDS [ignored]: waits in every way there is, each in a thread of its
// own, for that long, or longer where a busy machine lets it wait fewer than three times. With
// "ignored", each thread is sent signals meanwhile that it ignores.
// interruptedcalls COUNT handled: each thread is sent so many signals that have a handler, each as
// it sleeps in its call.
//
// Prints for each "CALL calls interrupted failed early late late": how many calls there were,
// failed with EINTR, failed otherwise, ended more than 2 ms before their time, and how much after
// it, half of them and the latest, in microseconds.
#include "waitingcall.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <string_view>
#include <thread>
#include <unistd.h>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace {

constexpr auto patience = 20ms;
constexpr auto endless = 1h; // only signals end it
constexpr auto betweenWakes = 15ms;
constexpr std::uint64_t fewestCalls = 3;
constexpr std::array ignoredSignals{SIGWINCH, SIGTSTP, SIGTTIN, SIGTTOU};
constexpr int handledSignal = SIGUSR2;

// A thread in its call.
struct Waiter {
    WaitingCall call;
    std::atomic<pid_t> thread{0};
    std::atomic<std::uint64_t> step{0}; // odd: in the call
    long interrupted = 0;
    long failed = 0;
    long early = 0;
    std::vector<long> lateUs = {};

    void waitOnce()
    {
        const auto start = Clock::now();
        ++step;
        const int outcome = call.wait();
        ++step;
        note(outcome, Clock::now() - start);
    }

    void note(int outcome, Clock::duration took)
    {
        interrupted += outcome == EINTR;
        failed += outcome != 0 && outcome != EINTR;
        if (outcome != 0 || call.wake)
            return;
        early += took < patience / 2;
        lateUs.push_back(
            std::chrono::duration_cast<std::chrono::microseconds>(took - patience).count());
    }

    void print()
    {
        std::sort(lateUs.begin(), lateUs.end());
        const long median = lateUs.empty() ? 0 : lateUs[lateUs.size() / 2];
        const long latest = lateUs.empty() ? 0 : lateUs.back();
        std::printf("%s %llu %ld %ld %ld %ld %ld\n", call.name.c_str(),
                    static_cast<unsigned long long>(step / 2), interrupted, failed, early, median,
                    latest);
    }
};

using Waiters = std::vector<std::unique_ptr<Waiter>>;

Waiters waiters(std::chrono::milliseconds time)
{
    WaitingCalls calls;
    addTimedCalls(calls, time);
    addSocketCalls(calls, time);
    addQueueCalls(calls, time);
    addWokenCalls(calls);
    addLockCalls(calls);
    Waiters made;
    for (auto &call : calls) {
        made.push_back(std::make_unique<Waiter>());
        made.back()->call = std::move(call);
    }
    return made;
}

template<typename Until>
std::vector<std::thread> start(const Waiters &waiters, std::atomic<int> &running, Until until)
{
    std::vector<std::thread> threads;
    for (const auto &waiter : waiters) {
        ++running;
        threads.emplace_back([&waiter = *waiter, &running, until] {
            waiter.thread = gettid();
            while (!until(waiter))
                waiter.waitOnce();
            --running;
        });
    }
    return threads;
}

void signalAll(const Waiters &waiters, int signal)
{
    for (const auto &waiter : waiters) {
        if (waiter->thread != 0)
            tgkill(getpid(), waiter->thread, signal);
    }
}

void runForTime(const Waiters &waiters, std::chrono::milliseconds time, bool withSignals)
{
    std::atomic<int> running{0};
    const auto end = Clock::now() + time;
    auto threads = start(waiters, running, [end](const Waiter &waiter) {
        return Clock::now() >= end && waiter.step / 2 >= fewestCalls;
    });
    for (std::size_t round = 1; running > 0; ++round) {
        std::this_thread::sleep_for(betweenWakes);
        for (const auto &waiter : waiters) {
            if (waiter->call.wake)
                waiter->call.wake();
        }
        // Rarely: a relative timeout may start anew each time.
        if (withSignals && round % 8 == 0 && Clock::now() < end)
            signalAll(waiters, ignoredSignals[round / 8 % ignoredSignals.size()]);
    }
    for (auto &thread : threads)
        thread.join();
}

bool isAsleep(pid_t thread)
{
    const auto path = "/proc/self/task/" + std::to_string(thread) + "/stat";
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    std::array<char, 256> text{};
    const auto size = read(file, text.data(), text.size() - 1);
    close(file);
    return size > 0 && std::string_view(text.data()).find(") S") != std::string_view::npos;
}

void runForSignals(const Waiters &waiters, std::uint64_t count)
{
    std::atomic<int> running{0};
    auto threads =
        start(waiters, running, [count](const Waiter &waiter) { return waiter.step / 2 >= count; });
    std::vector<std::uint64_t> signalled(waiters.size()); // the step when last
    while (running > 0) {
        for (std::size_t i = 0; i < waiters.size(); ++i) {
            const auto step = waiters[i]->step.load();
            if (step % 2 == 0 || step == signalled[i] || !isAsleep(waiters[i]->thread))
                continue;
            signalled[i] = step;
            tgkill(getpid(), waiters[i]->thread, handledSignal);
        }
        std::this_thread::sleep_for(200us);
    }
    for (auto &thread : threads)
        thread.join();
}

void handle(int) { }

} // namespace

int main(int argc, char **argv)
{
    const int amount = argc > 1 ? std::atoi(argv[1]) : 1000;
    const std::string_view mode = argc > 2 ? argv[2] : "";
    sigset_t waitedFor;
    sigemptyset(&waitedFor);
    sigaddset(&waitedFor, SIGUSR1);
    sigaddset(&waitedFor, SIGRTMIN + 1);
    pthread_sigmask(SIG_BLOCK, &waitedFor, nullptr);
    struct sigaction action { };
    action.sa_handler = handle;
    sigaction(handledSignal, &action, nullptr);
    for (const int stopping : {SIGTSTP, SIGTTIN, SIGTTOU})
        signal(stopping, SIG_IGN);
    const auto all = waiters(mode == "handled" ? endless : std::chrono::milliseconds(patience));
    if (mode == "handled")
        runForSignals(all, static_cast<std::uint64_t>(amount));
    else
        runForTime(all, std::chrono::milliseconds(amount), mode == "ignored");
    for (const auto &waiter : all)
        waiter->print();
    return 0;
}
