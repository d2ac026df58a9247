// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/uploads.h"

#include <utility>

namespace ember::app {

Uploads::Uploads(const QString &folder, QObject *parent) : QObject(parent), m_worker(folder)
{
    m_worker.moveToThread(&m_thread);
    connect(&m_worker, &QueueWorker::listed, this, [this](const QueueListing &listing) {
        m_listing = listing;
        emit changed();
    });
    connect(&m_worker, &QueueWorker::queued, this, &Uploads::queued);
    connect(&m_worker, &QueueWorker::progress, this, &Uploads::progress);
    connect(&m_worker, &QueueWorker::settled, this, &Uploads::settled);
    connect(&m_worker, &QueueWorker::failed, this, &Uploads::failed);
    connect(&m_worker, &QueueWorker::ended, &m_thread, &QThread::quit, Qt::DirectConnection);
    connect(&m_thread, &QThread::started, &m_worker, &QueueWorker::start);
    m_thread.setObjectName(QStringLiteral("uploads"));
    m_thread.start();
}

Uploads::~Uploads()
{
    post([](QueueWorker &worker) { worker.shutDown(); });
    m_thread.wait();
}

// Calls work(worker) on the worker's thread.
template<typename Work>
void Uploads::post(Work work)
{
    QMetaObject::invokeMethod(
        &m_worker, [worker = &m_worker, work = std::move(work)] { work(*worker); },
        Qt::QueuedConnection);
}

void Uploads::addTarget(const model::sentry::Dsn &dsn, const UploadWay &way)
{
    post([dsn, way](QueueWorker &worker) { worker.addTarget(dsn, way); });
}

int Uploads::enqueue(const QList<OutgoingEnvelope> &envelopes, const model::sentry::Dsn &dsn,
                     Again again, const UploadWay &way)
{
    const int batch = ++m_lastBatch;
    post([batch, envelopes, dsn, again, way](QueueWorker &worker) {
        worker.enqueue(batch, envelopes, dsn, again, way);
    });
    return batch;
}

void Uploads::dropBatch(int batch)
{
    post([batch](QueueWorker &worker) { worker.dropBatch(batch); });
}

void Uploads::retry(const QList<qint64> &numbers)
{
    post([numbers](QueueWorker &worker) { worker.retry(numbers); });
}

void Uploads::cancel(const QList<qint64> &numbers)
{
    post([numbers](QueueWorker &worker) { worker.cancel(numbers); });
}

void Uploads::forget(const QList<qint64> &numbers)
{
    post([numbers](QueueWorker &worker) { worker.forget(numbers); });
}

void Uploads::setPaused(bool isPaused)
{
    post([isPaused](QueueWorker &worker) { worker.setPaused(isPaused); });
}

void Uploads::look()
{
    post([](QueueWorker &worker) { worker.look(); });
}

} // namespace ember::app
