// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/intake/receivedenvelope.h"
#include "app/upload/queuesender.h"
#include "app/upload/uploadqueue.h"

#include <QMultiHash>
#include <QObject>

#include <memory>

namespace ember::app {

// Returns a received envelope as it is sent on: every byte as it came, without the DSN in its
// header, which is that of this machine. Takes long for large chunks. Error: that of
// parseEnvelope().
model::Result<OutgoingEnvelope> toForward(const QByteArray &received);

// Sends received envelopes on to a real project, through the queue of uploads. Their bytes stay as
// they are, except for dsn and sent_at in the header, which belong to the way they are sent
// (SENTRY.md §4). Each is tried once; what no server can have seen then waits in the queue. What
// the project has, or may have, received from this user already is not sent again. Lives in a
// thread with an event loop, which it blocks for what the queue does on the disk.
class Forwarder : public QObject {
    Q_OBJECT
public:
    // Errors: those of QueueSender::addTarget().
    static model::Result<std::unique_ptr<Forwarder>>
    open(UploadQueue queue, const model::sentry::Dsn &target, const UploadWay &way = {});

    // Takes an envelope to send.
    void add(const ReceivedEnvelope &envelope);

    bool isIdle() const { return m_sender.isIdle(); }

    // Whether the user has paused the queue.
    bool isHeldByUser();

signals:
    // What became of an envelope: its item of the queue, or one that says why it is not there.
    void envelopeFinished(quint64 number, const ember::app::QueuedUpload &item);
    // Nothing is left to do.
    void idle();

private:
    Forwarder(UploadQueue queue, model::sentry::Dsn target);

    void addKnown(quint64 number, const QueuedUpload &earlier);
    void send(const QueuedUpload &item);
    void finish(const QueuedUpload &item);
    void breakOff(const model::Error &error);

    const model::sentry::Dsn m_target;
    UploadQueue m_queue;
    QueueSender m_sender;
    QMultiHash<qint64, quint64> m_envelopes; // numbers of the received envelopes, by item
};

} // namespace ember::app
