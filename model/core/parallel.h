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

// work(0) … work(count − 1), for several threads: each takes the next call until none is left. What
// one throws stops those not begun.
template<typename Work>
class SharedCalls {
public:
    // `work` must outlive it.
    SharedCalls(std::size_t count, const Work &work) : m_count(count), m_work(work) { }

    // Of each thread that helps.
    void run()
    {
        for (auto row = m_next++; row < m_count; row = m_next++) {
            try {
                m_work(row);
            } catch (...) {
                m_next = m_count;
                const std::lock_guard lock(m_mutex);
                m_failure = std::current_exception();
            }
        }
    }

    // Throws again what a call has thrown. Once all threads have run.
    void finish() const
    {
        if (m_failure)
            std::rethrow_exception(m_failure);
    }

private:
    const std::size_t m_count;
    const Work &m_work;
    std::atomic<std::size_t> m_next{0};
    std::mutex m_mutex;
    std::exception_ptr m_failure;
};

// Calls work(0) … work(count − 1), spread over the processor's cores, in no particular order, and
// returns when all are done. What one call throws stops those not begun and is thrown again here.
// Where no thread can be had, the caller's does it alone.
template<typename Work>
void forEachInParallel(std::size_t count, const Work &work)
{
    SharedCalls calls(count, work);
    {
        auto run = [&calls] { calls.run(); };
        const auto others = helpers(count == 0 ? 0 : std::min(coreCount(), count) - 1, run);
        run();
    }
    calls.finish();
}

// What `call` throws; null if nothing.
template<typename Call>
std::exception_ptr thrownBy(Call call)
{
    try {
        call();
    } catch (...) {
        return std::current_exception();
    }
    return {};
}

// Calls work(0) … work(count − 1), spread over the processor's cores, and here use(0) …
// use(count − 1) in this order, each as soon as its work and those before it are done. Use comes
// first: while it runs, or could, there is a core for it, and no work begins further ahead of it
// than twice the cores: what is done and waits takes memory. What a call throws stops those not
// begun and is thrown again here.
template<typename Work, typename Use>
void forEachInOrder(std::size_t count, Work work, Use use)
{
    const auto cores = coreCount();
    std::mutex mutex; // of all these
    std::condition_variable changed;
    std::size_t begun = 0;
    std::size_t working = 0;
    std::size_t used = 0;
    std::vector<bool> isDone(count);
    std::exception_ptr failure;
    const auto mayBegin = [&] {
        const bool isUseDue = used < count && isDone[used];
        return failure || begun == count
            || (working + (isUseDue ? 1 : 0) < cores && begun - used < 2 * cores);
    };
    const auto run = [&] {
        std::unique_lock lock(mutex);
        for (;;) {
            changed.wait(lock, mayBegin);
            if (failure || begun == count)
                return;
            const auto row = begun++;
            ++working;
            lock.unlock();
            const auto thrown = thrownBy([&] { work(row); });
            lock.lock();
            --working;
            isDone[row] = true;
            failure = failure ? failure : thrown;
            changed.notify_all();
        }
    };
    {
        const auto threads = helpers(count > 1 ? std::min(cores, count) : 0, run);
        if (threads.empty()) {
            for (std::size_t row = 0; row < count; ++row) {
                work(row);
                use(row);
            }
            return;
        }
        for (std::unique_lock lock(mutex); !failure && used < count; changed.notify_all()) {
            changed.wait(lock, [&] { return failure || isDone[used]; });
            if (failure)
                break;
            lock.unlock();
            const auto thrown = thrownBy([&] { use(used); });
            lock.lock();
            ++used;
            failure = failure ? failure : thrown;
        }
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace ember::model
