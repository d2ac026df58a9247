// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/envelopepost.h"
#include "app/upload/loopbackreply.h"
#include "tests/support/testmain.h"

#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QUrl>

#include <chrono>
#include <memory>

using namespace ember::app;

namespace {

constexpr int replyPatience = 60'000; // ms a loaded machine may take

// Says to each request what it is told, over connections that it keeps.
class RawServer {
public:
    explicit RawServer(QByteArray answer) : answer(std::move(answer))
    {
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
            QTcpSocket *const socket = m_server.nextPendingConnection();
            ++connections;
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket] {
                m_input += socket->readAll();
                const auto bodyAt = m_input.indexOf("\r\n\r\n");
                if (bodyAt < 0 || m_input.size() < bodyAt + 4 + bodySize)
                    return;
                requests << m_input;
                m_input.clear();
                socket->write(this->answer);
                if (closes)
                    socket->disconnectFromHost();
            });
        });
        m_server.listen(QHostAddress::LocalHost);
    }

    QUrl url() const
    {
        return QUrl(
            QStringLiteral("http://127.0.0.1:%1/api/42/envelope/").arg(m_server.serverPort()));
    }

    QByteArray answer;
    QList<QByteArray> requests;
    qsizetype bodySize = 4;
    int connections = 0;
    bool closes = false;

private:
    QTcpServer m_server;
    QByteArray m_input;
};

struct Said {
    QNetworkReply::NetworkError error = QNetworkReply::NoError;
    int status = 0;
    QByteArray body;
    QByteArray header; // X-Sentry-Rate-Limits
    bool isBegun = false;
};

Said post(const QUrl &url, LoopbackConnections &connections,
          const QByteArray &bytes = QByteArray("body"), int timeoutMs = replyPatience)
{
    QNetworkRequest request(url);
    request.setTransferTimeout(timeoutMs);
    request.setHeader(QNetworkRequest::ContentLengthHeader, bytes.size());
    auto *const body = new OnceDevice({bytes, {}, 0});
    auto *const reply = new LoopbackReply(request, body, bytes.size(), connections);
    Said said;
    bool isFinished = false;
    QObject::connect(reply, &QNetworkReply::readyRead, reply,
                     [&] { said.body += reply->readAll(); });
    QObject::connect(reply, &QNetworkReply::finished, reply, [&] {
        isFinished = true;
        said.body += reply->readAll();
        said.error = reply->error();
        said.status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        said.header = reply->rawHeader("x-sentry-rate-limits");
        said.isBegun = body->isBegun();
    });
    if (!QTest::qWaitFor([&] { return isFinished; }, replyPatience))
        qFatal("no end");
    return said;
}

} // namespace

class TstLoopbackReply : public QObject {
    Q_OBJECT

private slots:
    void answersAreRead_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<bool>("closes");
        QTest::newRow("a length") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
                                  << false;
        QTest::newRow("chunks") << QByteArray(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n"
            "1;x=y\r\n{\r\n1\r\n}\r\n0\r\n\r\n")
                                << false;
        QTest::newRow("to the end") << QByteArray("HTTP/1.0 200 OK\r\n\r\n{}") << true;
        QTest::newRow("after words before it")
            << QByteArray("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200\r\ncontent-length:2\r\n\r\n{}")
            << false;
    }

    void answersAreRead()
    {
        QFETCH(QByteArray, answer);
        QFETCH(bool, closes);
        RawServer server(answer);
        server.closes = closes;
        LoopbackConnections connections;
        const auto said = post(server.url(), connections);
        QCOMPARE(said.error, QNetworkReply::NoError);
        QCOMPARE(said.status, 200);
        QCOMPARE(said.body, QByteArray("{}"));
        QVERIFY(
            server.requests.first().startsWith("POST /api/42/envelope/ HTTP/1.1\r\nHost: 127.0"));
        QVERIFY(server.requests.first().endsWith("\r\n\r\nbody"));
    }

    void whatIsNoWholeAnswerIsAnError_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("no HTTP") << QByteArray("SSH-2.0-x\r\n\r\n");
        QTest::newRow("no status") << QByteArray("HTTP/1.1 OK\r\n\r\n");
        QTest::newRow("cut head") << QByteArray("HTTP/1.1 200 OK\r\nContent-Le");
        QTest::newRow("cut body") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}");
        QTest::newRow("cut chunks")
            << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n");
        QTest::newRow("a length below 0")
            << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}");
        QTest::newRow("chunks of another kind")
            << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n");
        QTest::newRow("a head without end")
            << QByteArray("HTTP/1.1 200 OK\r\nX: ") + QByteArray(200'000, 'x');
    }

    void whatIsNoWholeAnswerIsAnError()
    {
        QFETCH(QByteArray, answer);
        RawServer server(answer);
        server.closes = true;
        LoopbackConnections connections;
        const auto said = post(server.url(), connections);
        QVERIFY(said.error != QNetworkReply::NoError);
        QVERIFY(said.isBegun);
        QCOMPARE(server.requests.size(), 1);
    }

    void aServerThatSaysNothingTimesOut()
    {
        RawServer server({});
        LoopbackConnections connections;
        QCOMPARE(post(server.url(), connections, "body", 500).error, QNetworkReply::TimeoutError);
    }

    void nobodyThereIsRefused()
    {
        LoopbackConnections connections;
        const auto said = post(QUrl(QStringLiteral("http://127.0.0.1:1/")), connections);
        QCOMPARE(said.error, QNetworkReply::ConnectionRefusedError);
        QVERIFY(!said.isBegun);
    }

    void connectionsAreKept()
    {
        RawServer server("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
        LoopbackConnections connections;
        for (int number = 0; number < 5; ++number)
            QCOMPARE(post(server.url(), connections).status, 200);
        QCOMPARE(server.connections, 1);
        QCOMPARE(server.requests.size(), 5);
    }

    // Neither one that the server closes, nor one on which it has said more than was asked.
    void aConnectionThatIsOverIsNotUsed()
    {
        RawServer server("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
        LoopbackConnections connections;
        server.closes = true;
        QCOMPARE(post(server.url(), connections).status, 200);
        QTest::qWait(50);
        QCOMPARE(post(server.url(), connections).status, 200);
        QCOMPARE(server.connections, 2);
        server.closes = false;
        server.answer += "HTTP/1.1 500 OK\r\nContent-Length: 0\r\n\r\n";
        QCOMPARE(post(server.url(), connections).status, 200);
        QTest::qWait(50);
        QCOMPARE(post(server.url(), connections).status, 200);
        QCOMPARE(server.connections, 4);
    }

    void aLargeBodyArrivesWhole()
    {
        const QByteArray body(20'000'000, 'b');
        RawServer server(
            "HTTP/1.1 200 OK\r\nX-Sentry-Rate-Limits: 5::x\r\nContent-Length: 0\r\n\r\n");
        server.bodySize = body.size();
        LoopbackConnections connections;
        const auto said = post(server.url(), connections, body);
        QCOMPARE(said.status, 200);
        QCOMPARE(said.header, QByteArray("5::x"));
        QVERIFY(server.requests.first().endsWith(body));
    }
};

EMBER_TEST(TstLoopbackReply)
#include "tst_loopbackreply.moc"
