// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/allcores.h"

#include "model/core/parallel.h"

#include <QRunnable>
#include <QSemaphore>
#include <QThreadPool>

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <mutex>

namespace ember::views {

namespace {

// The calls of one picture's step; whoever has time takes the next one.
class Calls {
public:
    Calls(std::size_t count, const std::function<void(std::size_t)> &work)
        : m_count(count),
          m_work(work)
    {
    }

    void run()
    {
        for (auto number = m_next++; number < m_count; number = m_next++) {
            try {
                m_work(number);
            } catch (...) {
                m_next = m_count;
                const std::lock_guard lock(m_mutex);
                m_failure = std::current_exception();
            }
        }
    }

    // Once all have run.
    void throwFailure() const
    {
        if (m_failure)
            std::rethrow_exception(m_failure);
    }

private:
    const std::size_t m_count;
    const std::function<void(std::size_t)> &m_work;
    std::atomic<std::size_t> m_next{0};
    std::mutex m_mutex;
    std::exception_ptr m_failure;
};

class Helper : public QRunnable {
public:
    explicit Helper(Calls &calls) : m_calls(calls) { setAutoDelete(false); }

    void run() override
    {
        m_calls.run();
        m_done.release();
    }

    void wait() { m_done.acquire(); }

private:
    Calls &m_calls;
    QSemaphore m_done;
};

// Not the application's: what is computed there would keep pictures waiting.
QThreadPool &pool()
{
    static QThreadPool thePool;
    return thePool;
}

} // namespace

void onAllCores(std::size_t count, const std::function<void(std::size_t)> &work)
{
    Calls calls(count, work);
    std::deque<Helper> helpers;
    while (helpers.size() + 1 < std::min(model::coreCount(), count))
        pool().start(&helpers.emplace_back(calls));
    calls.run();
    for (Helper &helper : helpers) {
        if (!pool().tryTake(&helper))
            helper.wait();
    }
    calls.throwFailure();
}

} // namespace ember::views
