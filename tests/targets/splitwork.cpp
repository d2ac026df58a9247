// SPDX-License-Identifier: GPL-3.0-or-later
// splitwork SECONDS PERCENT: divides its time among functions as 40 : 20 × PERCENT / 100 : 10, in
// turns so short that whoever takes the CPU away takes it from each of them in that proportion.
#include <chrono>
#include <cstdlib>

namespace {

using Clock = std::chrono::steady_clock;

constexpr int roundsOfOnePart = 500;

// Each part has a body of its own: equal ones would be merged.
template<unsigned number>
[[gnu::noinline]] void work(int parts)
{
    volatile unsigned sum = number;
    for (int i = 0; i < parts * roundsOfOnePart; ++i)
        sum = sum * 31 + number;
}

} // namespace

extern "C" {
[[gnu::noinline]] void workAlpha(int parts)
{
    work<1>(parts);
    __asm__ volatile("");
}

[[gnu::noinline]] void workBeta(int parts)
{
    work<2>(parts);
    __asm__ volatile("");
}

[[gnu::noinline]] void workGamma(int parts)
{
    work<3>(parts);
    __asm__ volatile("");
}
}

int main(int argc, char **argv)
{
    const std::chrono::duration<double> duration(argc > 1 ? std::atof(argv[1]) : 1);
    const int percent = argc > 2 ? std::atoi(argv[2]) : 100;
    const auto start = Clock::now();
    while (Clock::now() - start < duration) {
        workAlpha(40);
        workBeta(20 * percent / 100);
        workGamma(10);
    }
    return 0;
}
