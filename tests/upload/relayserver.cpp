// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/upload/relayserver.h"

#include <QSslConfiguration>
#include <QSslServer>
#include <QTcpSocket>
#include <QTimer>

#include <chrono>
#include <utility>

namespace ember::tests {

namespace {

constexpr const char *pathPrefix = "/behind/a/proxy";
// A body that is longer arrives in parts, however much the kernel holds ready.
constexpr qint64 readAtOnce = 64LL * 1024;

// Reads "METHOD target HTTP/1.1" and the headers; nothing while they are not whole.
std::optional<qsizetype> readHead(const QByteArray &input, RelayRequest &request)
{
    const auto end = input.indexOf("\r\n\r\n");
    if (end < 0)
        return {};
    const auto lines = input.left(end).split('\n');
    const auto first = lines.first().trimmed().split(' ');
    request.method = first.value(0);
    request.target = first.value(1);
    if (const QByteArray other(RelayServer::otherHost); request.target.startsWith(other))
        request.target.remove(0, other.size()); // this is a proxy now
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const auto colon = lines[i].indexOf(':');
        request.headers.insert(lines[i].left(colon).toLower(), lines[i].mid(colon + 1).trimmed());
    }
    return end + 4;
}

QByteArray answerBytes(const RelayAnswer &answer)
{
    QByteArray bytes = "HTTP/1.1 " + QByteArray::number(answer.status) + " Relay\r\n";
    bytes += "Content-Type: " + answer.contentType + "\r\nConnection: close\r\n";
    bytes += "Content-Length: " + QByteArray::number(answer.body.size()) + "\r\n";
    for (const QByteArray &header : answer.headers)
        bytes += header + "\r\n";
    return bytes + "\r\n" + answer.body;
}

} // namespace

RelayServer::RelayServer() = default;

RelayServer::~RelayServer() = default;

bool RelayServer::listen(const QSslConfiguration *tls)
{
    m_scheme = tls != nullptr ? QStringLiteral("https") : QStringLiteral("http");
    if (tls != nullptr) {
        auto server = std::make_unique<QSslServer>();
        server->setSslConfiguration(*tls);
        m_server = std::move(server);
    } else {
        m_server = std::make_unique<QTcpServer>();
    }
    QObject::connect(m_server.get(), &QTcpServer::pendingConnectionAvailable, m_server.get(),
                     [this] { connected(); });
    return m_server->listen(QHostAddress::LocalHost);
}

QString RelayServer::dsn() const
{
    return QStringLiteral("%1://%2@127.0.0.1:%3%4/%5")
        .arg(m_scheme, QLatin1String(publicKey), QString::number(m_server->serverPort()),
             QLatin1String(pathPrefix), QLatin1String(project));
}

QString RelayServer::dsnOfNobody() const
{
    return dsn().replace(QLatin1String(publicKey),
                         QStringLiteral("ffffffffffffffffffffffffffffffff"));
}

QString RelayServer::dsnBehindProxy() const
{
    return QStringLiteral("http://%1@%2%3/%4")
        .arg(QLatin1String(publicKey), QString::fromLatin1(otherHost).section(u'/', 2),
             QLatin1String(pathPrefix), QLatin1String(project));
}

QString RelayServer::asProxy() const
{
    return QStringLiteral("http://127.0.0.1:%1").arg(m_server->serverPort());
}

void RelayServer::connected()
{
    while (QTcpSocket *socket = m_server->nextPendingConnection()) {
        socket->setReadBufferSize(readAtOnce);
        QObject::connect(socket, &QTcpSocket::readyRead, m_server.get(),
                         [this, socket] { received(socket); });
        QObject::connect(socket, &QTcpSocket::disconnected, m_server.get(), [this, socket] {
            m_input.remove(socket); // the next socket may have its address
            socket->deleteLater();
        });
        received(socket);
    }
}

void RelayServer::received(QTcpSocket *socket)
{
    Input &input = m_input[socket];
    input.bytes += socket->readAll();
    RelayRequest request;
    const auto bodyAt = readHead(input.bytes, request);
    if (!bodyAt)
        return;
    const auto length = request.headers.value("content-length").toLongLong();
    if (input.bytes.size() < *bodyAt + length) {
        const bool isPart = m_isBroken && input.bytes.size() > *bodyAt;
        if (isPart && !std::exchange(input.isAsked, true) && m_isBroken())
            socket->abort();
        return;
    }
    judgeAsRelay(request, input.bytes.mid(*bodyAt, length));
    m_input.remove(socket);
    m_requests.append(request);
    answer(socket, request);
}

void RelayServer::answer(QTcpSocket *socket, const RelayRequest &request)
{
    RelayAnswer answer = m_script && request.problem.isEmpty() ? m_script(request) : m_answer;
    if (!request.problem.isEmpty()) {
        answer = {};
        answer.status = request.status;
        answer.body = "{\"detail\":\"" + request.problem.toUtf8() + "\",\"causes\":[]}";
    }
    switch (answer.ending) {
    case RelayEnding::Hang: return;
    case RelayEnding::Reset: socket->abort(); return;
    case RelayEnding::CutAnswer:
        socket->write(answerBytes(answer).chopped(5));
        socket->disconnectFromHost();
        return;
    case RelayEnding::Answer:
        socket->write(answerBytes(answer));
        socket->disconnectFromHost();
        return;
    case RelayEnding::Flood: flood(socket); return;
    case RelayEnding::DripBody:
        socket->write(answerBytes(answer).chopped(answer.body.size()));
        drip(socket, answer.body);
        return;
    case RelayEnding::DripAll: drip(socket, answerBytes(answer)); return;
    }
}

void RelayServer::flood(QTcpSocket *socket)
{
    constexpr qint64 whole = 64LL * 1024 * 1024;
    constexpr qint64 block = 256LL * 1024;
    socket->write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
    const auto more = [this, socket] {
        if (socket->bytesToWrite() > block)
            return;
        m_flooded += block;
        socket->write(QByteArray(block, 'x'));
        if (m_flooded >= whole)
            socket->disconnectFromHost();
    };
    QObject::connect(socket, &QTcpSocket::bytesWritten, socket, more);
    more();
}

void RelayServer::drip(QTcpSocket *socket, const QByteArray &bytes)
{
    constexpr std::chrono::milliseconds pause(100);
    auto *timer = new QTimer(socket);
    QObject::connect(timer, &QTimer::timeout, socket, [socket, timer, bytes, at = 0]() mutable {
        socket->write(bytes.mid(at, 1));
        if (++at < bytes.size())
            return;
        timer->stop();
        socket->disconnectFromHost();
    });
    timer->start(pause);
}

} // namespace ember::tests
