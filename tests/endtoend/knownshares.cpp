// SPDX-License-Identifier: GPL-3.0-or-later
// knownshares SECONDS [DONE-FILE [PERCENT]]: three threads spend known shares of their time in
// known functions, in rounds of random length so that no sampling rate falls in step with them. At
// the end each prints what it measured: "share THREAD FUNCTION NANOSECONDS". DONE-FILE appears at
// the very end. shareBeta takes PERCENT of the time it is to take.
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

// Half of a burn would be lost to a tail call or a merged copy: each needs a body of its own.
template<int number>
__attribute__((noinline)) void burn(Clock::time_point until)
{
    volatile unsigned sum = number;
    while (Clock::now() < until) {
        for (unsigned i = 0; i < 500; ++i)
            sum = sum * 31 + i;
    }
}

} // namespace

extern "C" {
__attribute__((noinline)) void shareAlpha(Clock::time_point until)
{
    burn<1>(until);
    __asm__ volatile("");
}

__attribute__((noinline)) void shareBeta(Clock::time_point until)
{
    burn<2>(until);
    __asm__ volatile("");
}

__attribute__((noinline)) void shareGamma(Clock::time_point until)
{
    burn<3>(until);
    __asm__ volatile("");
}

__attribute__((noinline)) void shareRest(Clock::time_point until)
{
    std::this_thread::sleep_until(until);
    __asm__ volatile("");
}
}

namespace {

struct Part {
    const char *name;
    void (*run)(Clock::time_point until);
};

constexpr std::array parts{Part{"shareAlpha", shareAlpha}, Part{"shareBeta", shareBeta},
                           Part{"shareGamma", shareGamma}, Part{"shareRest", shareRest}};
using Percents = std::array<int, parts.size()>;
using Times = std::array<Clock::duration, parts.size()>;

Times work(Percents percents, Clock::time_point end, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> roundMicroseconds(12'000, 34'000);
    Times spent{};
    for (auto now = Clock::now(); now < end;) {
        const std::chrono::microseconds round(roundMicroseconds(random));
        for (std::size_t part = 0; part < parts.size(); ++part) {
            const auto before = now;
            parts[part].run(before + round * percents[part] / 100);
            now = Clock::now();
            spent[part] += now - before;
        }
    }
    return spent;
}

} // namespace

int main(int argc, char **argv)
{
    const std::chrono::milliseconds duration(argc > 1 ? static_cast<int>(std::atof(argv[1]) * 1000)
                                                      : 2000);
    const auto end = Clock::now() + duration;
    std::array<Percents, 3> plan{Percents{40, 20, 10, 30}, Percents{5, 15, 30, 50},
                                 Percents{25, 0, 5, 70}};
    if (argc > 3) {
        for (Percents &percents : plan)
            percents[1] = percents[1] * std::atoi(argv[3]) / 100;
    }
    std::array<Times, plan.size()> spent{};
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < plan.size(); ++i) {
        threads.emplace_back(
            [&, i] { spent[i] = work(plan[i], end, static_cast<unsigned>(i) + 1); });
        pthread_setname_np(threads.back().native_handle(), ("known-" + std::to_string(i)).c_str());
    }
    for (auto &thread : threads)
        thread.join();
    for (std::size_t i = 0; i < plan.size(); ++i) {
        for (std::size_t part = 0; part < parts.size(); ++part) {
            const auto ns = std::chrono::nanoseconds(spent[i][part]).count();
            std::printf("share known-%zu %s %lld\n", i, parts[part].name,
                        static_cast<long long>(ns));
        }
    }
    if (argc > 2) {
        if (auto *done = std::fopen(argv[2], "w"))
            std::fclose(done);
    }
    return 0;
}
