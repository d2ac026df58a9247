// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/jobs/backgroundpool.h"

#include "model/core/threadpriority.h"

#include <QCoreApplication>
#include <QThreadPool>

#include <atomic>
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

} // namespace

QThreadPool &backgroundPool()
{
    static QThreadPool thePool;
    return thePool;
}

void startInBackground(std::function<void()> work)
{
    // Waits for the pool at the end of the application, while there still is one to deliver to.
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

} // namespace ember::views
