// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace ember::model {

// Up to `most` threads that each do `run`; fewer, or none, where the system gives no more.
template<typename Run>
std::vector<std::jthread> helpers(std::size_t most, Run &run)
{
    std::vector<std::jthread> threads;
    try {
        while (threads.size() < most)
            threads.emplace_back([&run] { run(); });
    } catch (const std::system_error &) {
    }
    return threads;
}

inline std::size_t coreCount()
{
    return std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
}

// Calls work(0) … work(count − 1), spread over the processor's cores, in no particular order, and
// returns when all are done. What one call throws stops those not begun and is thrown again here.
// Where no thread can be had, the caller's does it alone.
template<typename Work>
void forEachInParallel(std::size_t count, Work work)
{
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::exception_ptr failure;
    const auto run = [&] {
        for (auto row = next++; row < count; row = next++) {
            try {
                work(row);
            } catch (...) {
                next = count;
                const std::lock_guard lock(mutex);
                failure = std::current_exception();
            }
        }
    };
    {
        const auto others = helpers(count == 0 ? 0 : std::min(coreCount(), count) - 1, run);
        run();
    }
    if (failure)
        std::rethrow_exception(failure);
}

// Calls work(0) … work(count − 1), spread over the processor's cores, and here use(0) …
// use(count − 1) in this order, each as soon as its work and those before it are done. What a call
// throws stops those not begun and is thrown again here.
template<typename Work, typename Use>
void forEachInOrder(std::size_t count, Work work, Use use)
{
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<bool> isDone(count);
    std::exception_ptr failure;
    const auto run = [&] {
        for (auto row = next++; row < count; row = next++) {
            std::exception_ptr own;
            try {
                work(row);
            } catch (...) {
                own = std::current_exception();
                next = count;
            }
            const std::lock_guard lock(mutex);
            isDone[row] = true;
            failure = failure ? failure : own;
            changed.notify_one();
        }
    };
    const auto waitFor = [&](std::size_t row) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return isDone[row] || failure; });
        return !failure;
    };
    {
        const auto threads = helpers(count > 1 ? std::min(coreCount(), count) : 0, run);
        if (threads.empty())
            run();
        try {
            for (std::size_t row = 0; row < count && waitFor(row); ++row)
                use(row);
        } catch (...) {
            next = count;
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
        }
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace ember::model
