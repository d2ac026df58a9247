// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inbackground.h"

#include <QThreadPool>

#include <utility>

namespace ember::app {

QThreadPool &workPool()
{
    static QThreadPool thePool;
    return thePool;
}

void startWork(std::function<void()> work)
{
    // Lets the application object wait for the pool before it is destroyed, since results are
    // delivered to it.
    static const bool isWaitedFor = [] {
        qAddPostRoutine([] { workPool().waitForDone(); });
        return true;
    }();
    static_cast<void>(isWaitedFor);
    workPool().start(std::move(work));
}

void runDetached(std::function<void()> work)
{
    startWork([work = std::move(work)] {
        workPool().releaseThread();
        work();
        workPool().reserveThread();
    });
}

} // namespace ember::app
