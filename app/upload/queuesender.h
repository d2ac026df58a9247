// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/envelopepost.h"
#include "app/upload/ratelimits.h"
#include "app/upload/uploadqueue.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace ember::app {

// Sends items of the queue, up to four at once to each target, over connections that are kept.
// Categories that are limited wait; so does all that goes to a target that cannot be reached. What
// another process sends is left to it. Lives in a thread with an event loop, which it blocks for
// what the queue does on the disk.
class QueueSender : public QObject {
    Q_OBJECT
public:
    static constexpr int mostAtOnce = 4;

    // The queue must outlive this.
    explicit QueueSender(UploadQueue &queue, QObject *parent = nullptr);
    ~QueueSender() override;

    // Makes a target known: items of unknown targets are not sent. For a known target, items that
    // are not on their way yet take the new way. Errors: those of UploadNetwork::open().
    model::Result<void> addTarget(const model::sentry::Dsn &dsn, const UploadWay &way = {});
    bool knows(const QString &target) const { return m_lanes.contains(target); }

    // Ignores limits set by answers to earlier uploads, but not those that answers to this sender
    // set.
    void ignoreKeptLimits();

    // Sends items, also those that wait for the end of a pause, but not of a rate limit. May be
    // called again at any time.
    void send(const QList<QueuedUpload> &items);

    // Starts nothing more: what has not been started keeps waiting in the queue.
    void stop();
    // Like stop(), and breaks off the items that are on their way.
    void abort();
    // Breaks off one item, if this sender has it on its way.
    void cancel(qint64 number);

    // Notes outcomes again that the queue could not take when they came (a full disk): until then
    // their items count as being sent. send() does so first.
    void noteRest();
    // Items that were tried, with their outcomes, which the queue could not note yet.
    const QList<QueuedUpload> &rest() const { return m_rest; }

    // Whether this sender has an item on its way.
    bool isSending(qint64 number) const { return m_running.contains(number); }
    bool isIdle() const;

signals:
    void started(qint64 number);
    void progress(qint64 number, qint64 sentBytes, qint64 totalBytes);
    // An item was tried: its state and outcome are set. An item that still waits was held back, or
    // can be sent again without harm.
    void tried(const ember::app::QueuedUpload &item);
    // Others have taken the item, given it another target, cancelled or forgotten it (a forgotten
    // one has the state Cancelled): see lostText().
    void lost(const ember::app::QueuedUpload &item);
    // The user has paused the queue: what was not begun waits in it. The sender stops.
    void paused();
    // The queue cannot be used; its items stay as they are. The sender stops.
    void failed(const ember::model::Error &error);
    // No item is pending or on its way any more.
    void finished();

private:
    struct Lane {
        model::sentry::Dsn dsn;
        UploadWay way;
        std::unique_ptr<UploadNetwork> network;
        PlaceLimits limits;
        QList<QueuedUpload> pending;
        int running = 0;
    };

    void fill();
    void fill(Lane &lane);
    void dropPending();
    std::optional<QDateTime> limitedUntil(const QueuedUpload &item, Lane &lane) const;
    void begin(const QueuedUpload &item, Lane &lane);
    void leave(const QueuedUpload &item);
    void start(const QueuedUpload &item, Lane &lane, const QByteArray &envelope);
    void hold(QueuedUpload item, const UploadOutcome &outcome);
    void answered(QueuedUpload item, EnvelopePost *post, UploadOutcome outcome);
    std::optional<UploadState> conclude(QueuedUpload item, const UploadOutcome &outcome);
    void holdRest(Lane &lane, UploadOutcome outcome);
    void fail(const model::Error &error);

    UploadQueue &m_queue;
    std::map<QString, Lane> m_lanes; // by target
    std::vector<std::unique_ptr<UploadNetwork>> m_formerNetworks; // posts may still use them
    QHash<qint64, EnvelopePost *> m_running; // children of this
    QList<QueuedUpload> m_rest; // tried, but not noted in the queue
    bool m_heedsKept = true; // whether limits set by earlier answers hold
};

} // namespace ember::app
