// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QMetaObject>
#include <QPointer>
#include <QThreadPool>

#include <memory>
#include <utility>

namespace ember::app {

// Does `work()` in a thread of the pool and hands what it returns to `deliver` in the UI thread,
// unless `receiver` is gone by then. The work must own all it touches.
template<typename Work, typename Deliver>
void inBackground(QObject *receiver, Work work, Deliver deliver)
{
    QThreadPool::globalInstance()->start([receiver = QPointer<QObject>(receiver),
                                          work = std::move(work), deliver = std::move(deliver)] {
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

// Does what takes long or waits in a thread of the pool that does not count: the pool's other work
// goes on meanwhile. The application's end waits for it.
template<typename Work>
void aside(Work work)
{
    QThreadPool::globalInstance()->start([work = std::move(work)] {
        auto *pool = QThreadPool::globalInstance();
        pool->releaseThread();
        work();
        pool->reserveThread();
    });
}

} // namespace ember::app
