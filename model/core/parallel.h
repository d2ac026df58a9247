// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace ember::model {

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
        std::vector<std::jthread> helpers;
        try {
            for (unsigned core = 1; core < std::thread::hardware_concurrency() && core < count;
                 ++core)
                helpers.emplace_back(run);
        } catch (const std::system_error &) {
        }
        run();
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace ember::model
