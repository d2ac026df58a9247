// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QMetaObject>
#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>
#include <utility>

namespace ember::views {

// Computes off the UI thread and delivers the newest result to it; older ones are dropped, those
// not yet begun are never computed. Belongs to the UI thread. The work must own all it touches.
template<typename T>
class NewestJob {
public:
    // `receiver` is the one for whom it works: nothing is delivered after its end.
    NewestJob(QObject *receiver, std::function<void(T)> deliver)
        : m_shared(std::make_shared<Shared>())
    {
        m_shared->receiver = receiver;
        m_shared->deliver = std::move(deliver);
    }

    ~NewestJob() { cancel(); }

    NewestJob(const NewestJob &) = delete;
    NewestJob &operator=(const NewestJob &) = delete;

    void start(std::function<T()> work)
    {
        const auto ticket = ++m_shared->newest;
        m_shared->pending = true;
        QThreadPool::globalInstance()->start([shared = m_shared, ticket, work = std::move(work)] {
            if (shared->newest != ticket)
                return;
            auto result = std::make_shared<T>(work());
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [shared, ticket, result] {
                    if (shared->newest != ticket || !shared->receiver)
                        return;
                    shared->pending = false;
                    shared->deliver(std::move(*result));
                },
                Qt::QueuedConnection);
        });
    }

    void cancel()
    {
        ++m_shared->newest;
        m_shared->pending = false;
    }

    bool isPending() const { return m_shared->pending; }

private:
    struct Shared {
        std::atomic<std::uint64_t> newest = 0;
        bool pending = false; // UI thread only, as receiver and deliver
        QPointer<QObject> receiver;
        std::function<void(T)> deliver;
    };

    std::shared_ptr<Shared> m_shared;
};

} // namespace ember::views
