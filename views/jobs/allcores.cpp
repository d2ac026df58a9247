// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/jobs/allcores.h"

#include "model/core/parallel.h"
#include "model/core/threadpriority.h"

#include <QRunnable>
#include <QSemaphore>
#include <QThreadPool>

#include <algorithm>
#include <deque>

namespace ember::views {

namespace {

using Calls = model::SharedCalls<std::function<void(std::size_t)>>;

class Helper : public QRunnable {
public:
    explicit Helper(Calls &calls) : m_calls(calls) { setAutoDelete(false); }

    void run() override
    {
        thread_local const bool isSoon = askOnce();
        static_cast<void>(isSoon);
        m_calls.run();
        m_done.release();
    }

    void wait() { m_done.acquire(); }

private:
    // Asks for a higher priority once per thread: a picture waits for pieces that have begun.
    static bool askOnce()
    {
        model::askToRunSoon();
        return true;
    }

    Calls &m_calls;
    QSemaphore m_done;
};

// The pool is separate from the application's: computations there would delay pictures.
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
    calls.finish();
}

} // namespace ember::views
