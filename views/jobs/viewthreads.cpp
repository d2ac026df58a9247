// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/jobs/viewthreads.h"

#include "model/core/parallel.h"
#include "model/core/threadpriority.h"

#include <QCoreApplication>
#include <QRunnable>
#include <QSemaphore>
#include <QThreadPool>

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <utility>

namespace ember::views {

namespace {

std::atomic<bool> areLast{false};

// Lowers the thread's priority, once per thread.
void goLastIfWanted()
{
    if (!areLast)
        return;
    thread_local const bool isLast = [] {
        model::letOthersGoFirst();
        return true;
    }();
    static_cast<void>(isLast);
}

// Asks for short latency in Qt's painting threads. Each must do this itself, so one task per thread
// is started, and all wait for each other.
void askPaintersToRunSoon()
{
    QThreadPool &painters = *QThreadPool::globalInstance();
    painters.setExpiryTimeout(-1); // threads must not expire: new ones would not have the setting
    const auto end = std::make_shared<QSemaphore>();
    int begun = 0;
    while (painters.tryStart([end] {
        model::askToRunSoon();
        end->acquire();
    }))
        ++begun;
    end->release(begun);
}

} // namespace

QThreadPool &backgroundPool()
{
    static QThreadPool thePool;
    return thePool;
}

void startInBackground(std::function<void()> work)
{
    // Waits for the pool at the end of the application, while the object still exists to which
    // results are delivered.
    static const bool isWaitedFor = [] {
        qAddPostRoutine([] { backgroundPool().waitForDone(); });
        return true;
    }();
    static_cast<void>(isWaitedFor);
    backgroundPool().start([work = std::move(work)] {
        goLastIfWanted();
        work();
    });
}

void letBackgroundGoLast()
{
    areLast = true;
}

void keepPicturesPrompt()
{
    model::askToRunSoon();
    askPaintersToRunSoon();
    letBackgroundGoLast();
}

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
