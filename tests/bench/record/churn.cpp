// SPDX-License-Identifier: GPL-3.0-or-later
// A program that starts threads as fast as it can.
#include "tests/bench/record/bench.h"

#include <algorithm>
#include <limits>

namespace ember::bench {

void studyChurn(const Bench &bench)
{
    constexpr int threads = 30'000;
    const std::vector<std::string> command{bench.target("threadchurn"), std::to_string(threads)};
    double bare = std::numeric_limits<double>::infinity();
    double recorded = bare;
    double bareCpu = bare;
    double recordedCpu = bare;
    for (int round = 0; round < (bench.rounds() + 1) / 2; ++round) {
        const auto alone = runProgram(command);
        const auto watched = bench.record(101, command);
        bare = std::min(bare, alone.seconds);
        bareCpu = std::min(bareCpu, alone.cpuSeconds);
        recorded = std::min(recorded, watched.seconds);
        recordedCpu = std::min(recordedCpu, watched.cpuSeconds);
    }
    print("churn.bare.rate", threads / bare, "threads/s");
    print("churn.101Hz.rate", threads / recorded, "threads/s");
    print("churn.101Hz.rate_kept", bare / recorded, "ratio");
    print("churn.101Hz.all_cpu_overhead", recordedCpu / bareCpu - 1, "ratio");
}

} // namespace ember::bench
