// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/killround.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

// bench_kills [ROUNDS [LANES]]: kill -9 of window, recorder, and both, each so often, in
// mid-capture, several captures at once.
int main(int argc, char **argv)
{
    using namespace ember::tests;
    const QCoreApplication application(argc, argv);
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 50;
    const int lanes = argc > 2 ? std::atoi(argv[2]) : 4;
    constexpr const char *victims[] = {"window", "recorder", "both"};
    int failures = 0;
    std::size_t victim = 0;
    for (const auto &outcomes : killRounds(rounds, lanes)) {
        std::vector<double> missing;
        int survived = 0;
        for (const KillOutcome &outcome : outcomes) {
            missing.push_back(outcome.missing.count());
            if (outcome.problem.isEmpty())
                ++survived;
            else
                std::fprintf(stderr, "%s: %s\n", victims[victim], qPrintable(outcome.problem));
        }
        std::ranges::sort(missing);
        const char *name = victims[victim++];
        std::printf("kills.%s.rounds %zu rounds\n", name, outcomes.size());
        std::printf("kills.%s.survived %d rounds\n", name, survived);
        std::printf("kills.%s.missing.median %.1f ms\n", name, missing[missing.size() / 2]);
        std::printf("kills.%s.missing.most %.1f ms\n", name, missing.back());
        failures += static_cast<int>(outcomes.size()) - survived;
    }
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
