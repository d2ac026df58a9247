// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/uploadqueue.h"
#include "model/formats/sentry/envelope.h"
#include "tests/support/testmain.h"
#include "tests/upload/relayserver.h"
#include "tests/upload/testauthority.h"

#include <QElapsedTimer>
#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

using namespace ember::app;
using namespace ember::model;
using namespace ember::tests;

namespace {

constexpr int matrixPatience = 600'000; // ms a loaded machine may take for a round

int numberFrom(const char *variable, int otherwise)
{
    bool isGiven = false;
    const int number = qEnvironmentVariableIntValue(variable, &isGiven);
    return isGiven ? number : otherwise;
}

OutgoingEnvelope matrixChunk(int number, const std::string &padding)
{
    sentry::NewEnvelope envelope;
    sentry::NewEnvelopeItem item;
    item.platform = "native";
    item.payload = R"({"version":"2","chunk_id":")" + std::to_string(number)
        + R"(","profiler_id":"b","platform":"native","profile":{},"x":")" + padding + "\"}";
    envelope.items.push_back(item);
    return {QString::number(number), QStringLiteral("native"),
            QByteArray::fromStdString(sentry::writeEnvelope(envelope))};
}

QString chunkIdOf(const RelayRequest &request)
{
    const auto payload = QJsonDocument::fromJson(request.payloads.value(0));
    return payload.object().value(u"chunk_id").toString();
}

RelayAnswer statusOf(int status)
{
    RelayAnswer answer;
    answer.status = status;
    answer.headers = {"Retry-After: 0"};
    return answer;
}

RelayAnswer bodyOf(const char *body, const char *contentType = "application/json")
{
    RelayAnswer answer;
    answer.body = body;
    answer.contentType = contentType;
    return answer;
}

RelayAnswer endingIn(RelayEnding ending, RelayAnswer answer = {})
{
    answer.ending = ending;
    return answer;
}

} // namespace

// What servers and networks may do, a kind in each test, while the processes that send are killed
// at random moments: of their lives, and when the server has a request. Every second request meets
// the fault.
class TstFaultMatrix : public QObject {
    Q_OBJECT

    enum class Kill { No, Yes };

    // What the server itself knows of a chunk.
    struct Count {
        int received = 0;
        int taken = 0; // and answered so, in Sentry's words
    };

    std::unique_ptr<RelayServer> m_server;
    std::unique_ptr<QTemporaryDir> m_home;
    std::vector<std::unique_ptr<QProcess>> m_senders;
    std::mt19937 m_random;
    QHash<QString, Count> m_counts;
    QStringList m_more; // arguments
    QStringList m_kills;
    Kill m_kill = Kill::No;
    int m_faults = 0;
    int m_life = 0; // ms: of a process that does nothing

    void start(QProcess &process, const QStringList &arguments) const
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const char *kind : {"CONFIG", "DATA", "STATE", "CACHE"})
            environment.insert(QStringLiteral("XDG_%1_HOME").arg(QLatin1String(kind)),
                               m_home->path());
        for (const char *proxy : {"http_proxy", "https_proxy", "no_proxy", "SENTRY_DSN"})
            environment.remove(QString::fromLatin1(proxy));
        process.setProcessEnvironment(environment);
        process.setStandardOutputFile(QProcess::nullDevice());
        process.start(QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli"),
                      QStringList{QStringLiteral("upload")} + arguments);
    }

    void startSender()
    {
        auto &sender = *m_senders.emplace_back(std::make_unique<QProcess>());
        start(sender,
              QStringList{QStringLiteral("--retry"), QStringLiteral("--dsn"), m_server->dsn()}
                  + m_more);
        if (m_kill == Kill::No)
            return;
        const int after = static_cast<int>(m_random() % static_cast<unsigned>(3 * m_life + 1));
        m_kills << QStringLiteral("%1 ms").arg(after);
        QTimer::singleShot(after, &sender, [&sender] { sender.kill(); });
    }

    void runSenders(Kill kill)
    {
        constexpr int atOnce = 2;
        m_kill = kill;
        m_senders.clear();
        for (int number = 0; number < atOnce; ++number)
            startSender();
        const auto areOver = [&] {
            return std::ranges::all_of(m_senders, [](const auto &sender) {
                return sender->state() == QProcess::NotRunning;
            });
        };
        QVERIFY(QTest::qWaitFor(areOver, matrixPatience));
    }

    // At a moment of the server's choice.
    void killSenders()
    {
        m_kills << QStringLiteral("request %1").arg(m_server->requests().size());
        for (const auto &sender : m_senders)
            sender->kill();
    }

    // Whether the next request meets the fault.
    bool isFaulty() { return m_faults++ % 2 == 0; }

    // Every second request is answered so, and the others as Sentry does. A chunk is taken where
    // the answer says so.
    void answerBy(const RelayAnswer &fault, bool isTaken)
    {
        m_server->setScript([this, fault, isTaken](const RelayRequest &request) {
            const bool isBad = isFaulty();
            auto &count = m_counts[chunkIdOf(request)];
            ++count.received;
            count.taken += isTaken || !isBad ? 1 : 0;
            if (m_kill == Kill::Yes && m_random() % 5 == 0)
                killSenders();
            return isBad ? fault : RelayAnswer();
        });
    }

    UploadQueue openQueue() const
    {
        return *UploadQueue::open(UploadQueue::Use::Send, UploadQueue::folder());
    }

    QList<QueuedUpload> items() const { return openQueue().items().value(); }

    qsizetype waiting() const
    {
        const auto all = items();
        return std::ranges::count(all, UploadState::Waiting, &QueuedUpload::state);
    }

    void enqueue(int count, qsizetype padding)
    {
        auto queue = openQueue();
        const auto dsn = *sentry::parseDsn(m_server->dsn().toStdString());
        const auto first = queue.items()->size();
        std::string text(static_cast<std::size_t>(padding), ' ');
        for (int number = 0; number < count; ++number) {
            // Nothing that could be compressed to one packet.
            for (char &letter : text)
                letter = static_cast<char>('0' + m_random() % 64 % 43);
            QVERIFY(queue.add(matrixChunk(static_cast<int>(first) + number, text), dsn));
        }
    }

    // Sends with kills, and at the end two more without. Those meet the fault in one of two
    // requests, whatever became of the others.
    void sendAll(qsizetype padding = 0)
    {
        const int count = numberFrom("EMBER_FAULT_ITEMS", 6);
        enqueue(count, padding);
        const int killed = 3 + count / 100;
        for (int round = 0; round < killed; ++round)
            runSenders(Kill::Yes);
        runSenders(Kill::No);
        enqueue(2, padding);
        runSenders(Kill::No);
    }

    // Whether an item is listed as what the server knows of it. One that waits has had its try.
    bool isTrue(const QueuedUpload &item) const
    {
        const Count count = m_counts.value(item.id);
        const bool hasReason = item.wasTried() && !toText(item.outcome).isEmpty();
        switch (item.state) {
        case UploadState::Delivered: return count.received == 1 && count.taken == 1;
        case UploadState::Refused: return hasReason && count.received == 1 && count.taken == 0;
        case UploadState::InDoubt: return hasReason && count.received <= 1;
        case UploadState::Waiting: return hasReason && count.received == 0;
        default: return false;
        }
    }

    void judge()
    {
        const auto all = items();
        QCOMPARE(all.size(), numberFrom("EMBER_FAULT_ITEMS", 6) + 2);
        for (const QueuedUpload &item : all) {
            const Count count = m_counts.value(item.id);
            const auto told =
                QStringLiteral("%1: %2, received %3, taken %4; kills at %5")
                    .arg(item.id, stateWord(item.state), QString::number(count.received),
                         QString::number(count.taken), m_kills.join(QStringLiteral(", ")));
            QVERIFY2(isTrue(item), qPrintable(told));
        }
        for (const RelayRequest &request : m_server->requests())
            QCOMPARE(request.problem, QString());
    }

    // The same, and one at least of the last two is in the state.
    void judge(UploadState fault)
    {
        judge();
        const auto all = items();
        const auto last = all.mid(all.size() - 2);
        QVERIFY(std::ranges::count(last, fault, &QueuedUpload::state) >= 1);
    }

    // What is not waiting is not sent, however often one asks for what waits.
    void judgeThatNothingIsSentAgain()
    {
        QCOMPARE(waiting(), 0);
        const auto before = m_server->requests().size();
        runSenders(Kill::No);
        QCOMPARE(m_server->requests().size(), before);
    }

private slots:
    void initTestCase()
    {
        const int seed = numberFrom("EMBER_FAULT_SEED", 20261128);
        qInfo("EMBER_FAULT_SEED=%d EMBER_FAULT_ITEMS=%d", seed, numberFrom("EMBER_FAULT_ITEMS", 6));
        m_random.seed(static_cast<std::mt19937::result_type>(seed));
        init();
        QElapsedTimer timer;
        timer.start();
        QProcess process;
        start(process, {QStringLiteral("--status")});
        QVERIFY(process.waitForFinished(matrixPatience) && process.exitCode() == 0);
        m_life = std::max(20, static_cast<int>(timer.elapsed()));
    }

    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        for (const char *kind : {"XDG_DATA_HOME", "XDG_STATE_HOME"})
            qputenv(kind, m_home->path().toLocal8Bit());
        m_server = std::make_unique<RelayServer>();
        QVERIFY(m_server->listen());
        m_counts.clear();
        m_more.clear();
        m_kills.clear();
        m_faults = 0;
    }

    void cleanup() { m_senders.clear(); }

    void whatAServerSaysIsWhatIsListed_data()
    {
        QTest::addColumn<RelayAnswer>("answer");
        QTest::addColumn<UploadState>("fault");
        for (const int status : {400, 401, 403, 413, 429, 503})
            QTest::addRow("%d", status) << statusOf(status) << UploadState::Refused;
        QTest::newRow("another's JSON") << bodyOf(R"({"status":"ok"})") << UploadState::Refused;
        QTest::newRow("a login page")
            << bodyOf("<html>Sign in</html>", "text/html") << UploadState::Refused;
        QTest::newRow("reset after the body")
            << endingIn(RelayEnding::Reset) << UploadState::InDoubt;
        QTest::newRow("reset in the answer")
            << endingIn(RelayEnding::CutAnswer) << UploadState::InDoubt;
        QTest::newRow("a slow answer")
            << endingIn(RelayEnding::DripBody, bodyOf("{}")) << UploadState::Delivered;
    }

    void whatAServerSaysIsWhatIsListed()
    {
        QFETCH(RelayAnswer, answer);
        QFETCH(UploadState, fault);
        answerBy(answer, fault == UploadState::Delivered);
        sendAll();
        judge(fault);
        judgeThatNothingIsSentAgain();
    }

    void aConnectionThatBreaksInTheBodyLeavesDoubt()
    {
        constexpr qsizetype padding = 128 * 1024;
        answerBy({}, true);
        int asked = 0;
        m_server->setBreak([&asked] { return asked++ % 2 == 0; });
        sendAll(padding);
        m_server->setBreak({});
        QVERIFY(asked > 0);
        judge(UploadState::Delivered);
        const auto all = items();
        QVERIFY(std::ranges::count(all, UploadState::InDoubt, &QueuedUpload::state) >= 1);
        judgeThatNothingIsSentAgain();
    }

    // Only a kill ends the wait for an answer, before the minute that it may take.
    void aServerThatSaysNothingLeavesDoubt()
    {
        m_server->setScript([this](const RelayRequest &request) {
            ++m_counts[chunkIdOf(request)].received;
            if (!isFaulty()) {
                ++m_counts[chunkIdOf(request)].taken;
                return RelayAnswer();
            }
            QTimer::singleShot(static_cast<int>(m_random() % 100), this, [this] { killSenders(); });
            return endingIn(RelayEnding::Hang);
        });
        sendAll();
        const int most = numberFrom("EMBER_FAULT_ITEMS", 6) + 20; // each round ends one at least
        for (int round = 0; round < most && waiting() > 0; ++round)
            runSenders(Kill::No);
        QCOMPARE(waiting(), 0);
        judge();
        const auto all = items();
        QVERIFY(std::ranges::count(all, UploadState::InDoubt, &QueuedUpload::state) >= 1);
    }

    void whereNobodyListensItemsWait()
    {
        m_more = {QStringLiteral("--proxy"), QStringLiteral("http://127.0.0.1:1")};
        answerBy({}, true);
        sendAll();
        judge(UploadState::Waiting);
        QVERIFY(m_server->requests().isEmpty());
        m_more.clear();
        runSenders(Kill::No);
        judge(UploadState::Delivered);
        judgeThatNothingIsSentAgain();
    }

    void forAnUnknownAuthorityItemsWait()
    {
        TestAuthority authority;
        const auto tls = authority.make() ? authority.certify({}) : std::nullopt;
        if (!tls)
            QSKIP("no openssl command to make certificates with, or no TLS in Qt");
        m_server = std::make_unique<RelayServer>();
        QVERIFY(m_server->listen(&*tls));
        answerBy({}, true);
        sendAll();
        judge(UploadState::Waiting);
        QVERIFY(m_server->requests().isEmpty());
        const auto last = items().last();
        QCOMPARE(last.outcome.verdict, UploadVerdict::TlsFailed);
        QVERIFY(last.outcome.detail.contains(QLatin1String(TestAuthority::name)));
        m_more = {QStringLiteral("--ca-file"), authority.certificateFile()};
        runSenders(Kill::No);
        judge(UploadState::Delivered);
        judgeThatNothingIsSentAgain();
    }
};

EMBER_TEST(TstFaultMatrix)
#include "tst_faultmatrix.moc"
