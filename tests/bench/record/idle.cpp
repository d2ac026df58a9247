// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that wait: what it costs to sample them, and how often they are woken for it. With frame
// pointers a stop may be needed, without them none is.
#include "tests/bench/record/bench.h"

#include <array>

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
        const Waiting bare(runProgram(command));
        for (const int rate : {101, 997}) {
            const Waiting recorded(bench.record(rate, command));
            print("switches." + std::to_string(rate) + "Hz." + kind.name + ".added_per_wait",
                  recorded.switches / recorded.waits - bare.switches / bare.waits, "switches");
        }
    }
}

} // namespace ember::bench
