// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/outgoingenvelope.h"
#include "app/upload/queuesender.h"
#include "app/upload/uploadqueue.h"
#include "model/core/result.h"
#include "model/formats/sentry/dsn.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QSet>
#include <QString>
#include <QTimer>

#include <chrono>
#include <deque>
#include <memory>
#include <optional>

namespace ember::app {

// The content of the queue, to be shown.
struct QueueListing {
    QList<QueuedUpload> items; // oldest first; at most QueueWorker::mostItems
    bool isPaused = false;
    QSet<QString> targets; // targetOf() of each DSN that is sent to
};

// Some envelopes of a batch that was given to enqueue(), and what became of them.
struct QueuedBatch {
    qsizetype first = 0; // index of the first of these envelopes in the batch
    QList<UploadQueue::Addition> additions; // of that envelope and those after it
    bool isLast = true; // whether the batch ends: after an error or dropBatch() not all were added
    bool isPaused = false;
    std::optional<model::Error> error;
};

// The queue and its sender in the thread to which this is moved, which needs an event loop. Sends
// what is due as long as it lives: new items, and waiting ones after their pauses. What may have
// been taken is sent by retry() only. A queue is made by the first envelope.
class QueueWorker : public QObject {
    Q_OBJECT
public:
    static constexpr int mostItems = 2000; // most items of a listing
    static constexpr std::chrono::milliseconds lookEvery{5000};
    // How often changes by other processes are looked for.
    static constexpr std::chrono::milliseconds watchEvery{1000};

    explicit QueueWorker(QString folder);
    ~QueueWorker() override;

    // Call these functions in the thread of this object.
    void start();
    // Breaks off what is on its way, and emits ended() soon.
    void shutDown();

    // Makes a target known, and the way to it: the queue has neither keys nor ways.
    void addTarget(const model::sentry::Dsn &dsn, const UploadWay &way);
    // Adds envelopes, some at a time: the first are on their way while the last are written. What
    // was not added when this is shut down is added then.
    void enqueue(int batch, const QList<OutgoingEnvelope> &envelopes, const model::sentry::Dsn &dsn,
                 Again again, const UploadWay &way);
    // Drops the envelopes of a batch that are not in the queue yet, and emits queued() for it.
    // Envelopes that are in the queue stay there.
    void dropBatch(int batch);
    // See UploadQueue. retry() emits settled() for items that it cannot hand to the sender: another
    // process has them, they were forgotten, or they wait on. cancel() also breaks off what is on
    // its way.
    void retry(const QList<qint64> &numbers);
    void cancel(const QList<qint64> &numbers);
    void forget(const QList<qint64> &numbers);
    void setPaused(bool isPaused);
    // Sends what is due, and lists the queue if it has changed.
    void look();

signals:
    void listed(const ember::app::QueueListing &listing);
    void queued(int batch, const ember::app::QueuedBatch &result);
    void progress(qint64 number, qint64 sentBytes, qint64 totalBytes);
    // An item was tried, held back, cancelled or forgotten (it counts as cancelled), or another
    // process has taken it; or it is not tried now though retry() or enqueue() asked for it.
    void settled(const ember::app::QueuedUpload &item);
    void failed(const ember::model::Error &error);
    void ended();

private:
    struct Target {
        model::sentry::Dsn dsn;
        UploadWay way;
    };

    // Envelopes that are not all in the queue yet.
    struct Batch {
        int number = 0;
        QList<OutgoingEnvelope> envelopes;
        qsizetype next = 0; // index of the first envelope that is not in the queue
        Target to;
        Again again = Again::No;
    };

    template<typename Work>
    void attempt(Work work);
    model::Result<void> open();
    void addSome();
    model::Result<void> addSome(Batch &batch, QueuedBatch &result);
    model::Result<void> handOver(const QueuedBatch &added);
    void handOver(const QList<QueuedUpload> &items);
    model::Result<void> breakOff(const QList<qint64> &numbers);
    model::Result<void> sendDue();
    model::Result<void> settleRest(const QList<qint64> &numbers);
    model::Result<void> list();
    void watch();
    void noteChange();
    void settle(QueuedUpload item);
    void end();

    const QString m_folder;
    QHash<QString, Target> m_targets; // by targetOf()
    std::optional<UploadQueue> m_queue;
    std::unique_ptr<QueueSender> m_sender;
    std::deque<Batch> m_batches; // in the order in which they came
    QSet<qint64> m_handed; // items that the sender has and has not begun with
    QSet<qint64> m_cancelled; // items cancelled while on their way
    qint64 m_version = -1; // version of the queue when it was listed
    QTimer m_add; // adds more: at once, or with pauses while the sender has enough
    QTimer m_look;
    QTimer m_watch;
    QTimer m_list; // lists the queue once after several changes
    QTimer m_recover;
};

} // namespace ember::app
