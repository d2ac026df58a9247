// SPDX-License-Identifier: GPL-3.0-or-later
// threadchurn COUNT: so many threads, each for a moment; prints how many came to their end.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

int main(int argc, char **argv)
{
    const int count = argc > 1 ? std::atoi(argv[1]) : 1000;
    std::atomic<int> ended{0};
    for (int started = 0; started < count;) {
        std::vector<std::thread> batch;
        for (int i = 0; i < 8 && started < count; ++i, ++started)
            batch.emplace_back([&ended] { ++ended; });
        for (auto &thread : batch)
            thread.join();
    }
    std::printf("%d\n", ended.load());
    return 0;
}
