// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QMetaObject>
#include <QPointer>

#include <functional>
#include <memory>
#include <utility>

class QThreadPool;

namespace ember::app {

// The thread pool for reading, writing and packing files. It is not Qt's global pool, in which Qt
// paints parts of pictures that the window would then wait for. The application waits for the pool
// at exit.
QThreadPool &workPool();

// Runs `work` on the pool. Any thread.
void startWork(std::function<void()> work);

// Runs work that takes long or blocks on an extra thread, so that it does not occupy the pool.
void runDetached(std::function<void()> work);

// Runs `work()` on the pool and calls `deliver` with its result on the UI thread, unless `receiver`
// is gone by then. The work must own all its data.
template<typename Work, typename Deliver>
void inBackground(QObject *receiver, Work work, Deliver deliver)
{
    startWork([receiver = QPointer<QObject>(receiver), work = std::move(work),
               deliver = std::move(deliver)] {
        auto result = std::make_shared<decltype(work())>(work());
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [receiver, deliver, result] {
                if (receiver)
                    deliver(*result);
            },
            Qt::QueuedConnection);
    });
}

} // namespace ember::app
