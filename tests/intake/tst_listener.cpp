// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/intake/endpoint.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include <memory>

using namespace ember::tests;

namespace {

constexpr auto eventId = "0123456789abcdef0123456789abcdef";

QByteArray transactionEnvelope()
{
    return QByteArray("{\"event_id\":\"") + eventId
        + "\"}\n{\"type\":\"transaction\"}\n{\"platform\":\"python\",\"contexts\":{\"trace\":"
          "{\"trace_id\":\"ffeeddccbbaa99887766554433221100\"},\"profile\":"
          "{\"profiler_id\":\"00112233445566778899aabbccddeeff\"}}}\n";
}

QByteArray chunkEnvelope()
{
    const auto chunk = QByteArray::fromStdString(baseChunk().dump());
    return "{}\n{\"type\":\"profile_chunk\",\"platform\":\"node\",\"length\":"
        + QByteArray::number(chunk.size()) + "}\n" + chunk + '\n';
}

QByteArray detailOf(const HttpAnswer &answer)
{
    return QJsonDocument::fromJson(answer.body)[QLatin1String("detail")].toString().toUtf8();
}

} // namespace

// The endpoint's answers, and what it hands out (SENTRY.md §4).
class TstListener : public QObject {
    Q_OBJECT

    std::unique_ptr<Endpoint> m_endpoint;

    Headers without(const QByteArray &name) const
    {
        auto headers = m_endpoint->headers();
        headers.removeIf([&](const auto &header) { return header.first == name; });
        return headers;
    }

    HttpAnswer postWith(const QByteArray &body, Headers headers,
                        const QByteArray &target = "/api/1/envelope/") const
    {
        headers.append({"Content-Length", QByteArray::number(body.size())});
        return m_endpoint->send(m_endpoint->request(body, headers, target));
    }

private slots:
    void init()
    {
        m_endpoint = std::make_unique<Endpoint>();
        QVERIFY(m_endpoint->listener.start());
    }

    void cleanup() { m_endpoint.reset(); }

    void anEnvelopeIsAnsweredByItsId()
    {
        const auto answer = m_endpoint->post(transactionEnvelope());
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.body, QByteArray(R"({"id":"0123456789abcdef0123456789abcdef"})"));
        QVERIFY(m_endpoint->waitFor(1));
        const auto &received = m_endpoint->envelopes.front();
        QCOMPARE(received.bytes, transactionEnvelope());
        QCOMPARE(received.items.size(), std::size_t(1));
        QCOMPARE(received.items[0].type, std::string("transaction"));
        QCOMPARE(received.items[0].platform, std::string("python"));
        QCOMPARE(received.items[0].eventId, std::string(eventId));
        QCOMPARE(received.items[0].profilerId, std::string("00112233445566778899aabbccddeeff"));
        QCOMPARE(received.items[0].traceId, std::string("ffeeddccbbaa99887766554433221100"));
        QVERIFY(!received.items[0].rejection);
    }

    void aLoneChunkIsAnsweredByNoId()
    {
        const auto answer = m_endpoint->post(chunkEnvelope());
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.body, QByteArray("{}"));
        QVERIFY(m_endpoint->waitFor(1));
        const auto &item = m_endpoint->envelopes.front().items.at(0);
        QVERIFY(!item.rejection);
        QCOMPARE(item.profilerId, baseChunk()["profiler_id"].get<std::string>());
    }

    void theSenderIsKnownByItsConnection()
    {
        QCOMPARE(m_endpoint->post(transactionEnvelope()).status, 200);
        QVERIFY(m_endpoint->waitFor(1));
        QCOMPARE(m_endpoint->envelopes.front().sender.pid,
                 static_cast<std::uint32_t>(QCoreApplication::applicationPid()));
        QVERIFY(!m_endpoint->envelopes.front().sender.name.empty());
    }

    void anotherProcessIsTheSenderOfItsOwn()
    {
        QProcess client;
        client.start(QStringLiteral("bash"),
                     {QStringLiteral("-c"),
                      QStringLiteral("exec 3<>/dev/tcp/127.0.0.1/$1\n"
                                     "cat >&3\ncat <&3 >/dev/null & wait"),
                      QStringLiteral("bash"), QString::number(*m_endpoint->listener.dsn().port)});
        QVERIFY(client.waitForStarted());
        const auto pid = static_cast<std::uint32_t>(client.processId()); // 0 once it has ended
        const auto body = transactionEnvelope();
        auto headers = m_endpoint->headers();
        headers.append({"Content-Length", QByteArray::number(body.size())});
        client.write(m_endpoint->request(body, headers, "/api/1/envelope/"));
        client.closeWriteChannel();
        QVERIFY(m_endpoint->waitFor(1));
        QCOMPARE(m_endpoint->envelopes.front().sender.pid, pid);
        QVERIFY(client.state() == QProcess::NotRunning || client.waitForFinished());
    }

    void contentIsJudgedAfterTheAnswer()
    {
        const auto answer =
            m_endpoint->post("{}\n{\"type\":\"profile_chunk\",\"platform\":\"node\"}\n{}\n");
        QCOMPARE(answer.status, 200);
        QVERIFY(m_endpoint->waitFor(1));
        const auto &item = m_endpoint->envelopes.front().items.at(0);
        QVERIFY(item.rejection.has_value());
    }

    void everyEncodingIsUnpacked_data()
    {
        QTest::addColumn<QByteArray>("encoding");
        for (const char *name : {"gzip", "deflate", "br", "zstd", "identity", "GZIP"})
            QTest::newRow(name) << QByteArray(name);
    }

    void everyEncodingIsUnpacked()
    {
        QFETCH(QByteArray, encoding);
        const auto body = packed(chunkEnvelope(), encoding.toLower().constData());
        QCOMPARE(m_endpoint->post(body, {{"Content-Encoding", encoding}}).status, 200);
        QVERIFY(m_endpoint->waitFor(1));
        QCOMPARE(m_endpoint->envelopes.front().bytes, chunkEnvelope());
        // A cut one is noticed.
        QCOMPARE(m_endpoint->post(body.chopped(3), {{"Content-Encoding", encoding}}).status, 400);
    }

    void chunkedBodiesAreTaken()
    {
        const auto whole = packed(chunkEnvelope(), "gzip");
        QByteArray body;
        constexpr qsizetype piece = 7;
        for (qsizetype at = 0; at < whole.size(); at += piece) {
            const auto part = whole.mid(at, piece);
            body += QByteArray::number(part.size(), 16) + "\r\n" + part + "\r\n";
        }
        body += "0\r\n\r\n";
        const auto headers = m_endpoint->headers()
            + Headers{{"Transfer-Encoding", "chunked"}, {"Content-Encoding", "gzip"}};
        QCOMPARE(m_endpoint->send(m_endpoint->request(body, headers)).status, 200);
        QVERIFY(m_endpoint->waitFor(1));
        QCOMPARE(m_endpoint->envelopes.front().bytes, chunkEnvelope());
    }

    void whoAsksFirstMayGoOn()
    {
        const auto answer = m_endpoint->post(chunkEnvelope(), {{"Expect", "100-continue"}});
        QCOMPARE(answer.status, 100);
        QVERIFY(answer.body.startsWith("HTTP/1.1 200 "));
    }

    void theKeyMayBeInTheQueryOrTheEnvelope()
    {
        const QByteArray key(eventId);
        QCOMPARE(postWith(chunkEnvelope(), without("X-Sentry-Auth"),
                          "/api/7/envelope/?sentry_version=7&sentry_key=" + key)
                     .status,
                 200);
        const QByteArray dsn =
            "{\"dsn\":\"http://" + key + "@localhost/7\"}" + chunkEnvelope().mid(2);
        QCOMPARE(postWith(dsn, without("X-Sentry-Auth"), "/api/7/envelope").status, 200);
        QVERIFY(m_endpoint->waitFor(2));
        QCOMPARE(m_endpoint->envelopes[1].publicKey, key.toStdString());
    }

    void whatIsWrongIsRefused_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("detail");
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<QByteArray>("auth"); // "": none
        QTest::addColumn<QByteArray>("body");
        const QByteArray good("Sentry sentry_key=0123456789abcdef0123456789abcdef");
        const QByteArray here("/api/1/envelope/");
        const auto body = chunkEnvelope();
        QTest::newRow("no key") << 401 << QByteArray("missing authorization information") << here
                                << QByteArray() << body;
        QTest::newRow("two keys") << 401 << QByteArray("multiple authorization payloads detected")
                                  << QByteArray(here
                                                + "?sentry_key=0123456789abcdef0123456789abcdef")
                                  << good << body;
        QTest::newRow("another scheme") << 401 << QByteArray("bad x-sentry-auth header") << here
                                        << QByteArray("Basic x") << body;
        QTest::newRow("short key") << 400 << QByteArray("bad sentry DSN public key") << here
                                   << QByteArray("Sentry sentry_key=12") << body;
        QTest::newRow("new version") << 400 << QByteArray("unsupported protocol version") << here
                                     << QByteArray(good + ", sentry_version=8") << body;
        QTest::newRow("project") << 400 << QByteArray("bad project path parameter")
                                 << QByteArray("/api/x/envelope/") << good << body;
        QTest::newRow("way up") << 404 << QByteArray("no such endpoint")
                                << QByteArray("/api/1/../envelope/") << good << body;
        QTest::newRow("store") << 404 << QByteArray("no such endpoint")
                               << QByteArray("/api/1/store/") << good << body;
        QTest::newRow("empty") << 400 << QByteArray("invalid event envelope") << here << good
                               << QByteArray();
        QTest::newRow("length") << 400 << QByteArray("invalid event envelope") << here << good
                                << QByteArray("{}\n{\"type\":\"x\",\"length\":9}\nabc");
        QTest::newRow("blank end") << 400 << QByteArray("invalid event envelope") << here << good
                                   << QByteArray("{}\n{\"type\":\"x\"}\nabc\n\n");
        QTest::newRow("dsn of another")
            << 400 << QByteArray("invalid event envelope") << here << good
            << QByteArray("{\"dsn\":\"http://ffffffffffffffffffffffffffffffff@h/1\"}\n");
        QTest::newRow("dsn of another project")
            << 400 << QByteArray("invalid event envelope") << here << good
            << QByteArray("{\"dsn\":\"http://0123456789abcdef0123456789abcdef@h/2\"}\n");
        QTest::newRow("two profiles")
            << 413 << QByteArray("envelope exceeded size limits for type 'profile'") << here << good
            << QByteArray("{}\n{\"type\":\"profile_chunk\"}\n{}\n{\"type\":\"profile\"}\n{}\n");
        QTest::newRow("large transaction")
            << 413 << QByteArray("envelope exceeded size limits for type 'transaction'") << here
            << good
            << QByteArray("{}\n{\"type\":\"transaction\"}\n" + QByteArray((1 << 20) + 1, ' '));
        QTest::newRow("large event")
            << 413 << QByteArray("envelope exceeded size limits for type 'event'") << here << good
            << QByteArray("{}\n{\"type\":\"event\"}\n" + QByteArray((1 << 20) + 1, ' '));
        QTest::newRow("large client report")
            << 413 << QByteArray("envelope exceeded size limits for type 'client_report'") << here
            << good << QByteArray("{}\n{\"type\":\"client_report\"}\n" + QByteArray(4097, ' '));
    }

    void whatIsWrongIsRefused()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, detail);
        QFETCH(QByteArray, target);
        QFETCH(QByteArray, auth);
        QFETCH(QByteArray, body);
        auto headers = without("X-Sentry-Auth");
        if (!auth.isEmpty())
            headers.append({"X-Sentry-Auth", auth});
        const auto answer = postWith(body, headers, target);
        QCOMPARE(answer.status, status);
        QCOMPARE(detailOf(answer), detail);
        QVERIFY(QJsonDocument::fromJson(answer.body)[QLatin1String("causes")].isArray());
        EMBER_TRY_COMPARE(m_endpoint->refusals, QList<int>{status});
        QVERIFY(m_endpoint->envelopes.empty());
    }

    void unknownItemsAreTaken()
    {
        QCOMPARE(m_endpoint->post("{}\n{\"type\":\"from_the_future\"}\n\x01\xff\n").status, 200);
        QVERIFY(m_endpoint->waitFor(1));
        QVERIFY(!m_endpoint->envelopes.front().items.at(0).rejection);
    }

    // A page whose name leads to this machine (DNS rebinding).
    void otherHostsAreRefused()
    {
        auto headers = without("Host");
        headers.emplaceBack("Host", "attacker.example");
        QCOMPARE(postWith(chunkEnvelope(), headers).status, 403);
        headers.last().second = "localhost:1";
        QCOMPARE(postWith(chunkEnvelope(), headers).status, 200);
    }

    void browsersMayAsk()
    {
        const auto answer = m_endpoint->send(
            m_endpoint->request({}, {{"Host", "localhost"}, {"Origin", "http://localhost:3000"}},
                                "/api/1/envelope/", "OPTIONS"));
        QCOMPARE(answer.status, 200);
        QVERIFY(answer.head.contains("Access-Control-Allow-Origin: *"));
        QVERIFY(answer.head.contains("x-sentry-auth"));
    }

    void realEnvelopesComeOutAsTheyWere()
    {
        const auto folder = referenceData(QStringLiteral("sentry/real"));
        if (folder.isEmpty())
            QSKIP("no reference data");
        std::size_t count = 0;
        QDirIterator files(folder, {QStringLiteral("*.envelope")}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QFile::ReadOnly));
            const auto bytes = file.readAll();
            QCOMPARE(m_endpoint->post(packed(bytes, "gzip"), {{"Content-Encoding", "gzip"}}).status,
                     200);
            QVERIFY(m_endpoint->waitFor(++count));
            QCOMPARE(m_endpoint->envelopes.back().bytes, bytes);
        }
        QVERIFY(count > 0);
    }
};

EMBER_TEST(TstListener)
#include "tst_listener.moc"
