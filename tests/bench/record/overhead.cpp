// SPDX-License-Identifier: GPL-3.0-or-later
// The same work bare and under each profiler in turn, so that all see the same neighbours; of each
// the smallest of the rounds counts. Two series of bare runs tell how far to trust the differences.
#include "tests/bench/record/bench.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <unistd.h>

namespace ember::bench {

namespace {

constexpr const char *gperftools = "/usr/lib/x86_64-linux-gnu/libprofiler.so.0";

// The least over the rounds; times in seconds.
struct Series {
    std::string name;
    std::function<ProgramRun()> run;
    double cpu = std::numeric_limits<double>::infinity(); // of the target
    double wall = std::numeric_limits<double>::infinity();
    double allCpu = std::numeric_limits<double>::infinity(); // and of its profiler

    void runOnce()
    {
        const auto once = run();
        if (!once.succeeded || once.numbers.size() < 2)
            return;
        cpu = std::min(cpu, static_cast<double>(once.numbers[0]) * 1e-9);
        wall = std::min(wall, static_cast<double>(once.numbers[1]) * 1e-9);
        allCpu = std::min(allCpu, once.cpuSeconds);
    }
};

ProgramRun runPerf(const Bench &bench, int rate, const std::vector<std::string> &command)
{
    std::vector<std::string> words{"perf",
                                   "record",
                                   "-q",
                                   "-e",
                                   "cpu-clock",
                                   "--call-graph",
                                   "dwarf,8192",
                                   "-F",
                                   std::to_string(rate),
                                   "-o",
                                   bench.folder + "/perf.data",
                                   "--"};
    words.insert(words.end(), command.begin(), command.end());
    return runProgram(words);
}

ProgramRun runGperftools(const Bench &bench, int rate, const std::vector<std::string> &command)
{
    return runProgram(command,
                      {Rights::OurOwn,
                       {std::string("LD_PRELOAD=") + gperftools,
                        "CPUPROFILE=" + bench.folder + "/gperftools.prof",
                        "CPUPROFILE_FREQUENCY=" + std::to_string(rate)},
                       Messages::Hidden});
}

std::vector<Series> allSeries(const Bench &bench, const std::vector<std::string> &command)
{
    const auto bare = [command] { return runProgram(command); };
    const bool hasPerf = runProgram({"perf", "--version"}).succeeded;
    const bool hasGperftools = ::access(gperftools, R_OK) == 0;
    std::vector<Series> all{{"bare", bare}, {"bare again", bare}};
    for (const int rate : {101, 997}) {
        const auto name = std::to_string(rate) + "Hz";
        all.push_back({name, [&bench, rate, command] { return bench.record(rate, command); }});
        if (hasPerf)
            all.push_back({"perf." + name,
                           [&bench, rate, command] { return runPerf(bench, rate, command); }});
        if (hasGperftools)
            all.push_back({"gperftools." + name, [&bench, rate, command] {
                               return runGperftools(bench, rate, command);
                           }});
    }
    return all;
}

void printSeries(const std::vector<Series> &all, const std::string &threads)
{
    const auto &first = all[0];
    const auto &second = all[1];
    const double cpu = std::min(first.cpu, second.cpu);
    const double wall = std::min(first.wall, second.wall);
    const double allCpu = std::min(first.allCpu, second.allCpu);
    print("bare." + threads + ".cpu_spread", std::abs(first.cpu - second.cpu) / cpu, "ratio");
    print("bare." + threads + ".wall_spread", std::abs(first.wall - second.wall) / wall, "ratio");
    for (auto series = all.begin() + 2; series != all.end(); ++series) {
        const auto name = series->name + "." + threads;
        print(name + ".cpu_overhead", series->cpu / cpu - 1, "ratio");
        print(name + ".wall_overhead", series->wall / wall - 1, "ratio");
        print(name + ".all_cpu_overhead", series->allCpu / allCpu - 1, "ratio");
    }
}

} // namespace

void studyOverhead(const Bench &bench)
{
    for (const int threads : {1, 16, 64}) {
        const std::vector<std::string> command{bench.target("fixedwork"), std::to_string(threads),
                                               "10000"};
        auto all = allSeries(bench, command);
        for (int round = 0; round < bench.rounds(); ++round) {
            for (auto &series : all)
                series.runOnce();
        }
        printSeries(all, std::to_string(threads) + (threads == 1 ? "thread" : "threads"));
    }
}

} // namespace ember::bench
