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

// The threads that read, write and pack. Not the application's: that one Qt has paint pieces of
// pictures, for which the window would wait. The application's end waits for them.
QThreadPool &workPool();

// Does `work` in one of them. UI thread.
void startWork(std::function<void()> work);

// Likewise what takes long or waits: the pool's other work goes on meanwhile.
void runDetached(std::function<void()> work);

// Does `work()` in one of them and hands what it returns to `deliver` in the UI thread, unless
// `receiver` is gone by then. The work must own all it touches.
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
