// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/ratelimits.h"
#include "app/upload/uploadoutcome.h"
#include "model/formats/sentry/dsn.h"

#include <QByteArray>
#include <QIODevice>
#include <QList>
#include <QNetworkAccessManager>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>

#include <chrono>

class QNetworkReply;

namespace ember::app {

// Compresses bytes into one gzip member, for Content-Encoding: gzip.
QByteArray gzipped(const QByteArray &bytes);

// A device whose bytes can be read once, from start to end: the body of a request that must not be
// sent twice. When a connection breaks before the answer, QNetworkAccessManager rewinds the body
// and sends the whole request again without notice, even a POST. For a body that cannot be rewound
// it reports an error instead.
class OnceDevice : public QIODevice {
    Q_OBJECT
public:
    explicit OnceDevice(QByteArray bytes, QObject *parent = nullptr);

    bool isSequential() const override { return true; }

    bool seek(qint64) override { return false; }

    bool reset() override { return false; }

    bool atEnd() const override { return m_position >= m_bytes.size(); }

    qint64 bytesAvailable() const override
    {
        return m_bytes.size() - m_position + QIODevice::bytesAvailable();
    }

protected:
    qint64 readData(char *data, qint64 size) override;
    qint64 writeData(const char *data, qint64 size) override;

private:
    QByteArray m_bytes;
    qint64 m_position = 0;
};

// An envelope to send. It has no sent_at yet, which is written at the moment of sending.
struct OutgoingEnvelope {
    QString chunkId;
    QString platform; // decides the category of rate limits
    QByteArray bytes;
};

// Sends envelopes one after the other, compressed by gzip. Never sends one again by itself: the
// backend may have taken it without an answer (SENTRY.md §5). Does not send envelopes of a category
// that is limited, by an answer to this or to another upload. Lives in a thread with an event loop.
class Uploader : public QObject {
    Q_OBJECT
public:
    explicit Uploader(model::sentry::Dsn dsn, QObject *parent = nullptr);
    ~Uploader() override;

    // Sets the time after which the outcome is TimedOut: without any progress, and from the last
    // byte sent to the last byte of the answer.
    void setTimeout(std::chrono::milliseconds timeout) { m_timeout = timeout; }
    // Ignores limits set by answers to earlier uploads, but not those of answers to this one.
    void ignoreKeptLimits() { m_limits.ignoreKept(); }
    // May be called again after finished().
    void send(QList<OutgoingEnvelope> envelopes);
    // Finishes envelopes without an answer as Cancelled.
    void cancel();

signals:
    void progress(qsizetype envelope, qint64 sentBytes, qint64 totalBytes);
    void envelopeFinished(qsizetype envelope, const ember::app::UploadOutcome &outcome);
    void finished();

private:
    void sendNext();
    void post(const model::Result<QByteArray> &body);
    void watch(QNetworkReply *reply, qint64 size);
    void noteProgress(qint64 sentBytes, qint64 totalBytes);
    void takeAnswer(QNetworkReply *reply);
    void answered(QNetworkReply *reply);
    UploadOutcome outcomeOf(QNetworkReply *reply) const;
    void finishEnvelope(const UploadOutcome &outcome);

    model::sentry::Dsn m_dsn;
    std::chrono::milliseconds m_timeout{60'000};
    QNetworkAccessManager m_network;
    QPointer<QNetworkReply> m_reply;
    QTimer m_deadline; // of the running request, as the next four
    QByteArray m_answer; // its body, as far as it is kept
    QStringList m_tlsErrors;
    bool m_isSent = false;
    bool m_isLate = false;
    QList<OutgoingEnvelope> m_envelopes;
    qsizetype m_current = -1;
    bool m_cancelled = false;
    PlaceLimits m_limits;
};

} // namespace ember::app
