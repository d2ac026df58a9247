// SPDX-License-Identifier: GPL-3.0-or-later
// depth DEPTH SECONDS: computes at this depth of calls.
#include <chrono>
#include <cstdlib>

namespace {

using Clock = std::chrono::steady_clock;

[[gnu::noinline]] unsigned spin(Clock::time_point end)
{
    unsigned sum = 1;
    while (Clock::now() < end) {
        for (unsigned i = 0; i < 10'000; ++i)
            sum = sum * 1'103'515'245U + i;
    }
    return sum;
}

[[gnu::noinline]] unsigned down(int depth, Clock::time_point end)
{
    return depth > 1 ? down(depth - 1, end) * 3 + 1 : spin(end);
}

} // namespace

int main(int count, char **arguments)
{
    if (count < 3)
        return 2;
    const std::chrono::seconds time(std::atoi(arguments[2]));
    return down(std::atoi(arguments[1]), Clock::now() + time) == 1 ? 1 : 0;
}
