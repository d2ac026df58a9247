// SPDX-License-Identifier: GPL-3.0-or-later
// How many ticks come in time while 16 threads fill the machine: of a bare timer with the
// recorder's priority, and of the recorder, in turn.
#include "capture/sampling/tickclock.h"
#include "model/core/threadpriority.h"
#include "tests/bench/record/bench.h"

#include <array>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ember::bench {

namespace {

struct Ticks {
    double kept = 0;
    double missed = 0;

    double share() const { return kept / (kept + missed); }

    Ticks &operator+=(const Ticks &other)
    {
        kept += other.kept;
        missed += other.missed;
        return *this;
    }
};

// Three seconds of two cores.
std::vector<std::string> busyCommand(const Bench &bench)
{
    return {bench.target("busythreads"), "16", "375"};
}

bool isReadable(int file, int patienceMs)
{
    pollfd one{file, POLLIN, 0};
    return poll(&one, 1, patienceMs) > 0;
}

// Until `stop` can be read; writes what it counted to `result`.
[[noreturn]] void keepTime(int rate, Rights rights, int stop, int result)
{
    if (rights == Rights::Nobodys && !becomeNobody())
        _exit(1);
    model::askToRunFirst();
    capture::TickClock clock(rate);
    clock.start(capture::CaptureClock::now());
    Ticks ticks;
    while (!isReadable(stop, 0)) {
        isReadable(clock.fd(), 1000);
        if (const auto due = clock.due(capture::CaptureClock::now())) {
            ++ticks.kept;
            ticks.missed += static_cast<double>(due->missed);
            clock.arm();
        }
    }
    [[maybe_unused]] const auto written = write(result, &ticks, sizeof ticks);
    _exit(0);
}

Ticks bareTicks(const Bench &bench, int rate, Rights rights)
{
    std::array<int, 2> stop{};
    std::array<int, 2> result{};
    if (pipe2(stop.data(), O_CLOEXEC) != 0 || pipe2(result.data(), O_CLOEXEC) != 0)
        return {};
    const pid_t holder = fork();
    if (holder == 0)
        keepTime(rate, rights, stop[0], result[1]);
    close(result[1]);
    runProgram(busyCommand(bench));
    Ticks ticks;
    [[maybe_unused]] const auto written = write(stop[1], "", 1);
    [[maybe_unused]] const auto got = read(result[0], &ticks, sizeof ticks);
    waitpid(holder, nullptr, 0);
    for (const int file : {stop[0], stop[1], result[0]})
        close(file);
    return ticks;
}

Ticks recordedTicks(const Bench &bench, int rate, Rights rights)
{
    bench.record(rate, busyCommand(bench), {.rights = rights});
    const auto statistics = bench.statistics();
    if (!statistics)
        return {};
    return {static_cast<double>(statistics->ticks), static_cast<double>(statistics->missedTicks)};
}

void study(const Bench &bench, int rate, Rights rights, const std::string &name)
{
    Ticks bare;
    Ticks recorded;
    for (int round = 0; round < (bench.rounds() + 1) / 2; ++round) {
        bare += bareTicks(bench, rate, rights);
        recorded += recordedTicks(bench, rate, rights);
    }
    const auto figure = "ticks." + std::to_string(rate) + "Hz." + name;
    print(figure + ".kept", recorded.share(), "share");
    print(figure + ".kept_by_bare_timer", bare.share(), "share");
    print(figure + ".kept_of_bare", recorded.share() / bare.share(), "ratio");
}

} // namespace

void studyTicks(const Bench &bench)
{
    const bool isRoot = geteuid() == 0;
    for (const int rate : {101, 997}) {
        study(bench, rate, isRoot ? Rights::Nobodys : Rights::OurOwn, "unprivileged");
        if (isRoot)
            study(bench, rate, Rights::OurOwn, "real_time");
    }
}

} // namespace ember::bench
