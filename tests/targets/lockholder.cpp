// SPDX-License-Identifier: GPL-3.0-or-later
// lockholder ROUNDS: in each round the thread "holder" works for 300 ms in a function that has
// locked a mutex, and the thread "waiter" comes to that function after it. A third thread works
// elsewhere.
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <thread>

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

std::mutex tableLock;
std::atomic<unsigned> table;

[[gnu::noinline]] void workFor(Clock::duration time)
{
    for (const auto end = Clock::now() + time; Clock::now() < end;)
        table.fetch_add(1, std::memory_order_relaxed);
}

[[gnu::noinline]] void useTable(Clock::duration time, std::barrier<> *locked = nullptr)
{
    const std::lock_guard lock(tableLock);
    if (locked != nullptr)
        locked->arrive_and_wait();
    workFor(time);
    table.fetch_add(1); // no tail call: the function stays on the stack
}

[[gnu::noinline]] void workElsewhere(const std::atomic<bool> &isOver)
{
    while (!isOver) {
        workFor(2ms);
        std::this_thread::sleep_for(8ms);
    }
}

} // namespace

int main(int argc, char **argv)
{
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 2;
    std::barrier locked(2);
    std::barrier over(2);
    std::atomic isOver = false;
    std::thread other([&] {
        pthread_setname_np(pthread_self(), "other");
        workElsewhere(isOver);
    });
    std::thread holder([&] {
        pthread_setname_np(pthread_self(), "holder");
        for (int round = 0; round < rounds; ++round) {
            useTable(300ms, &locked);
            over.arrive_and_wait();
        }
    });
    std::thread waiter([&] {
        pthread_setname_np(pthread_self(), "waiter");
        for (int round = 0; round < rounds; ++round) {
            locked.arrive_and_wait();
            useTable(1ms);
            over.arrive_and_wait();
        }
    });
    holder.join();
    waiter.join();
    isOver = true;
    other.join();
    return 0;
}
