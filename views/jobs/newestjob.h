// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/jobs/viewthreads.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QObject>
#include <QPointer>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace ember::views {

// Computes off the UI thread and delivers results to it, one computation at a time. Belongs to the
// UI thread. The work must own all it touches.
//
// start() asks a new question: the running computation is no longer of use. refresh() asks the same
// question about newer data: the running computation's result is still delivered. Neither
// interrupts the running computation; of waiting requests only the newest is computed next. So only
// one thread is busy however fast requests come, and results do arrive.
template<typename T>
class NewestJob {
public:
    // Nothing is delivered after the end of `receiver`.
    NewestJob(QObject *receiver, std::function<void(T)> deliver)
        : m_shared(std::make_shared<Shared>())
    {
        m_shared->receiver = receiver;
        m_shared->deliver = std::move(deliver);
    }

    ~NewestJob() { cancel(); }

    NewestJob(const NewestJob &) = delete;
    NewestJob &operator=(const NewestJob &) = delete;

    // Asks another question: the running computation's result is dropped.
    void start(std::function<T()> work)
    {
        ++m_shared->newest;
        ask(std::move(work));
    }

    // Asks the same question about newer data: the running computation's result is still delivered.
    void refresh(std::function<T()> work) { ask(std::move(work)); }

    void cancel()
    {
        ++m_shared->newest;
        m_shared->pending = false;
        m_shared->next = {};
    }

    bool isPending() const { return m_shared->pending; }

private:
    struct Shared {
        std::atomic<std::uint64_t> newest = 0;
        // UI thread only:
        bool pending = false; // an answer will be delivered
        bool running = false; // a computation runs, also one whose result will be dropped
        std::function<T()> next;
        QPointer<QObject> receiver;
        std::function<void(T)> deliver;
    };

    void ask(std::function<T()> work)
    {
        m_shared->pending = true;
        if (m_shared->running)
            m_shared->next = std::move(work);
        else
            begin(m_shared, std::move(work));
    }

    static void begin(const std::shared_ptr<Shared> &shared, std::function<T()> work)
    {
        const auto ticket = ++shared->newest;
        shared->running = true;
        startInBackground([shared, ticket, work = std::move(work)] {
            auto result = std::make_shared<std::optional<T>>();
            if (shared->newest == ticket)
                *result = work();
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [shared, ticket, result] { finish(shared, ticket, std::move(*result)); },
                Qt::QueuedConnection);
        });
    }

    static void finish(const std::shared_ptr<Shared> &shared, std::uint64_t ticket,
                       std::optional<T> result)
    {
        shared->running = false;
        if (result && shared->newest == ticket && shared->receiver) {
            shared->pending = bool(shared->next);
            shared->deliver(std::move(*result));
        }
        if (auto next = std::exchange(shared->next, {}); next && !shared->running)
            begin(shared, std::move(next));
    }

    std::shared_ptr<Shared> m_shared;
};

} // namespace ember::views
