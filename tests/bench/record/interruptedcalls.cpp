// SPDX-License-Identifier: GPL-3.0-or-later
// Every way to wait, and what of it being recorded shows: EINTR, and relative timeouts that start
// anew. What the lines of the target mean stands in its source.
#include "tests/bench/record/bench.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

namespace ember::bench {

namespace {

struct CallLine {
    std::string call;
    long long calls = 0;
    long long interrupted = 0;
    long long failed = 0;
    long long early = 0;
    long long lateUs = 0; // half of them
    long long latestUs = 0;
};

std::vector<CallLine> linesOf(const ProgramRun &run)
{
    std::vector<CallLine> lines;
    std::istringstream text(run.output);
    CallLine line;
    while (text >> line.call >> line.calls >> line.interrupted >> line.failed >> line.early
           >> line.lateUs >> line.latestUs)
        lines.push_back(line);
    return lines;
}

double sum(const std::vector<CallLine> &lines, long long CallLine::*column)
{
    double total = 0;
    for (const auto &line : lines)
        total += static_cast<double>(line.*column);
    return total;
}

double mostLateMs(const std::vector<CallLine> &lines, const std::vector<CallLine> &bare)
{
    long long most = 0;
    for (std::size_t i = 0; i < std::min(lines.size(), bare.size()); ++i)
        most = std::max(most, lines[i].lateUs - bare[i].lateUs);
    return static_cast<double>(most) / 1000;
}

double latestMs(const std::vector<CallLine> &lines)
{
    long long latest = 0;
    for (const auto &line : lines)
        latest = std::max(latest, line.latestUs);
    return static_cast<double>(latest) / 1000;
}

void study(const Bench &bench, const char *target, const char *kind, int seconds)
{
    const std::vector<std::string> command{bench.target(target), std::to_string(seconds * 1000)};
    // As long: the latest of more calls is later, on a busy machine by far.
    const auto bare = linesOf(runProgram(command));
    print(std::string("eintr.bare.") + kind + ".latest_timeout", latestMs(bare), "ms");
    for (const int rate : {101, 997}) {
        const auto lines = linesOf(bench.record(rate, command));
        const auto name = "eintr." + std::to_string(rate) + "Hz." + kind;
        for (const auto &line : lines) {
            if (line.interrupted > 0)
                std::printf("# %s: %lld of %lld failed with EINTR\n", line.call.c_str(),
                            line.interrupted, line.calls);
        }
        print(name + ".calls", sum(lines, &CallLine::calls), "calls");
        print(name + ".interrupted", sum(lines, &CallLine::interrupted), "calls");
        print(name + ".failed", sum(lines, &CallLine::failed), "calls");
        print(name + ".early", sum(lines, &CallLine::early), "calls");
        print(name + ".latest_timeout", latestMs(lines), "ms");
        print(name + ".median_added_to_timeouts_at_most", mostLateMs(lines, bare), "ms");
    }
}

} // namespace

void studyInterruptedCalls(const Bench &bench)
{
    const bool isFull = bench.effort == Effort::Full;
    study(bench, "interruptedcalls", "frame_pointers", isFull ? 60 : 5);
    study(bench, "interruptedcalls_nofp", "no_frame_pointers", isFull ? 20 : 3);
}

} // namespace ember::bench
