// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/envelopepost.h"
#include "app/upload/uploadoutcome.h"
#include "app/upload/uploads.h"

#include <QDateTime>
#include <QHash>
#include <QList>
#include <QObject>
#include <QSet>
#include <QString>

#include <vector>

namespace ember::app {

// The sending of one upload through the queue: which item each envelope is, what became of it, and
// what can be sent once more. UI thread.
class UploadSending : public QObject {
    Q_OBJECT
public:
    static constexpr int wholeProgress = 1000;

    // `uploads` must outlive it.
    explicit UploadSending(Uploads &uploads, QObject *parent = nullptr);

    // Queues the envelopes and sends them. To be called once.
    void start(const QList<OutgoingEnvelope> &envelopes, const model::sentry::Dsn &dsn, Again again,
               const UploadWay &way);
    // Sends once more the envelopes that can be sent again and are held by no limit of the server
    // now.
    void tryAgain();
    // Cancels what was not tried yet, and what is not in the queue yet.
    void cancel();

    bool hasBegun() const { return m_batch != 0; }
    // Whether some envelope was neither sent nor has failed yet.
    bool isRunning() const { return m_isRunning; }
    bool isCancelled() const { return m_isCancelled; }

    struct Result {
        int envelopes = 0;
        int received = 0;
        int repeatable = 0; // not received, and can be sent once more
        QString failure; // why the first envelope that failed was not received; "": none failed
    };

    Result result() const;

    struct Retry {
        bool isAny = false; // something can be sent once more
        // Something can be sent once more now: no limit of the server holds it.
        bool isAnyNow = false;
        QDateTime heldUntil; // the first end of a limit that holds something; invalid: none does
    };

    Retry retry() const;

    // Why an envelope that was given to the queue is not tried now; "": it is tried.
    static QString untriedText(const UploadQueue::Addition &addition, bool isPaused);
    // Returns the text that says what became of an item.
    static QString settledText(const QueuedUpload &item);

signals:
    // The state of an envelope has changed: it waits, is being sent, or has ended. The tip may
    // quote a server.
    void stateChanged(qsizetype envelope, const QString &text, const QString &tip);
    void progressed(int done); // of wholeProgress
    // An envelope was sent or has failed.
    void tried(qsizetype envelope, const ember::app::UploadOutcome &outcome);
    // Every envelope was sent or has failed; tryAgain() may start again.
    void finished();

private:
    struct Envelope {
        bool isReceived = false;
        QString failure; // why it was not received; "": not known yet
        int progress = 0; // of wholeProgress
        bool canBeRepeated = false; // not received, kept in the queue, and still for this target
        QDateTime heldUntil; // by a limit of the server; invalid: by none
    };

    void takeQueued(int batch, const QueuedBatch &result);
    void takeAddition(qsizetype envelope, const UploadQueue::Addition &addition, bool isPaused);
    void noteProgress(qint64 number, qint64 sentBytes, qint64 totalBytes);
    void settle(const QueuedUpload &item);
    void noteUnsent(qsizetype envelope, const QString &text);
    void breakOff(const model::Error &error);
    void finishIfSettled();

    Uploads &m_uploads;
    int m_batch = 0; // number of the batch in m_uploads; 0: not begun
    QString m_target; // of the batch: see targetOf()
    bool m_isRunning = false;
    bool m_isQueued = false; // the queue has taken or refused every envelope
    bool m_isCancelled = false;
    std::vector<Envelope> m_envelopes;
    QHash<qint64, qsizetype> m_places; // of envelopes, by their numbers in the queue
    QSet<qint64> m_unsettled; // numbers of items that were not tried yet
};

} // namespace ember::app
