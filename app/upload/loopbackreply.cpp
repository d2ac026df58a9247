// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/loopbackreply.h"

#include "app/upload/envelopepost.h"

#include <QNetworkProxy>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace ember::app {

namespace {

constexpr qsizetype mostIdle = 4;
constexpr qint64 blockBytes = 256LL * 1024; // bytes of a body that are given to the kernel at once

} // namespace

std::optional<HttpHead> HttpHead::read(const QByteArray &bytes)
{
    const auto lines = bytes.split('\n');
    const auto first = lines.first().trimmed();
    bool isNumber = false;
    HttpHead head;
    head.status = first.mid(first.indexOf(' ') + 1).left(3).toInt(&isNumber);
    if (!first.startsWith("HTTP/1.") || !isNumber || head.status < 100)
        return std::nullopt;
    head.isKept = !first.startsWith("HTTP/1.0");
    for (const QByteArray &line : lines.mid(1)) {
        const auto colon = line.indexOf(':');
        if (colon <= 0)
            continue;
        const auto name = line.left(colon).trimmed();
        const auto value = line.mid(colon + 1).trimmed();
        head.headers.append({name, value});
        const auto key = name.toLower();
        if (key == "content-length")
            head.length = value.toLongLong(&isNumber);
        if (!isNumber || head.length < -1)
            return std::nullopt;
        if (key == "transfer-encoding")
            head.isChunked = value.toLower().contains("chunked");
        if (key == "connection")
            head.isKept = head.isKept && !value.toLower().contains("close");
    }
    constexpr int noContent = 204;
    constexpr int notModified = 304;
    if (head.status == noContent || head.status == notModified)
        head.length = 0;
    if (head.isChunked)
        head.length = -1;
    head.isKept = head.isKept && (head.isChunked || head.length >= 0);
    return head;
}

QTcpSocket *LoopbackConnections::take(const QString &host, quint16 port)
{
    for (qsizetype place = m_idle.size() - 1; place >= 0; --place) {
        const Idle &one = m_idle.at(place);
        if (one.socket && (one.host != host || one.port != port))
            continue;
        QTcpSocket *const socket = m_idle.takeAt(place).socket;
        if (socket == nullptr)
            continue;
        // A connection is of no use if the server has sent something meanwhile, which is no answer
        // to the next request, or has closed it.
        const bool isUsable =
            !socket->waitForReadyRead(0) && socket->state() == QAbstractSocket::ConnectedState;
        QObject::disconnect(socket, &QTcpSocket::disconnected, socket, nullptr);
        if (isUsable) {
            socket->setParent(nullptr);
            return socket;
        }
        socket->abort();
        socket->deleteLater();
    }
    auto *const socket = new QTcpSocket;
    socket->setProxy(QNetworkProxy::NoProxy);
    socket->setReadBufferSize(LoopbackReply::longestHead);
    socket->connectToHost(host, port);
    return socket;
}

void LoopbackConnections::giveBack(QTcpSocket *socket, const QString &host, quint16 port)
{
    if (m_idle.size() >= mostIdle || socket->state() != QAbstractSocket::ConnectedState
        || socket->bytesAvailable() > 0) {
        socket->deleteLater();
        return;
    }
    socket->setParent(this);
    connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    m_idle.append({socket, host, port});
}

LoopbackReply::LoopbackReply(const QNetworkRequest &request, OnceDevice *body, qint64 size,
                             LoopbackConnections &connections)
    : QNetworkReply(&connections),
      m_request(request),
      m_body(body),
      m_size(size),
      m_connections(connections),
      m_silence(this)
{
    setRequest(request);
    setUrl(request.url());
    setOperation(QNetworkAccessManager::PostOperation);
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    body->setParent(this);
    constexpr int httpPort = 80;
    m_socket =
        connections.take(request.url().host(), static_cast<quint16>(request.url().port(httpPort)));
    m_socket->setParent(this);
    connect(m_socket, &QTcpSocket::connected, this, &LoopbackReply::begin);
    connect(m_socket, &QTcpSocket::bytesWritten, this, &LoopbackReply::writeMore);
    connect(m_socket, &QTcpSocket::readyRead, this, &LoopbackReply::receive);
    connect(m_socket, &QTcpSocket::errorOccurred, this, &LoopbackReply::lost);
    m_silence.setSingleShot(true);
    connect(&m_silence, &QTimer::timeout, this,
            [this] { fail(TimeoutError, QStringLiteral("no answer")); });
    m_silence.start(request.transferTimeout());
    if (m_socket->state() == QAbstractSocket::ConnectedState)
        QMetaObject::invokeMethod(this, &LoopbackReply::begin, Qt::QueuedConnection);
    else if (m_socket->state()
             == QAbstractSocket::UnconnectedState) // it failed before signals were connected
        QMetaObject::invokeMethod(this, &LoopbackReply::lost, Qt::QueuedConnection);
}

LoopbackReply::~LoopbackReply() = default;

void LoopbackReply::abort()
{
    fail(OperationCanceledError, QStringLiteral("cancelled"));
}

QByteArray LoopbackReply::requestHead() const
{
    const QUrl &url = m_request.url();
    QByteArray head = "POST " + url.path(QUrl::FullyEncoded).toLatin1() + " HTTP/1.1\r\nHost: "
        + url.authority(QUrl::FullyEncoded | QUrl::RemoveUserInfo).toLatin1() + "\r\n";
    const auto names = m_request.rawHeaderList();
    for (const QByteArray &name : names)
        head += name + ": " + m_request.rawHeader(name) + "\r\n";
    return head + "\r\n";
}

void LoopbackReply::begin()
{
    if (isFinished())
        return;
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_socket->write(requestHead());
    writeMore();
}

void LoopbackReply::writeMore()
{
    if (isFinished())
        return;
    m_silence.start();
    while (m_socket->bytesToWrite() < blockBytes / 2 && !m_body->atEnd()) {
        const QByteArrayView block = m_body->take(blockBytes);
        m_socket->write(block.data(), block.size());
        m_written += block.size();
        m_socket->flush();
        if (isFinished()) // the connection broke meanwhile
            return;
    }
    const qint64 sent = m_written - std::min(m_written, m_socket->bytesToWrite());
    emit uploadProgress(sent, m_size);
}

void LoopbackReply::receive()
{
    if (isFinished())
        return;
    m_silence.start();
    m_input += m_socket->readAll();
    while (!m_head) {
        if (!takeHead())
            return;
    }
    const bool isWhole = takeBody();
    if (isFinished())
        return;
    emit readyRead();
    if (isWhole && !isFinished())
        finish();
}

// Takes the next head, if it is whole; false if it is not. Heads of 1xx, which come before that of
// the answer, are dropped.
bool LoopbackReply::takeHead()
{
    constexpr QByteArrayView emptyLine("\r\n\r\n");
    const auto end = m_input.indexOf(emptyLine);
    if (end < 0 && m_input.size() <= longestHead)
        return false;
    const auto head = end < 0 ? std::nullopt : HttpHead::read(m_input.left(end));
    if (!head) {
        fail(ProtocolFailure, QStringLiteral("not an answer of HTTP"));
        return false;
    }
    m_input.remove(0, end + emptyLine.size());
    constexpr int firstFinal = 200;
    if (head->status < firstFinal)
        return true;
    m_head = head;
    setAttribute(QNetworkRequest::HttpStatusCodeAttribute, head->status);
    for (const auto &[name, value] : head->headers)
        setRawHeader(name, value);
    return true;
}

// Takes what has come of the body. Returns whether the body is whole.
bool LoopbackReply::takeBody()
{
    if (m_head->isChunked)
        return takeChunks();
    const qint64 left = m_head->length < 0 ? m_input.size() : m_head->length - m_taken;
    const qint64 count = std::min<qint64>(left, m_input.size());
    m_answer += m_input.left(count);
    m_input.remove(0, count);
    m_taken += count;
    return m_head->length >= 0 && m_taken == m_head->length;
}

// Takes the chunks that have come. Returns whether the last one was among them; trailers are not
// looked at.
bool LoopbackReply::takeChunks()
{
    for (;;) {
        const auto lineEnd = m_input.indexOf('\n');
        if (lineEnd < 0 && m_input.size() <= longestHead)
            return false;
        bool isNumber = false;
        const auto size = m_input.left(std::max<qsizetype>(lineEnd, 0))
                              .split(';')
                              .first()
                              .trimmed()
                              .toLongLong(&isNumber, 16);
        if (!isNumber || size < 0 || size > longestHead * longestHead) {
            fail(ProtocolFailure, QStringLiteral("chunks that are none"));
            return false;
        }
        constexpr int lineBreak = 2;
        if (m_input.size() < lineEnd + 1 + size + lineBreak) {
            // The received part of a chunk is kept until the chunk is whole: its length must be
            // limited.
            if (m_input.size() > 2 * longestHead)
                fail(ProtocolFailure, QStringLiteral("a chunk that is too long"));
            return false;
        }
        m_answer += m_input.mid(lineEnd + 1, size);
        m_input.remove(0, lineEnd + 1 + size + lineBreak);
        if (size == 0)
            return true;
    }
}

// Ends the reply, as the connection is over: that may be the end of the answer.
void LoopbackReply::lost()
{
    if (isFinished())
        return;
    receive(); // reads what came before the end
    if (isFinished())
        return;
    switch (m_socket->error()) {
    case QAbstractSocket::ConnectionRefusedError:
        fail(ConnectionRefusedError, m_socket->errorString());
        return;
    case QAbstractSocket::HostNotFoundError:
        fail(HostNotFoundError, m_socket->errorString());
        return;
    case QAbstractSocket::RemoteHostClosedError:
        if (m_head && m_head->length < 0 && !m_head->isChunked) {
            finish();
            return;
        }
        fail(RemoteHostClosedError, m_socket->errorString());
        return;
    default: fail(UnknownNetworkError, m_socket->errorString());
    }
}

void LoopbackReply::fail(NetworkError error, const QString &text)
{
    if (isFinished())
        return;
    if (m_head)
        m_head->isKept = false;
    setError(error, text);
    finish();
}

void LoopbackReply::finish()
{
    m_silence.stop();
    setFinished(true);
    QTcpSocket *const socket = std::exchange(m_socket, nullptr);
    socket->disconnect(this);
    const bool isReusable = m_head && m_head->isKept && m_body->atEnd() && m_input.isEmpty();
    if (isReusable) {
        constexpr int httpPort = 80;
        m_connections.giveBack(socket, url().host(), static_cast<quint16>(url().port(httpPort)));
    } else {
        socket->abort();
        socket->deleteLater();
    }
    emit finished();
    deleteLater();
}

qint64 LoopbackReply::bytesAvailable() const
{
    return m_answer.size() + QNetworkReply::bytesAvailable();
}

qint64 LoopbackReply::readData(char *data, qint64 size)
{
    const auto count = std::min<qint64>(size, m_answer.size());
    std::copy_n(m_answer.constData(), count, data);
    m_answer.remove(0, count);
    return count == 0 && isFinished() ? -1 : count;
}

} // namespace ember::app
