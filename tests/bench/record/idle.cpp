// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that wait: what it costs to sample them, and how often they are woken for it. With frame
// pointers a stop may be needed, without them none is.
#include "tests/bench/record/bench.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace ember::bench {

namespace {

struct Kind {
    const char *target;
    const char *name;
};

constexpr std::array kinds{Kind{"sleepers", "frame_pointers"},
                           Kind{"sleepers_nofp", "no_frame_pointers"}};

// What a target of this kind printed.
struct Waiting {
    double cpuSeconds = 0;
    double waits = 0;
    double switches = 0;

    explicit Waiting(const ProgramRun &run)
    {
        if (run.numbers.size() < 3)
            return;
        cpuSeconds = static_cast<double>(run.numbers[0]) * 1e-9;
        waits = static_cast<double>(run.numbers[1]);
        switches = static_cast<double>(run.numbers[2]);
    }
};

// Stops of the threads that wait, by what they were found at. One that was awake is a switch of its
// thread, and none of a blocked one; of the main thread, which works, none is counted.
struct Stops {
    double awake = 0;
    double blocked = 0;

    explicit Stops(const Bench &bench)
    {
        const auto profile = bench.profile();
        for (std::size_t row = 0; profile && row < profile->threadCount(); ++row) {
            const model::ThreadIndex thread(row);
            if (!profile->thread(thread).isMain)
                profile->samples(thread).details.forEach(
                    [this](std::size_t, const model::SampleDetail &detail) { add(detail); });
        }
    }

private:
    void add(const model::SampleDetail &detail)
    {
        if (detail.stopNs > 0)
            ++(detail.state == model::ThreadState::Blocked ? blocked : awake);
    }
};

// Switches per wait of runs that nobody records.
struct BareSwitches {
    double middle = 0;
    double spread = 0; // of the highest from the lowest

    explicit BareSwitches(const std::vector<std::string> &command)
    {
        std::array<double, 3> runs{};
        for (double &run : runs) {
            const Waiting bare(runProgram(command));
            run = bare.switches / bare.waits;
        }
        std::ranges::sort(runs);
        middle = runs[1];
        spread = runs.back() - runs.front();
    }
};

} // namespace

void studyIdleThreads(const Bench &bench)
{
    for (const auto &kind : kinds) {
        for (const int rate : {101, 997}) {
            const auto run = bench.record(rate, {bench.target(kind.target), "200", "2000"});
            const auto statistics = bench.statistics();
            if (!statistics)
                continue;
            const auto name = "idle." + std::to_string(rate) + "Hz." + kind.name;
            const auto ticks = static_cast<double>(statistics->ticks);
            print(name + ".suspensions", static_cast<double>(statistics->suspensions), "stops");
            print(name + ".recorder_cpu", (run.cpuSeconds - Waiting(run).cpuSeconds) / run.seconds,
                  "share");
            print(name + ".ticks_kept",
                  ticks / (ticks + static_cast<double>(statistics->missedTicks)), "share");
        }
    }
}

void studySwitches(const Bench &bench)
{
    for (const auto &kind : kinds) {
        // 20 threads that wait for 50 ms again and again.
        const std::vector<std::string> command{bench.target(kind.target), "20", "3000", "50"};
        const BareSwitches bare(command);
        print(std::string("switches.bare.") + kind.name + ".spread_per_wait", bare.spread,
              "switches");
        for (const int rate : {101, 997}) {
            const Waiting recorded(bench.record(rate, command));
            const auto name = "switches." + std::to_string(rate) + "Hz." + kind.name;
            const auto added = recorded.switches / recorded.waits - bare.middle;
            const Stops stops(bench);
            const auto awake = stops.awake / recorded.waits;
            print(name + ".added_per_wait", added, "switches");
            print(name + ".stops_per_wait.awake", awake, "stops");
            print(name + ".stops_per_wait.blocked", stops.blocked / recorded.waits, "stops");
            print(name + ".added_to_blocked_per_wait", added - awake, "switches");
        }
    }
}

} // namespace ember::bench
