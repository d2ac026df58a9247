// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/intake/endpoint.h"

#include "app/upload/envelopepost.h"

#include <QTcpSocket>
#include <QTest>

#include <zlib.h>

#include <brotli/encode.h>
#include <zstd.h>

namespace ember::tests {

namespace {

QByteArray brotli(const QByteArray &bytes)
{
    auto size = BrotliEncoderMaxCompressedSize(static_cast<std::size_t>(bytes.size()));
    QByteArray result(static_cast<qsizetype>(size), Qt::Uninitialized);
    constexpr int quality = 4;
    BrotliEncoderCompress(quality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT,
                          static_cast<std::size_t>(bytes.size()),
                          reinterpret_cast<const std::uint8_t *>(bytes.constData()), &size,
                          reinterpret_cast<std::uint8_t *>(result.data()));
    result.truncate(static_cast<qsizetype>(size));
    return result;
}

QByteArray zstd(const QByteArray &bytes)
{
    const auto length = static_cast<std::size_t>(bytes.size());
    QByteArray result(static_cast<qsizetype>(ZSTD_compressBound(length)), Qt::Uninitialized);
    const auto size = ZSTD_compress(result.data(), static_cast<std::size_t>(result.size()),
                                    bytes.constData(), length, 3);
    result.truncate(static_cast<qsizetype>(size));
    return result;
}

HttpAnswer answerIn(const QByteArray &bytes)
{
    const auto headEnd = bytes.indexOf("\r\n\r\n");
    if (headEnd < 0)
        return {};
    return {bytes.mid(9, 3).toInt(), bytes.left(headEnd), bytes.mid(headEnd + 4)};
}

} // namespace

QByteArray packed(const QByteArray &bytes, const char *encoding)
{
    const QByteArray name(encoding);
    if (name == "gzip")
        return app::gzipped(bytes);
    if (name == "deflate")
        return qCompress(bytes).mid(4); // without Qt's length in front
    if (name == "br")
        return brotli(bytes);
    return name == "zstd" ? zstd(bytes) : bytes;
}

Endpoint::Endpoint()
{
    QObject::connect(&listener, &app::Listener::received, &listener,
                     [this](const app::ReceivedEnvelope &envelope) {
                         envelopes.push_back(envelope);
                         envelopes.back().room.reset(); // others may come
                     });
    QObject::connect(&listener, &app::Listener::refused, &listener,
                     [this](int status) { refusals.append(status); });
    QObject::connect(&listener, &app::Listener::refusalsLeftOut, &listener,
                     [this](quint64 count) { refusalsLeftOut += count; });
}

Headers Endpoint::headers() const
{
    return {{"Host", "127.0.0.1:" + QByteArray::number(port())},
            {"X-Sentry-Auth", QByteArray::fromStdString(listener.dsn().authHeader("test/1"))},
            {"Content-Type", "application/x-sentry-envelope"}};
}

QByteArray Endpoint::request(const QByteArray &body, const Headers &headers,
                             const QByteArray &target, const QByteArray &method) const
{
    QByteArray bytes = method + ' ' + target + " HTTP/1.1\r\n";
    for (const auto &[name, value] : headers)
        bytes += name + ": " + value + "\r\n";
    return bytes + "\r\n" + body;
}

HttpAnswer Endpoint::send(const QByteArray &bytes) const
{
    QTcpSocket socket;
    QByteArray answer;
    QObject::connect(&socket, &QTcpSocket::readyRead, &socket, [&] { answer += socket.readAll(); });
    socket.connectToHost(QStringLiteral("127.0.0.1"), port());
    socket.write(bytes);
    const bool isOver = QTest::qWaitFor(
        [&] { return socket.state() == QAbstractSocket::UnconnectedState; }, patienceMs);
    answer += socket.readAll();
    return isOver ? answerIn(answer) : HttpAnswer();
}

HttpAnswer Endpoint::sendUnseen(const QByteArray &bytes) const
{
    QTcpSocket socket;
    socket.connectToHost(QStringLiteral("127.0.0.1"), port());
    socket.write(bytes);
    const bool isOver = socket.waitForDisconnected(patienceMs);
    return isOver ? answerIn(socket.readAll()) : HttpAnswer();
}

HttpAnswer Endpoint::post(const QByteArray &body, const Headers &more) const
{
    return send(request(
        body, headers() + more + Headers{{"Content-Length", QByteArray::number(body.size())}}));
}

bool Endpoint::waitFor(std::size_t count) const
{
    return QTest::qWaitFor([&] { return envelopes.size() >= count; }, patienceMs);
}

} // namespace ember::tests
