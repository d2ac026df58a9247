// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/uploader.h"

#include "app/inbackground.h"
#include "model/formats/sentry/envelope.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QSslError>
#include <QUrl>

#include <zlib.h>

#include <algorithm>
#include <new>
#include <utility>

namespace ember::app {

QByteArray gzipped(const QByteArray &bytes)
{
    constexpr int gzipWindow = 15 + 16; // zlib: 16 more means a gzip header
    constexpr int defaultMemory = 8;
    z_stream stream{};
    if (::deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipWindow, defaultMemory,
                       Z_DEFAULT_STRATEGY)
        != Z_OK)
        throw std::bad_alloc();
    QByteArray result(
        static_cast<qsizetype>(::deflateBound(&stream, static_cast<uLong>(bytes.size()))),
        Qt::Uninitialized);
    // zlib's interface predates const.
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef *>(result.data());
    stream.avail_out = static_cast<uInt>(result.size());
    ::deflate(&stream, Z_FINISH);
    result.truncate(static_cast<qsizetype>(stream.total_out));
    ::deflateEnd(&stream);
    return result;
}

OnceDevice::OnceDevice(QByteArray bytes, QObject *parent)
    : QIODevice(parent),
      m_bytes(std::move(bytes))
{
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

qint64 OnceDevice::readData(char *data, qint64 size)
{
    const auto count = std::min(size, m_bytes.size() - m_position);
    std::copy_n(m_bytes.constData() + m_position, count, data);
    m_position += count;
    return count == 0 && size > 0 ? -1 : count;
}

qint64 OnceDevice::writeData(const char *, qint64)
{
    return -1;
}

namespace {

constexpr auto client = "emberchart/" EMBER_VERSION;

QNetworkRequest requestTo(const model::sentry::Dsn &dsn)
{
    QNetworkRequest request(QUrl(QString::fromStdString(dsn.envelopeUrl())));
    request.setHeader(QNetworkRequest::ContentTypeHeader,
                      QByteArrayLiteral("application/x-sentry-envelope"));
    request.setHeader(QNetworkRequest::UserAgentHeader, QByteArray(client));
    request.setRawHeader("Content-Encoding", "gzip");
    request.setRawHeader("Accept-Encoding", "identity"); // the answer is not unpacked
    request.setRawHeader("X-Sentry-Auth", QByteArray::fromStdString(dsn.authHeader(client)));
    // Following a redirect would send the key and the data to another server.
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute,
                         QNetworkRequest::ManualRedirectPolicy);
    return request;
}

// Limit of an answer, in bytes: Sentry's have a few hundred.
constexpr qint64 longestAnswer = 64 * 1024;

// Limit of the server's text that is shown, in characters.
constexpr qsizetype longestWords = 400;

// Slowest rate at which an upload may go on, in bytes per second: extends the deadline.
constexpr qint64 slowestLine = 4 * 1024;

// Returns the id of {"id": "…"}, or "" for {}, the answer to a lone chunk. Empty for any other
// answer: HTML, and ids with control characters, come from a proxy or login page before Sentry.
std::optional<QString> receipt(const QByteArray &body, const QString &contentType)
{
    const auto answer = QJsonDocument::fromJson(body);
    const auto id = answer.object().value(QLatin1String("id"));
    const QString text = id.toString();
    const bool isPrintable =
        std::all_of(text.begin(), text.end(), [](QChar letter) { return letter.isPrint(); });
    const bool isSentrys = answer.isObject() && isPrintable
        && !contentType.startsWith(QLatin1String("text/html"), Qt::CaseInsensitive)
        && (answer.object().isEmpty() || id.isString() || id.isNull());
    return isSentrys ? std::optional(text.left(longestWords)) : std::nullopt;
}

// Returns the texts of Relay's {"detail": "…", "causes": ["…"]}, or the text of any other server.
QString serverWords(const QByteArray &body)
{
    const QJsonObject answer = QJsonDocument::fromJson(body).object();
    if (answer.isEmpty())
        return QString::fromUtf8(body).simplified().left(longestWords);
    QStringList words{answer[QLatin1String("detail")].toString()};
    for (const auto &cause : answer[QLatin1String("causes")].toArray())
        words << cause.toString();
    words.removeAll(QString());
    return words.join(QLatin1String(": ")).left(longestWords);
}

UploadVerdict verdictOfStatus(int status)
{
    if (status >= 200 && status < 300)
        return UploadVerdict::Received;
    if (status >= 500)
        return UploadVerdict::ServerError;
    switch (status) {
    case 400: return UploadVerdict::Malformed;
    case 401: return UploadVerdict::NotAuthorised;
    case 403: return UploadVerdict::Refused;
    case 413: return UploadVerdict::TooLarge;
    case 429: return UploadVerdict::RateLimited;
    default: return UploadVerdict::Rejected;
    }
}

// Qt reports a transfer timeout as a cancelled operation.
UploadVerdict verdictOfError(QNetworkReply::NetworkError error)
{
    switch (error) {
    case QNetworkReply::OperationCanceledError:
    case QNetworkReply::TimeoutError: return UploadVerdict::TimedOut;
    case QNetworkReply::SslHandshakeFailedError: return UploadVerdict::TlsFailed;
    default: return UploadVerdict::NetworkFailed;
    }
}

// Returns the envelope as it is sent: compressed, with the current time as sent_at.
model::Result<QByteArray> packed(const QByteArray &envelope)
{
    const auto now = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toStdString();
    EMBER_ASSIGN_OR_RETURN(
        const auto stamped,
        model::sentry::stampSentAt(
            {envelope.constData(), static_cast<std::size_t>(envelope.size())}, now));
    return gzipped(QByteArray::fromStdString(stamped));
}

UploadOutcome withoutAnswer(UploadVerdict verdict, const QString &detail = {})
{
    UploadOutcome outcome;
    outcome.verdict = verdict;
    outcome.detail = detail;
    return outcome;
}

} // namespace

Uploader::Uploader(model::sentry::Dsn dsn, QObject *parent)
    : QObject(parent),
      m_dsn(std::move(dsn)),
      m_limits(m_dsn)
{
    m_network.setAutoDeleteReplies(true);
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        m_isLate = true;
        if (QNetworkReply *const reply = m_reply)
            reply->abort();
    });
}

Uploader::~Uploader()
{
    if (QNetworkReply *const reply = m_reply)
        reply->disconnect(this);
}

void Uploader::send(QList<OutgoingEnvelope> envelopes)
{
    m_envelopes = std::move(envelopes);
    m_current = -1;
    m_cancelled = false;
    QMetaObject::invokeMethod(this, &Uploader::sendNext, Qt::QueuedConnection);
}

void Uploader::cancel()
{
    m_cancelled = true;
    if (QNetworkReply *const reply = m_reply)
        reply->abort();
}

void Uploader::sendNext()
{
    if (++m_current >= m_envelopes.size()) {
        emit finished();
        return;
    }
    const auto &envelope = m_envelopes[m_current];
    if (m_cancelled) {
        finishEnvelope(withoutAnswer(UploadVerdict::Cancelled));
        return;
    }
    const auto closed =
        m_limits.limitedUntil(chunkCategory(envelope.platform), QDateTime::currentDateTimeUtc());
    if (closed) {
        auto outcome = withoutAnswer(UploadVerdict::RateLimited);
        outcome.retryAt = *closed;
        finishEnvelope(outcome);
        return;
    }
    // Compressing 50 MB takes seconds.
    inBackground(
        this, [bytes = envelope.bytes] { return packed(bytes); },
        [this](const model::Result<QByteArray> &body) { post(body); });
}

void Uploader::post(const model::Result<QByteArray> &body)
{
    if (m_cancelled) {
        finishEnvelope(withoutAnswer(UploadVerdict::Cancelled));
        return;
    }
    if (!body) {
        finishEnvelope(
            withoutAnswer(UploadVerdict::Malformed, QString::fromStdString(body.error().detail)));
        return;
    }
    QNetworkRequest request = requestTo(m_dsn);
    request.setTransferTimeout(static_cast<int>(m_timeout.count()));
    m_tlsErrors.clear();
    request.setHeader(QNetworkRequest::ContentLengthHeader, body->size());
    request.setAttribute(QNetworkRequest::DoNotBufferUploadDataAttribute, true);
    auto *const device = new OnceDevice(*body);
    QNetworkReply *const reply = m_network.post(request, device);
    device->setParent(reply);
    m_reply = reply;
    watch(reply, body->size());
}

// Watches a request. The answer is untrusted: its size and its time are limited.
void Uploader::watch(QNetworkReply *reply, qint64 size)
{
    m_answer.clear();
    m_isSent = false;
    m_isLate = false;
    m_deadline.start(m_timeout + std::chrono::seconds(size / slowestLine));
    reply->setReadBufferSize(longestAnswer);
    connect(reply, &QNetworkReply::readyRead, this, [this, reply] { takeAnswer(reply); });
    connect(reply, &QNetworkReply::uploadProgress, this, &Uploader::noteProgress);
#if QT_CONFIG(ssl)
    connect(reply, &QNetworkReply::sslErrors, this, [this](const QList<QSslError> &errors) {
        for (const auto &error : errors)
            m_tlsErrors << error.errorString();
    });
#endif
    connect(reply, &QNetworkReply::finished, this, [this, reply] { answered(reply); });
}

void Uploader::noteProgress(qint64 sentBytes, qint64 totalBytes)
{
    emit progress(m_current, sentBytes, totalBytes);
    if (m_isSent || totalBytes <= 0 || sentBytes < totalBytes)
        return;
    m_isSent = true;
    m_deadline.start(m_timeout);
}

void Uploader::takeAnswer(QNetworkReply *reply)
{
    m_answer += reply->read(longestAnswer + 1 - m_answer.size());
    if (m_answer.size() > longestAnswer)
        reply->abort();
}

void Uploader::answered(QNetworkReply *reply)
{
    m_deadline.stop();
    if (reply->isOpen() && m_answer.size() <= longestAnswer)
        m_answer += reply->read(longestAnswer + 1 - m_answer.size());
    auto outcome = outcomeOf(reply);
    const auto now = QDateTime::currentDateTimeUtc();
    if (outcome.httpStatus != 0) {
        m_limits.update(outcome.httpStatus, reply->rawHeader("X-Sentry-Rate-Limits"),
                        reply->rawHeader("Retry-After"), now);
    }
    if (const auto closed =
            m_limits.limitedUntil(chunkCategory(m_envelopes[m_current].platform), now))
        outcome.retryAt = *closed;
    m_reply.clear();
    finishEnvelope(outcome);
}

UploadOutcome Uploader::outcomeOf(QNetworkReply *reply) const
{
    if (m_cancelled)
        return withoutAnswer(UploadVerdict::Cancelled);
    const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    const auto verdict = verdictOfStatus(status);
    // The connection may break after the status line. A refusal counts even so, a receipt only
    // if the answer was read to its end.
    const bool isTooLong = m_answer.size() > longestAnswer;
    const bool isAnswered = status != 0
        && (verdict != UploadVerdict::Received || isTooLong
            || reply->error() == QNetworkReply::NoError);
    if (!isAnswered) {
        if (m_isLate)
            return withoutAnswer(UploadVerdict::TimedOut);
        const bool isTls = !m_tlsErrors.isEmpty();
        return withoutAnswer(isTls ? UploadVerdict::TlsFailed : verdictOfError(reply->error()),
                             isTls ? m_tlsErrors.join(QLatin1String("; ")) : reply->errorString());
    }
    UploadOutcome outcome;
    outcome.verdict = verdict;
    outcome.httpStatus = status;
    const auto received = outcome.isReceived() && !isTooLong
        ? receipt(m_answer, reply->header(QNetworkRequest::ContentTypeHeader).toString())
        : std::nullopt;
    if (received) {
        outcome.eventId = *received;
        return outcome;
    }
    if (outcome.isReceived())
        outcome.verdict = UploadVerdict::NotSentry;
    outcome.detail = serverWords(m_answer);
    return outcome;
}

void Uploader::finishEnvelope(const UploadOutcome &outcome)
{
    emit envelopeFinished(m_current, outcome);
    QMetaObject::invokeMethod(this, &Uploader::sendNext, Qt::QueuedConnection);
}

} // namespace ember::app
