// SPDX-License-Identifier: GPL-3.0-or-later
// What a call of capture/api/emberchart.h costs the program: where nobody listens, where a recorder
// does, and what gets through when a program reports as fast as it can.
#include "capture/api/emberchart.h"
#include "capture/measure/measurereceiver.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr int inactiveCalls = 20'000'000;
constexpr int bursts = 400;
constexpr int burstCalls = 100; // less than fits into a socket's queue
constexpr int floodCalls = 500'000;

// The thread's own CPU time: what else the machine does is not in it.
double cpuNanoseconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e9 + double(now.tv_nsec);
}

template<typename Call>
double perCall(int count, Call call)
{
    const double start = cpuNanoseconds();
    for (int i = 0; i < count; ++i)
        call();
    return (cpuNanoseconds() - start) / count;
}

void print(const char *name, double value, const char *unit)
{
    std::printf("api.%s %.1f %s\n", name, value, unit);
}

template<typename Call>
void benchInactive(const char *name, Call call)
{
    std::vector<double> rounds;
    for (int round = 0; round < 5; ++round)
        rounds.push_back(perCall(inactiveCalls / 5, call));
    print(name, std::ranges::min(rounds), "ns");
}

// In bursts that fit, with time for the recorder between them: the price of a call that arrives.
template<typename Call>
void benchActive(const std::string &name, Call call)
{
    std::vector<double> costs;
    for (int burst = 0; burst < bursts; ++burst) {
        costs.push_back(perCall(burstCalls, call));
        const timespec pause{0, 2'000'000};
        nanosleep(&pause, nullptr);
    }
    std::ranges::sort(costs);
    print((name + ".median").c_str(), costs[costs.size() / 2], "ns");
    print((name + ".p99").c_str(), costs[costs.size() * 99 / 100], "ns");
}

void measureOne()
{
    emberchart_measure("queue_length", "", 3);
}

void spanOne()
{
    emberchart_end(emberchart_begin("load document"));
}

void frameOne()
{
    emberchart_frame(1, 2);
}

void childOne()
{
    emberchart_finish(emberchart_begin_child("db.query", "SELECT 1"), emberchart_status_ok);
}

void rootOne()
{
    emberchart_finish(emberchart_begin_transaction("GET /", "http.server"), emberchart_status_ok);
}

int reportAll()
{
    benchActive("active.measure", measureOne);
    benchActive("active.span", spanOne);
    benchActive("active.frame", frameOne);
    benchActive("active.child", childOne);
    benchActive("active.transaction", rootOne);
    print("flood.call", perCall(floodCalls, measureOne), "ns");
    std::fflush(stdout);
    return 0;
}

} // namespace

int main()
{
    unsetenv("EMBERCHART_SOCKET");
    // As `record --measurements` opens it.
    using ember::capture::MeasureReceiver;
    const auto receiver = MeasureReceiver::open(MeasureReceiver::Calls::Forgotten);
    if (!receiver) {
        std::fprintf(stderr, "bench_api: %s\n", receiver.error().detail.c_str());
        return 1;
    }
    // Before this process asks for the first time, or it would know the answer.
    const pid_t reporter = fork();
    if (reporter == 0) {
        setenv("EMBERCHART_SOCKET", (*receiver)->name().c_str(), 1);
        _exit(reportAll());
    }
    std::uint64_t arrived = 0;
    std::uint64_t dropped = 0;
    int status = 0;
    const auto take = [&] {
        const auto received = (*receiver)->take();
        arrived += received.messages.size();
        dropped += received.dropped;
    };
    while (waitpid(reporter, &status, WNOHANG) == 0) {
        take();
        const timespec pause{0, 20'000'000};
        nanosleep(&pause, nullptr);
    }
    take();
    const double flooded = double(arrived) - 5.0 * bursts * burstCalls;
    print("flood.arrived", flooded / floodCalls * 100, "%");
    print("flood.said_lost", double(dropped), "messages");
    benchInactive("inactive.measure", measureOne);
    benchInactive("inactive.span", spanOne);
    benchInactive("inactive.frame", frameOne);
    benchInactive("inactive.child", childOne);
    benchInactive("inactive.transaction", rootOne);
    return status;
}
