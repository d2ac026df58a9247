// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/loopbackreply.h"
#include "app/upload/uploadoutcome.h"
#include "model/core/result.h"
#include "model/formats/sentry/dsn.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QIODevice>
#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QObject>
#include <QPointer>
#include <QSslConfiguration>
#include <QString>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>

class QNetworkReply;

namespace ember::app {

// Compresses bytes into one gzip member, for Content-Encoding: gzip.
QByteArray gzipped(const QByteArray &bytes);

// How the body of a request is written.
enum class BodyEncoding { Identity, Gzip };

// The body of a request: `head`, followed by `rest` from the byte `restAt` on.
struct PostBody {
    QByteArray head;
    QByteArray rest;
    qint64 restAt = 0;

    qint64 size() const { return head.size() + rest.size() - restAt; }
};

// A device whose bytes can be read once, from start to end: the body of a request that must not be
// sent twice. When a connection breaks before the answer, QNetworkAccessManager rewinds the body
// and sends the whole request again without notice, even a POST. For a body that cannot be rewound
// it reports an error instead.
class OnceDevice : public QIODevice {
    Q_OBJECT
public:
    explicit OnceDevice(PostBody body, QObject *parent = nullptr);

    bool isSequential() const override { return true; }

    bool seek(qint64) override { return false; }

    bool reset() override { return false; }

    bool atEnd() const override { return m_position >= m_body.size(); }

    // Takes the next bytes, at most `size`. They are valid as long as this object.
    QByteArrayView take(qint64 size);

    // Whether bytes were read: those may have reached the server.
    bool isBegun() const { return m_position > 0; }

    qint64 bytesAvailable() const override
    {
        return m_body.size() - m_position + QIODevice::bytesAvailable();
    }

protected:
    qint64 readData(char *data, qint64 size) override;
    qint64 writeData(const char *data, qint64 size) override;

private:
    PostBody m_body;
    qint64 m_position = 0;
};

// The way to a server.
struct UploadWay {
    // The time after which the outcome is TimedOut: without any progress, and from the last byte
    // sent to the last byte of the answer. Sending in all may take a second more for each 4 KiB.
    std::chrono::milliseconds timeout{60'000};
    QNetworkProxy proxy{QNetworkProxy::DefaultProxy}; // the default: the system's proxy
    QString caFile; // certificates (PEM) to trust beside the system's; "": none
};

// The proxy of "http://[USER:PASSWORD@]HOST:PORT", "socks5://…" or "none"; empty for other texts.
std::optional<QNetworkProxy> proxyOf(const QString &text);

// The connections of one thread to servers, kept open for further requests.
class UploadNetwork {
public:
    // Prepares connections that go this way. Errors: FileUnreadable, SyntaxError (caFile).
    static model::Result<std::unique_ptr<UploadNetwork>> open(const UploadWay &way = {});

    // Posts a body. Follows no redirect, which would send the key and the data to another server.
    QNetworkReply *post(const model::sentry::Dsn &dsn, OnceDevice *body, qint64 size,
                        BodyEncoding encoding);

    // Returns how an envelope of `size` bytes is sent: by gzip. To a server on this machine, where
    // compression saves nothing, one of at most 16 MiB is sent as it is.
    BodyEncoding encodingFor(const model::sentry::Dsn &dsn, qint64 size) const;

    std::chrono::milliseconds timeout() const { return m_timeout; }

private:
    QNetworkAccessManager m_manager;
    LoopbackConnections m_loopback;
    QSslConfiguration m_tls = QSslConfiguration::defaultConfiguration();
    std::chrono::milliseconds m_timeout{};
};

// What an answer said about limits.
struct ServerLimits {
    QByteArray rateLimits; // X-Sentry-Rate-Limits
    QByteArray retryAfter;
};

// One envelope on its way to Sentry, encoded as UploadNetwork::encodingFor() says, and with its
// sent_at. It is never sent twice: the backend may have taken it without an answer (SENTRY.md §5).
// Lives in a thread with an event loop; several posts may use one network at once.
class EnvelopePost : public QObject {
    Q_OBJECT
public:
    // The network must outlive this.
    EnvelopePost(UploadNetwork &network, model::sentry::Dsn dsn, QObject *parent = nullptr);
    ~EnvelopePost() override;

    void start(const QByteArray &envelope);
    // Breaks off the post, which ends soon, with Cancelled.
    void cancel();

    // The limits that the answer set; valid after finished().
    const ServerLimits &limits() const { return m_limits; }

signals:
    void progress(qint64 sentBytes, qint64 totalBytes);
    void finished(const ember::app::UploadOutcome &outcome);

private:
    void post(const model::Result<PostBody> &body);
    void watch(QNetworkReply *reply, qint64 size);
    void noteProgress(qint64 sentBytes, qint64 totalBytes);
    void takeAnswer(QNetworkReply *reply);
    void answered(QNetworkReply *reply);
    UploadOutcome outcomeOf(QNetworkReply *reply) const;
    UploadOutcome withoutAnswer(UploadVerdict verdict, const QString &detail = {}) const;

    UploadNetwork &m_network;
    model::sentry::Dsn m_dsn;
    QPointer<QNetworkReply> m_reply;
    QPointer<OnceDevice> m_body;
    QTimer m_deadline;
    BodyEncoding m_encoding = BodyEncoding::Gzip;
    QByteArray m_answer; // the body of the answer, as far as it is kept
    QStringList m_tlsErrors;
    TlsFault m_tlsFault = TlsFault::None;
    ServerLimits m_limits;
    bool m_isSent = false;
    bool m_isLate = false;
    bool m_isCancelled = false;
};

} // namespace ember::app
