// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/workload.h"

#include <array>
#include <cstdint>
#include <ctime>

// Attributes that keep a function as a frame of its own, or force it to be inlined.
#define EMBER_DEMO_FRAME [[gnu::noinline]]
#define EMBER_DEMO_INLINED [[gnu::always_inline]] inline

namespace ember::demo {

namespace {

using std::chrono::nanoseconds;

volatile std::uint64_t result = 0; // keeps the compiler from removing the computation

nanoseconds threadCpuTime()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

template<typename Work>
EMBER_DEMO_INLINED void workFor(nanoseconds cpuTime, Work work)
{
    for (const auto end = threadCpuTime() + cpuTime; threadCpuTime() < end;)
        work();
}

EMBER_DEMO_FRAME void mixNumbers()
{
    std::uint64_t state = result;
    for (std::uint64_t i = 0; i < 60'000; ++i)
        state = (state ^ (state >> 31U)) * 0x9e3779b97f4a7c15ULL + i;
    result = state;
}

EMBER_DEMO_FRAME void countPrimes()
{
    std::uint64_t primes = 0;
    for (unsigned candidate = 3; candidate < 2'500; candidate += 2) {
        bool isPrime = true;
        for (unsigned divisor = 3; isPrime && divisor * divisor <= candidate; divisor += 2)
            isPrime = candidate % divisor != 0;
        primes += isPrime ? 1U : 0U;
    }
    result = result + primes;
}

EMBER_DEMO_INLINED double multiplyAdd(double sum, double x, double coefficient)
{
    return sum * x + coefficient;
}

EMBER_DEMO_INLINED double evaluate(const std::array<double, 12> &coefficients, double x)
{
    double sum = 0;
    for (const double coefficient : coefficients)
        sum = multiplyAdd(sum, x, coefficient);
    return sum;
}

EMBER_DEMO_FRAME void moveDisc(char from, char to)
{
    for (unsigned i = 0; i < 60; ++i)
        result = result * 31U + static_cast<unsigned char>(from) + static_cast<unsigned char>(to);
}

} // namespace

EMBER_DEMO_FRAME void crunch(nanoseconds cpuTime)
{
    workFor(cpuTime, [] {
        mixNumbers();
        countPrimes();
    });
}

EMBER_DEMO_FRAME void tick(nanoseconds cpuTime)
{
    workFor(cpuTime, mixNumbers);
}

EMBER_DEMO_FRAME void hanoi(int discs, char from, char to, char spare)
{
    if (discs == 0)
        return;
    hanoi(discs - 1, from, spare, to);
    moveDisc(from, to);
    hanoi(discs - 1, spare, to, from);
}

EMBER_DEMO_FRAME void sumOfPolynomials(nanoseconds cpuTime)
{
    static constexpr std::array<double, 12> coefficients{0.5,  -1.25, 2.0, 0.75, -0.5, 1.0,
                                                         -2.0, 0.25,  1.5, -1.0, 0.1,  3.0};
    workFor(cpuTime, [] {
        double sum = 0;
        for (int step = 0; step < 4'000; ++step)
            sum += evaluate(coefficients, step * 1e-4);
        result = result + static_cast<std::uint64_t>(sum);
    });
}

EMBER_DEMO_FRAME void drawSlowFrame(nanoseconds cpuTime)
{
    workFor(cpuTime, countPrimes);
}

} // namespace ember::demo
