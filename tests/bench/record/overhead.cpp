// SPDX-License-Identifier: GPL-3.0-or-later
// The same work under each profiler in turn, each time just behind a bare run, so that both see the
// same neighbours. Printed are the ratio of the least of the rounds, and the median of the ratios
// of the pairs. The pair of two bare runs tells how far to trust the others.
#include "tests/bench/record/bench.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <unistd.h>

namespace ember::bench {

namespace {

constexpr const char *gperftools = "/usr/lib/x86_64-linux-gnu/libprofiler.so.0";

// What the runs of one kind took, in seconds; one that failed took forever.
struct Times {
    std::vector<double> cpu; // of the target
    std::vector<double> wall;
    std::vector<double> allCpu; // and of its profiler

    void add(const ProgramRun &once)
    {
        constexpr double forever = std::numeric_limits<double>::infinity();
        const bool isWhole = once.succeeded && once.numbers.size() >= 2;
        cpu.push_back(isWhole ? static_cast<double>(once.numbers[0]) * 1e-9 : forever);
        wall.push_back(isWhole ? static_cast<double>(once.numbers[1]) * 1e-9 : forever);
        allCpu.push_back(isWhole ? once.cpuSeconds : forever);
    }
};

struct Pair {
    std::string name;
    std::function<ProgramRun()> run;
    Times bare;
    Times profiled;
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

std::vector<Pair> allPairs(const Bench &bench, const std::vector<std::string> &command)
{
    const bool hasPerf = runProgram({"perf", "--version"}).succeeded;
    const bool hasGperftools = ::access(gperftools, R_OK) == 0;
    std::vector<Pair> pairs;
    const auto add = [&pairs](const std::string &name, const std::function<ProgramRun()> &run) {
        pairs.push_back({name, run, {}, {}});
    };
    add("bare", [command] { return runProgram(command); });
    for (const int rate : {101, 997}) {
        const auto name = std::to_string(rate) + "Hz";
        add(name, [&bench, rate, command] { return bench.record(rate, command); });
        if (hasPerf)
            add("perf." + name, [&bench, rate, command] { return runPerf(bench, rate, command); });
        if (hasGperftools)
            add("gperftools." + name,
                [&bench, rate, command] { return runGperftools(bench, rate, command); });
    }
    return pairs;
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

void printOverhead(const std::string &figure, const std::vector<double> &bare,
                   const std::vector<double> &profiled)
{
    print(figure, std::ranges::min(profiled) / std::ranges::min(bare) - 1, "ratio");
    std::vector<double> ratios;
    std::ranges::transform(profiled, bare, std::back_inserter(ratios), std::divides<>());
    print(figure + "_of_pairs", median(std::move(ratios)) - 1, "ratio");
}

void printPair(const Pair &pair, const std::string &threads)
{
    const auto name = pair.name + "." + threads;
    printOverhead(name + ".cpu_overhead", pair.bare.cpu, pair.profiled.cpu);
    printOverhead(name + ".wall_overhead", pair.bare.wall, pair.profiled.wall);
    printOverhead(name + ".all_cpu_overhead", pair.bare.allCpu, pair.profiled.allCpu);
}

} // namespace

void studyOverhead(const Bench &bench)
{
    for (const int threads : {1, 16, 64}) {
        // More threads than CPUs work for more than a second: in less, what it takes to start them
        // would be a part of the figure, and the few turns that each gets.
        const char *rounds = threads == 1 ? "5000" : "20000";
        const std::vector<std::string> command{bench.target("fixedwork"), std::to_string(threads),
                                               rounds};
        auto pairs = allPairs(bench, command);
        for (int round = 0; round < bench.rounds(); ++round) {
            for (auto &pair : pairs) {
                pair.bare.add(runProgram(command));
                pair.profiled.add(pair.run());
            }
        }
        for (const auto &pair : pairs)
            printPair(pair, std::to_string(threads) + (threads == 1 ? "thread" : "threads"));
    }
}

} // namespace ember::bench
