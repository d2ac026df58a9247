// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/envelopepost.h"

#include "app/inbackground.h"
#include "app/upload/uploadplace.h"
#include "model/formats/sentry/envelope.h"

#include <QFile>
#include <QFuture>
#include <QFutureWatcher>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QPromise>
#include <QSslCertificate>
#include <QSslError>
#include <QUrl>

#include <zlib.h>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <utility>

namespace ember::app {

QByteArray gzipped(const QByteArray &bytes)
{
    constexpr int gzipWindow = 15 + 16; // zlib: 16 more means a gzip header
    constexpr int defaultMemory = 8;
    // Compressing chunks is 1.8 times as fast as by default, and the result 4 % larger.
    constexpr int level = 4;
    z_stream stream{};
    if (::deflateInit2(&stream, level, Z_DEFLATED, gzipWindow, defaultMemory, Z_DEFAULT_STRATEGY)
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

OnceDevice::OnceDevice(PostBody body, QObject *parent) : QIODevice(parent), m_body(std::move(body))
{
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

QByteArrayView OnceDevice::take(qint64 size)
{
    const qint64 headLeft = m_body.head.size() - m_position;
    const char *const next = headLeft > 0 ? m_body.head.constData() + m_position
                                          : m_body.rest.constData() + m_body.restAt - headLeft;
    const auto count = std::min(size, headLeft > 0 ? headLeft : m_body.size() - m_position);
    m_position += count;
    return {next, count};
}

qint64 OnceDevice::readData(char *data, qint64 size)
{
    const auto block = take(size);
    std::ranges::copy(block, data);
    return block.isEmpty() && size > 0 ? -1 : block.size();
}

qint64 OnceDevice::writeData(const char *, qint64)
{
    return -1;
}

namespace {

constexpr auto client = "emberchart/" EMBER_VERSION;

QNetworkRequest requestTo(const model::sentry::Dsn &dsn, BodyEncoding encoding)
{
    QNetworkRequest request(QUrl(QString::fromStdString(dsn.envelopeUrl())));
    request.setHeader(QNetworkRequest::ContentTypeHeader,
                      QByteArrayLiteral("application/x-sentry-envelope"));
    request.setHeader(QNetworkRequest::UserAgentHeader, QByteArray(client));
    if (encoding == BodyEncoding::Gzip)
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

// Sentry's ids have 32 digits; a UUID with hyphens has 36 characters.
constexpr qsizetype longestId = 36;

// The longest body that is sent without compression, in bytes. Servers before a Relay limit what
// arrives, that of self-hosted Sentry to 100 MB: this stays well below.
constexpr qint64 longestUncompressed = 16LL * 1024 * 1024;

// Slowest rate at which an upload may go on, in bytes per second: extends the deadline.
constexpr qint64 slowestLine = 4 * 1024;

// Returns the id of {"id": "…"}, or "" for {}, the answer to a lone chunk; nullopt for any other
// answer: HTML, and ids that Sentry does not give (empty, endless, with control characters), come
// from a proxy or login page before Sentry.
std::optional<QString> receipt(const QByteArray &body, const QString &contentType)
{
    const auto answer = QJsonDocument::fromJson(body);
    const auto id = answer.object().value(QLatin1String("id"));
    const QString text = id.toString();
    const bool isId = !text.isEmpty() && text.size() <= longestId
        && std::all_of(text.begin(), text.end(), [](QChar letter) { return letter.isPrint(); });
    const bool isSentrys = answer.isObject()
        && !contentType.startsWith(QLatin1String("text/html"), Qt::CaseInsensitive)
        && (answer.object().isEmpty() || isId || id.isNull());
    return isSentrys ? std::optional(text) : std::nullopt;
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

// Whether the next envelope would fare the same, as no server was reached.
bool isOfTheWay(QNetworkReply::NetworkError error)
{
    switch (error) {
    case QNetworkReply::ConnectionRefusedError:
    case QNetworkReply::HostNotFoundError:
    case QNetworkReply::OperationCanceledError: // Qt's word for a time that is over
    case QNetworkReply::TimeoutError:
    case QNetworkReply::SslHandshakeFailedError:
    case QNetworkReply::TemporaryNetworkFailureError:
    case QNetworkReply::NetworkSessionFailedError:
    case QNetworkReply::ProxyConnectionRefusedError:
    case QNetworkReply::ProxyNotFoundError:
    case QNetworkReply::ProxyTimeoutError:
    case QNetworkReply::ProxyAuthenticationRequiredError: return true;
    default: return false;
    }
}

// Returns the envelope as it is sent: encoded, with the current time as sent_at.
model::Result<PostBody> packed(const QByteArray &envelope, BodyEncoding encoding)
{
    const auto now = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toStdString();
    EMBER_ASSIGN_OR_RETURN(
        const auto header,
        model::sentry::stampedHeader(
            {envelope.constData(), static_cast<std::size_t>(envelope.size())}, now));
    const QByteArray head = QByteArray::fromStdString(header.json);
    const auto restAt = static_cast<qint64>(header.restAt);
    if (encoding == BodyEncoding::Identity)
        return PostBody{head, envelope, restAt};
    return PostBody{gzipped(head + envelope.mid(restAt)), {}, 0};
}

// Returns the error's text, and which certificate it is about.
QString tlsErrorText(const QSslError &error)
{
    const QSslCertificate certificate = error.certificate();
    if (certificate.isNull())
        return error.errorString();
    return QStringLiteral("%1 [%2, signed by %3]")
        .arg(error.errorString(), certificate.subjectDisplayName(),
             certificate.issuerDisplayName());
}

TlsFault faultOf(const QSslError &error)
{
    switch (error.error()) {
    case QSslError::CertificateExpired: return TlsFault::Expired;
    case QSslError::CertificateNotYetValid: return TlsFault::NotYetValid;
    case QSslError::HostNameMismatch: return TlsFault::WrongHost;
    case QSslError::SelfSignedCertificate: return TlsFault::SelfSigned;
    // The server sends the certificate of its unknown issuer along with its own.
    case QSslError::SelfSignedCertificateInChain:
    case QSslError::UnableToGetIssuerCertificate:
    case QSslError::UnableToGetLocalIssuerCertificate:
    case QSslError::UnableToVerifyFirstCertificate:
    case QSslError::CertificateUntrusted: return TlsFault::UnknownIssuer;
    default: return TlsFault::Other;
    }
}

} // namespace

std::optional<QNetworkProxy> proxyOf(const QString &text)
{
    if (text == QLatin1String("none"))
        return QNetworkProxy(QNetworkProxy::NoProxy);
    const QUrl url(text, QUrl::StrictMode);
    constexpr int noPort = 0;
    const bool isSocks = url.scheme() == QLatin1String("socks5");
    const bool isAddress = isSocks || url.scheme() == QLatin1String("http");
    if (!isAddress || url.host().isEmpty() || url.port(noPort) == noPort || url.path().size() > 1
        || url.hasQuery())
        return std::nullopt;
    return QNetworkProxy(isSocks ? QNetworkProxy::Socks5Proxy : QNetworkProxy::HttpProxy,
                         url.host(), static_cast<quint16>(url.port()), url.userName(),
                         url.password());
}

model::Result<std::unique_ptr<UploadNetwork>> UploadNetwork::open(const UploadWay &way)
{
    auto network = std::make_unique<UploadNetwork>();
    network->m_timeout = way.timeout;
    network->m_manager.setAutoDeleteReplies(true);
    if (way.proxy.type() != QNetworkProxy::DefaultProxy)
        network->m_manager.setProxy(way.proxy);
    if (way.caFile.isEmpty())
        return network;
    QFile file(way.caFile);
    if (!file.open(QIODevice::ReadOnly))
        return model::Error{model::ErrorCode::FileUnreadable, way.caFile.toStdString(),
                            file.errorString().toStdString()};
    const auto certificates = QSslCertificate::fromDevice(&file);
    if (certificates.isEmpty())
        return model::Error{model::ErrorCode::SyntaxError, way.caFile.toStdString(),
                            "no certificate in PEM format"};
    network->m_tls.addCaCertificates(certificates);
    return network;
}

BodyEncoding UploadNetwork::encodingFor(const model::sentry::Dsn &dsn, qint64 size) const
{
    return size <= longestUncompressed && staysOnThisMachine(dsn, m_manager.proxy())
        ? BodyEncoding::Identity
        : BodyEncoding::Gzip;
}

QNetworkReply *UploadNetwork::post(const model::sentry::Dsn &dsn, OnceDevice *body, qint64 size,
                                   BodyEncoding encoding)
{
    QNetworkRequest request = requestTo(dsn, encoding);
    request.setTransferTimeout(static_cast<int>(m_timeout.count()));
    request.setHeader(QNetworkRequest::ContentLengthHeader, size);
    request.setAttribute(QNetworkRequest::DoNotBufferUploadDataAttribute, true);
    request.setSslConfiguration(m_tls);
    const bool isPlain = request.url().scheme() == QLatin1String("http");
    if (isPlain && staysOnThisMachine(dsn, m_manager.proxy()))
        return new LoopbackReply(request, body, size, m_loopback);
    QNetworkReply *const reply = m_manager.post(request, body);
    body->setParent(reply);
    return reply;
}

EnvelopePost::EnvelopePost(UploadNetwork &network, model::sentry::Dsn dsn, QObject *parent)
    : QObject(parent),
      m_network(network),
      m_dsn(std::move(dsn))
{
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        m_isLate = true;
        if (QNetworkReply *const reply = m_reply)
            reply->abort();
    });
}

EnvelopePost::~EnvelopePost()
{
    if (QNetworkReply *const reply = m_reply) {
        reply->disconnect(this);
        reply->abort();
    }
}

void EnvelopePost::start(const QByteArray &envelope)
{
    m_encoding = m_network.encodingFor(m_dsn, envelope.size());
    if (m_encoding == BodyEncoding::Identity) { // takes no longer than to ask another thread for it
        QMetaObject::invokeMethod(
            this, [this, body = packed(envelope, m_encoding)] { post(body); },
            Qt::QueuedConnection);
        return;
    }
    // Compressing 50 MB takes seconds.
    auto promise = std::make_shared<QPromise<model::Result<PostBody>>>();
    promise->start();
    auto *const watcher = new QFutureWatcher<model::Result<PostBody>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        watcher->deleteLater();
        post(watcher->result());
    });
    watcher->setFuture(promise->future());
    startWork([promise, envelope, encoding = m_encoding] {
        promise->addResult(packed(envelope, encoding));
        promise->finish();
    });
}

void EnvelopePost::cancel()
{
    m_isCancelled = true;
    if (QNetworkReply *const reply = m_reply)
        reply->abort();
}

void EnvelopePost::post(const model::Result<PostBody> &body)
{
    if (m_isCancelled) {
        emit finished(withoutAnswer(UploadVerdict::Cancelled));
        return;
    }
    if (!body) {
        emit finished(
            withoutAnswer(UploadVerdict::Malformed, QString::fromStdString(body.error().detail)));
        return;
    }
    m_body = new OnceDevice(*body);
    QNetworkReply *const reply = m_network.post(m_dsn, m_body, body->size(), m_encoding);
    m_reply = reply;
    watch(reply, body->size());
}

// Watches a request. The answer is untrusted: its size and its time are limited.
void EnvelopePost::watch(QNetworkReply *reply, qint64 size)
{
    m_deadline.start(m_network.timeout() + std::chrono::seconds(size / slowestLine));
    reply->setReadBufferSize(longestAnswer);
    connect(reply, &QNetworkReply::readyRead, this, [this, reply] { takeAnswer(reply); });
    connect(reply, &QNetworkReply::uploadProgress, this, &EnvelopePost::noteProgress);
    connect(reply, &QNetworkReply::sslErrors, this, [this](const QList<QSslError> &errors) {
        for (const auto &error : errors) {
            m_tlsErrors << tlsErrorText(error);
            if (m_tlsFault == TlsFault::None)
                m_tlsFault = faultOf(error);
        }
    });
    connect(reply, &QNetworkReply::finished, this, [this, reply] { answered(reply); });
}

void EnvelopePost::noteProgress(qint64 sentBytes, qint64 totalBytes)
{
    emit progress(sentBytes, totalBytes);
    if (m_isSent || totalBytes <= 0 || sentBytes < totalBytes)
        return;
    m_isSent = true;
    m_deadline.start(m_network.timeout());
}

void EnvelopePost::takeAnswer(QNetworkReply *reply)
{
    m_answer += reply->read(longestAnswer + 1 - m_answer.size());
    if (m_answer.size() > longestAnswer)
        reply->abort();
}

void EnvelopePost::answered(QNetworkReply *reply)
{
    m_deadline.stop();
    if (reply->isOpen() && m_answer.size() <= longestAnswer)
        m_answer += reply->read(longestAnswer + 1 - m_answer.size());
    m_limits = {reply->rawHeader("X-Sentry-Rate-Limits"), reply->rawHeader("Retry-After")};
    const auto outcome = outcomeOf(reply);
    m_reply.clear();
    emit finished(outcome);
}

// Returns the outcome of a post that got no answer. Its hasLeft says whether the connection has
// begun to read the body: the server may have taken the envelope then.
UploadOutcome EnvelopePost::withoutAnswer(UploadVerdict verdict, const QString &detail) const
{
    UploadOutcome outcome;
    outcome.verdict = verdict;
    outcome.detail = detail;
    // Read only once: GCC warns as if it could become null between two reads.
    const OnceDevice *const body = m_body;
    outcome.hasLeft = body != nullptr && body->isBegun();
    return outcome;
}

UploadOutcome EnvelopePost::outcomeOf(QNetworkReply *reply) const
{
    if (m_isCancelled)
        return withoutAnswer(UploadVerdict::Cancelled);
    const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    const auto verdict = verdictOfStatus(status);
    // The connection may break after the status line. A refusal counts even so, a receipt only if
    // the answer was read to its end or to the limit of its length.
    const bool isTooLong = m_answer.size() > longestAnswer;
    const bool isAnswered = status != 0
        && (verdict != UploadVerdict::Received || isTooLong
            || reply->error() == QNetworkReply::NoError);
    if (!isAnswered) {
        if (m_isLate) {
            auto outcome = withoutAnswer(UploadVerdict::TimedOut);
            outcome.isUnreachable = !outcome.hasLeft;
            return outcome;
        }
        const bool isTls = !m_tlsErrors.isEmpty();
        auto outcome =
            withoutAnswer(isTls ? UploadVerdict::TlsFailed : verdictOfError(reply->error()),
                          isTls ? m_tlsErrors.join(QLatin1String("; ")).left(longestWords)
                                : reply->errorString().left(longestWords));
        outcome.tlsFault = m_tlsFault;
        outcome.isUnreachable = !outcome.hasLeft && (isTls || isOfTheWay(reply->error()));
        return outcome;
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

} // namespace ember::app
