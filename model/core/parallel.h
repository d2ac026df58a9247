// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace ember::model {

// Starts up to `most` threads that each call `run`; fewer, or none, if the system gives no more.
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

// The calls work(0) … work(count − 1), shared by several threads: each takes the next call until
// none is left. After an exception, calls that have not begun are left out.
template<typename Work>
class SharedCalls {
public:
    // `work` must outlive this object.
    SharedCalls(std::size_t count, const Work &work) : m_count(count), m_work(work) { }

    // Takes calls until none is left. Every participating thread calls it.
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

    // Rethrows the exception of a call. Call it once all threads have run.
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
// returns when all are done. After an exception, calls that have not begun are left out, and it is
// rethrown here. If no thread can be started, the calling thread does all.
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

// Makes the calls work(0) … work(count − 1), which together read `samples` samples: in parallel,
// but in the calling thread if the samples are few, because starting threads would take longer.
template<typename Work>
void forEachInParallel(std::size_t count, std::size_t samples, const Work &work)
{
    constexpr std::size_t fewestSamples = 100'000;
    if (samples >= fewestSamples)
        return forEachInParallel(count, work);
    for (std::size_t row = 0; row < count; ++row)
        work(row);
}

// Keeps objects that the threads of forEachInParallel() work with for the next call that needs one:
// for objects that cost more to make than to use again.
template<typename T>
class Spares {
public:
    // Returns one that was given back; null: there is none.
    std::unique_ptr<T> take()
    {
        const std::lock_guard lock(m_mutex);
        if (m_kept.empty())
            return nullptr;
        auto object = std::move(m_kept.back());
        m_kept.pop_back();
        return object;
    }

    void giveBack(std::unique_ptr<T> object)
    {
        const std::lock_guard lock(m_mutex);
        m_kept.push_back(std::move(object));
    }

    // The objects that were given back and not taken again. Call it once no thread works any more.
    const std::vector<std::unique_ptr<T>> &all() const { return m_kept; }

private:
    std::mutex m_mutex;
    std::vector<std::unique_ptr<T>> m_kept;
};

// Makes the call. Returns the exception that it throws; null if none.
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

// Calls work(0) … work(count − 1), spread over the processor's cores, and in the calling thread
// use(0) … use(count − 1) in this order, each as soon as its work and the earlier uses are done.
// Uses come first: while one runs or is due, a core is left to it. Work begins at most twice as
// many calls ahead of the uses as there are cores, because finished work that waits takes memory.
// After an exception, calls that have not begun are left out, and it is rethrown here.
template<typename Work, typename Use>
void forEachInOrder(std::size_t count, Work work, Use use)
{
    const auto cores = coreCount();
    std::mutex mutex; // guards all of the following
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
