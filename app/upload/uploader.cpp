// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/uploader.h"

#include "app/upload/gzip.h"
#include "model/formats/sentry/envelope.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QSslError>
#include <QUrl>

namespace ember::app {

namespace {

constexpr auto client = "emberchart/" EMBER_VERSION;

QNetworkRequest requestTo(const model::sentry::Dsn &dsn)
{
    QNetworkRequest request(QUrl(QString::fromStdString(dsn.envelopeUrl())));
    request.setHeader(QNetworkRequest::ContentTypeHeader,
                      QByteArrayLiteral("application/x-sentry-envelope"));
    request.setHeader(QNetworkRequest::UserAgentHeader, QByteArray(client));
    request.setRawHeader("Content-Encoding", "gzip");
    request.setRawHeader("X-Sentry-Auth", QByteArray::fromStdString(dsn.authHeader(client)));
    // An answer that points elsewhere would get the key and the data there.
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute,
                         QNetworkRequest::ManualRedirectPolicy);
    return request;
}

// Relay answers {"detail": text, "causes": [texts]}.
std::string serverWords(const QByteArray &body)
{
    const QJsonObject answer = QJsonDocument::fromJson(body).object();
    QStringList words{answer[QLatin1String("detail")].toString()};
    for (const auto &cause : answer[QLatin1String("causes")].toArray())
        words << cause.toString();
    words.removeAll(QString());
    return words.join(QLatin1String(": ")).toStdString();
}

model::ErrorCode codeOfStatus(int status)
{
    switch (status) {
    case 413: return model::ErrorCode::TooLarge;
    case 429: return model::ErrorCode::RateLimited;
    default: return model::ErrorCode::HttpRejected;
    }
}

bool isSuccess(int status)
{
    return status >= 200 && status < 300;
}

} // namespace

Uploader::Uploader(model::sentry::Dsn dsn, QObject *parent) : QObject(parent), m_dsn(std::move(dsn))
{
    m_network.setAutoDeleteReplies(true);
}

Uploader::~Uploader()
{
    if (m_reply)
        m_reply->disconnect(this);
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
    if (m_reply)
        m_reply->abort();
}

void Uploader::sendNext()
{
    if (++m_current >= m_envelopes.size()) {
        emit finished();
        return;
    }
    const auto &envelope = m_envelopes[m_current];
    if (m_cancelled) {
        finishEnvelope({model::Error{model::ErrorCode::Cancelled, m_dsn.host, {}}, 0, {}, {}});
        return;
    }
    const auto closed =
        m_limits.limitedUntil(chunkCategory(envelope.platform), QDateTime::currentDateTimeUtc());
    if (closed) {
        finishEnvelope(
            {model::Error{model::ErrorCode::RateLimited, m_dsn.host, "not sent"}, 0, {}, closed});
        return;
    }
    post(envelope);
}

void Uploader::post(const OutgoingEnvelope &envelope)
{
    const auto now = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toStdString();
    const auto stamped = model::sentry::stampSentAt(
        {envelope.bytes.constData(), static_cast<std::size_t>(envelope.bytes.size())}, now);
    if (!stamped) {
        finishEnvelope({stamped.error(), 0, {}, {}});
        return;
    }
    QNetworkRequest request = requestTo(m_dsn);
    request.setTransferTimeout(static_cast<int>(m_timeout.count()));
    m_tlsErrors.clear();
    m_reply = m_network.post(request, gzipped(QByteArray::fromStdString(*stamped)));
    QNetworkReply *const reply = m_reply;
    connect(reply, &QNetworkReply::uploadProgress, this,
            [this](qint64 sent, qint64 total) { emit progress(m_current, sent, total); });
#if QT_CONFIG(ssl)
    connect(reply, &QNetworkReply::sslErrors, this, [this](const QList<QSslError> &errors) {
        for (const auto &error : errors)
            m_tlsErrors << error.errorString();
    });
#endif
    connect(reply, &QNetworkReply::finished, this, [this, reply] { answered(reply); });
}

void Uploader::answered(QNetworkReply *reply)
{
    auto outcome = outcomeOf(reply);
    const auto now = QDateTime::currentDateTimeUtc();
    if (outcome.httpStatus != 0) {
        m_limits.update(outcome.httpStatus, reply->rawHeader("X-Sentry-Rate-Limits"),
                        reply->rawHeader("Retry-After"), now);
    }
    if (outcome.error && outcome.error->code == model::ErrorCode::RateLimited)
        outcome.retryAt =
            m_limits.limitedUntil(chunkCategory(m_envelopes[m_current].platform), now);
    m_reply.clear();
    finishEnvelope(outcome);
}

UploadOutcome Uploader::outcomeOf(QNetworkReply *reply) const
{
    using enum model::ErrorCode;
    UploadOutcome outcome;
    outcome.httpStatus = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    const auto fail = [&](model::ErrorCode code, std::string detail) {
        outcome.error = model::Error{code, m_dsn.host, std::move(detail)};
        return outcome;
    };
    if (m_cancelled)
        return fail(Cancelled, {});
    // The connection may break after the status line: then the answer is not whole, but its status
    // is.
    if (outcome.httpStatus != 0 && !isSuccess(outcome.httpStatus)) {
        const auto words = serverWords(reply->readAll());
        return fail(codeOfStatus(outcome.httpStatus),
                    std::to_string(outcome.httpStatus) + (words.empty() ? "" : " ") + words);
    }
    if (!m_tlsErrors.isEmpty() || reply->error() == QNetworkReply::SslHandshakeFailedError) {
        return fail(
            TlsError,
            (m_tlsErrors.isEmpty() ? reply->errorString() : m_tlsErrors.join(QLatin1String("; ")))
                .toStdString());
    }
    if (reply->error() == QNetworkReply::OperationCanceledError
        || reply->error() == QNetworkReply::TimeoutError) {
        return fail(TimedOut, "no answer within " + std::to_string(m_timeout.count()) + " ms");
    }
    if (reply->error() != QNetworkReply::NoError)
        return fail(NetworkError, reply->errorString().toStdString());
    outcome.eventId =
        QJsonDocument::fromJson(reply->readAll()).object()[QLatin1String("id")].toString();
    return outcome;
}

void Uploader::finishEnvelope(const UploadOutcome &outcome)
{
    emit envelopeFinished(m_current, outcome);
    QMetaObject::invokeMethod(this, &Uploader::sendNext, Qt::QueuedConnection);
}

} // namespace ember::app
