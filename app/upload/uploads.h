// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/queueworker.h"

#include <QObject>
#include <QThread>

namespace ember::app {

// The queue of uploads for windows: works on a thread of its own, so that nothing here blocks. As
// long as it lives, what waits for a known target is sent when its time has come. UI thread. The
// destructor takes up to two seconds if something is on its way.
class Uploads : public QObject {
    Q_OBJECT
public:
    explicit Uploads(const QString &folder = UploadQueue::folder(), QObject *parent = nullptr);
    ~Uploads() override;

    // The queue when it was last read; empty before.
    const QueueListing &listing() const { return m_listing; }

    // Tells the key of a project and the way to its server, in place of earlier ones: the queue
    // stores neither. What waits for the project can be sent then.
    void addTarget(const model::sentry::Dsn &dsn, const UploadWay &way = {});
    // Queues envelopes and sends them. Returns the number of the batch for queued(), from 1.
    int enqueue(const QList<OutgoingEnvelope> &envelopes, const model::sentry::Dsn &dsn,
                Again again, const UploadWay &way = {});

    // Drops the envelopes of a batch that are not in the queue yet; a last queued() follows.
    void dropBatch(int batch);

    // Change those items whose state allows it: see UploadQueue. cancel() also breaks off what is
    // on its way.
    void retry(const QList<qint64> &numbers);
    void cancel(const QList<qint64> &numbers);
    void forget(const QList<qint64> &numbers);
    // Holds all senders of this user, or lets them go on.
    void setPaused(bool isPaused);
    // Reads the queue now: other programs may have changed it.
    void look();

signals:
    // The listing has changed.
    void changed();
    // The next envelopes of a batch were added to the queue, or no more of it will be. Some may be
    // settled before the last are queued.
    void queued(int batch, const ember::app::QueuedBatch &result);
    void progress(qint64 number, qint64 sentBytes, qint64 totalBytes);
    // Emitted after queued(). An item was tried, held back or cancelled, or another process has
    // taken it; or it is not tried now though that was asked for. One that was forgotten counts as
    // cancelled, and has its number only.
    void settled(const ember::app::QueuedUpload &item);
    // The queue cannot be used now; later it is tried again.
    void failed(const ember::model::Error &error);

private:
    template<typename Work>
    void post(Work work);

    QueueListing m_listing;
    int m_lastBatch = 0;
    QueueWorker m_worker; // lives in m_thread
    QThread m_thread;
};

} // namespace ember::app
