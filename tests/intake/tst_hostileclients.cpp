// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/system/filedescriptor.h"
#include "tests/intake/endpoint.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"

#include <QElapsedTimer>
#include <QTcpSocket>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <fcntl.h>
#include <memory>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <vector>

using namespace ember::tests;

namespace {

QByteArray smallEnvelope()
{
    return "{}\n{\"type\":\"session\"}\n{}\n";
}

// While it exists, threads are started with stacks of this size.
class SmallStacks {
public:
    explicit SmallStacks(std::size_t bytes)
    {
        pthread_attr_t small{};
        pthread_getattr_default_np(&m_before);
        pthread_getattr_default_np(&small);
        pthread_attr_setstacksize(&small, bytes);
        pthread_setattr_default_np(&small);
        pthread_attr_destroy(&small);
    }

    ~SmallStacks()
    {
        pthread_setattr_default_np(&m_before);
        pthread_attr_destroy(&m_before);
    }

    SmallStacks(const SmallStacks &) = delete;
    SmallStacks &operator=(const SmallStacks &) = delete;

private:
    pthread_attr_t m_before{};
};

} // namespace

// Clients that want to fill the memory or to keep others out.
class TstHostileClients : public QObject {
    Q_OBJECT

    std::unique_ptr<Endpoint> m_endpoint;

    std::vector<std::unique_ptr<QTcpSocket>> connectMany(int count) const
    {
        std::vector<std::unique_ptr<QTcpSocket>> sockets;
        for (int i = 0; i < count; ++i) {
            sockets.push_back(std::make_unique<QTcpSocket>());
            sockets.back()->connectToHost(QStringLiteral("127.0.0.1"), m_endpoint->port());
        }
        return sockets;
    }

    QByteArray chunkedRequest(const QByteArray &body) const
    {
        const auto headers = m_endpoint->headers() + Headers{{"Transfer-Encoding", "chunked"}};
        return m_endpoint->request(body, headers);
    }

    QByteArray requestOf(const QByteArray &body) const
    {
        const auto headers =
            m_endpoint->headers() + Headers{{"Content-Length", QByteArray::number(body.size())}};
        return m_endpoint->request(body, headers);
    }

private slots:
    // This process is both ends of each connection.
    void initTestCase()
    {
        rlimit files{};
        QCOMPARE(getrlimit(RLIMIT_NOFILE, &files), 0);
        constexpr rlim_t enough = 4'096;
        files.rlim_cur = std::max(files.rlim_cur, std::min(files.rlim_max, enough));
        QCOMPARE(setrlimit(RLIMIT_NOFILE, &files), 0);
        if (files.rlim_cur < enough)
            QSKIP("fewer than 4,096 files may be open (ulimit -Hn)");
    }

    void init()
    {
        m_endpoint = std::make_unique<Endpoint>();
        QVERIFY(m_endpoint->listener.start());
    }

    void cleanup() { m_endpoint.reset(); }

    void bombsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("encoding");
        for (const char *name : {"gzip", "br", "zstd"})
            QTest::newRow(name) << QByteArray(name);
    }

    void bombsAreRefused()
    {
        QFETCH(QByteArray, encoding);
        const QByteArray large =
            "{}\n{\"type\":\"attachment\"}\n" + QByteArray(qsizetype(201) << 20U, 'a');
        const auto bomb = packed(large, encoding.constData());
        QVERIFY(bomb.size() < 1 << 20);
        QCOMPARE(m_endpoint->post(bomb, {{"Content-Encoding", encoding}}).status, 413);
    }

    // Each piece of them might begin an envelope.
    void bombsOfBlanksAreRefusedSoon()
    {
        const auto bomb = packed(QByteArray(qsizetype(100) << 20U, ' '), "br");
        QCOMPARE(m_endpoint->post(bomb, {{"Content-Encoding", "br"}}).status, 400);
    }

    void bodiesPackedTwiceAreRefused()
    {
        const auto twice = packed(packed(smallEnvelope(), "br"), "gzip");
        QCOMPARE(m_endpoint->post(twice, {{"Content-Encoding", "gzip"}}).status, 400);
        QCOMPARE(m_endpoint->post(twice, {{"Content-Encoding", "br, gzip"}}).status, 415);
    }

    void toldSizesBeyondTheLimitAreRefusedAtOnce()
    {
        const auto headers = m_endpoint->headers() + Headers{{"Content-Length", "99999999999"}};
        QCOMPARE(m_endpoint->send(m_endpoint->request({}, headers)).status, 413);
    }

    void headsWithoutEndAreRefused()
    {
        const auto headers = m_endpoint->headers() + Headers{{"X-Long", QByteArray(1 << 20, 'a')}};
        QCOMPARE(m_endpoint->send(m_endpoint->request({}, headers)).status, 400);
    }

    void sizesOfChunksWithoutEndAreRefused()
    {
        QCOMPARE(m_endpoint->send(chunkedRequest(QByteArray(1 << 20, '0'))).status, 400);
    }

    void anyNumberOfChunksIsTaken()
    {
        const QByteArray envelope =
            "{}\n{\"type\":\"attachment\"}\n" + QByteArray(100'000, 'a') + '\n';
        QByteArray body;
        for (const char c : envelope)
            body.append("1\r\n").append(c).append("\r\n");
        QCOMPARE(m_endpoint->send(chunkedRequest(body + "0\r\n\r\n")).status, 200);
        QVERIFY(m_endpoint->waitFor(1));
        QCOMPARE(m_endpoint->envelopes.front().bytes, envelope);
    }

    void longLinesOfRangesDoNoHarm()
    {
        const SmallStacks stacks(std::size_t(512) << 10U);
        m_endpoint = std::make_unique<Endpoint>();
        QVERIFY(m_endpoint->listener.start());
        QByteArray ranges("bytes=0-0");
        while (ranges.size() < 8'000)
            ranges += ",0-0";
        QCOMPARE(m_endpoint->post(smallEnvelope(), {{"Range", ranges}}).status, 200);
        QVERIFY(m_endpoint->waitFor(1));
    }

    void manyItemsAreRefused()
    {
        QByteArray body("{}\n");
        for (int i = 0; i < 1'001; ++i)
            body += "{\"type\":\"a\"}\n\n";
        QCOMPARE(m_endpoint->post(body).status, 413);
    }

    void aBodyThatEndsEarlyIsNotTaken()
    {
        const auto headers = m_endpoint->headers() + Headers{{"Content-Length", "1000"}};
        QTcpSocket socket;
        socket.connectToHost(QStringLiteral("127.0.0.1"), m_endpoint->port());
        socket.write(m_endpoint->request(smallEnvelope(), headers));
        socket.disconnectFromHost(); // after what is written
        QTRY_COMPARE_WITH_TIMEOUT(m_endpoint->refusals, QList<int>{400}, 60'000);
        QVERIFY(m_endpoint->envelopes.empty());
    }

    void aChunkedBodyThatEndsEarlyIsNotTaken_data()
    {
        const QByteArray whole =
            QByteArray::number(smallEnvelope().size(), 16) + "\r\n" + smallEnvelope() + "\r\n";
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("within a chunk") << whole.chopped(4);
        QTest::newRow("within the end of a chunk") << whole.chopped(1);
        QTest::newRow("before the last chunk") << whole;
        QTest::newRow("within the last chunk") << QByteArray(whole + "0\r\n\r");
    }

    void aChunkedBodyThatEndsEarlyIsNotTaken()
    {
        QFETCH(QByteArray, body);
        QTcpSocket socket;
        socket.connectToHost(QStringLiteral("127.0.0.1"), m_endpoint->port());
        socket.write(chunkedRequest(body));
        socket.disconnectFromHost(); // after what is written
        QTRY_COMPARE_WITH_TIMEOUT(m_endpoint->refusals, QList<int>{400}, 60'000);
        QVERIFY(m_endpoint->envelopes.empty());
    }

    void aChunkThatIsLongerThanItSaysIsRefused()
    {
        const auto size = QByteArray::number(smallEnvelope().size(), 16);
        const QByteArray body = size + "\r\n" + smallEnvelope() + "more\r\n0\r\n\r\n";
        QCOMPARE(m_endpoint->send(chunkedRequest(body)).status, 400);
    }

    void refusalsThatNobodyLooksAtAreCounted()
    {
        constexpr qsizetype count = 300;
        constexpr qsizetype mostTold = 100;
        const auto request = m_endpoint->request({}, m_endpoint->headers(), "/");
        for (qsizetype i = 0; i < count; ++i)
            QCOMPARE(m_endpoint->sendUnseen(request).status, 404);
        EMBER_TRY_COMPARE(m_endpoint->refusals.size() + qsizetype(m_endpoint->refusalsLeftOut),
                          count);
        QVERIFY(m_endpoint->refusals.size() <= mostTold);
    }

    void itemsThatNobodyLooksAtAreLimited()
    {
        constexpr std::size_t most = 1'000; // of these would take more than 1 GiB
        QByteArray body("{}\n");
        for (int i = 0; i < 1'000; ++i)
            body += "{\"type\":\"a\"}\n\n";
        const auto request = requestOf(body);
        std::size_t taken = 0;
        auto answer = m_endpoint->sendUnseen(request);
        for (; answer.status == 200 && taken < most; ++taken)
            answer = m_endpoint->sendUnseen(request);
        QCOMPARE(answer.status, 503);
        QVERIFY(answer.head.contains("\r\nRetry-After: 1"));
        QVERIFY(m_endpoint->waitFor(taken));
        QCOMPARE(m_endpoint->post(smallEnvelope()).status, 200);
    }

    void numbersThatSelectCannotTakeAreServed()
    {
        std::vector<ember::capture::FileDescriptor> held;
        while (held.size() < FD_SETSIZE)
            held.emplace_back(open("/dev/null", O_RDONLY | O_CLOEXEC));
        QVERIFY(held.back().isOpen());
        QCOMPARE(m_endpoint->post(smallEnvelope()).status, 200);
    }

    void idleConnectionsKeepNobodyOut()
    {
        const auto idle = connectMany(1'000);
        // Clients that the kernel's queue has no room for try again later. None may come behind the
        // request: on a busy machine its sender, too, may be silent for long enough to be dropped.
        EMBER_TRY(std::ranges::none_of(idle, [](const auto &socket) {
            return socket->state() == QAbstractSocket::ConnectingState;
        }));
        QCOMPARE(m_endpoint->post(smallEnvelope()).status, 200);
        QVERIFY(m_endpoint->waitFor(1));
    }

    // They are never silent for long.
    void clientsThatCrawlKeepNobodyOut()
    {
        const auto headers = m_endpoint->headers() + Headers{{"Content-Length", "100000"}};
        const auto crawling = connectMany(40);
        for (const auto &socket : crawling)
            socket->write(m_endpoint->request("{}\n", headers));
        QTimer drip;
        connect(&drip, &QTimer::timeout, this, [&] {
            for (const auto &socket : crawling)
                socket->write(" ");
        });
        drip.start(20);
        QElapsedTimer time;
        time.start();
        QCOMPARE(m_endpoint->post(smallEnvelope()).status, 200);
        constexpr qint64 halfARequest = 30'000;
        QVERIFY(time.elapsed() < halfARequest);
    }

    void requestsThatNeverEndKeepNobodyOut()
    {
        const auto headers = m_endpoint->headers() + Headers{{"Content-Length", "1000"}};
        const auto open = connectMany(200);
        for (const auto &socket : open)
            socket->write(m_endpoint->request("{}\n", headers));
        QCOMPARE(m_endpoint->post(smallEnvelope()).status, 200);
        QVERIFY(m_endpoint->waitFor(1));
    }
};

EMBER_TEST(TstHostileClients)
#include "tst_hostileclients.moc"
