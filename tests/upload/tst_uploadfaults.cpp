// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/uploadqueue.h"
#include "model/formats/sentry/envelope.h"
#include "tests/support/testmain.h"
#include "tests/upload/relayserver.h"

#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <csignal>
#include <memory>
#include <random>
#include <vector>

using namespace ember::app;
using namespace ember::model;
using namespace ember::tests;

namespace {

constexpr int faultsPatience = 600'000; // ms a loaded machine may take for a round

OutgoingEnvelope faultyChunk(int number)
{
    sentry::NewEnvelope envelope;
    sentry::NewEnvelopeItem item;
    item.platform = "native";
    item.payload = R"({"version":"2","chunk_id":")" + std::to_string(number)
        + R"(","profiler_id":"b","platform":"native","profile":{}})";
    envelope.items.push_back(item);
    return {QString::number(number), QStringLiteral("native"),
            QByteArray::fromStdString(sentry::writeEnvelope(envelope))};
}

QString chunkOf(const RelayRequest &request)
{
    const auto payload = QJsonDocument::fromJson(request.payloads.value(0));
    return payload.object().value(u"chunk_id").toString();
}

// What a server may do with a request that is right.
RelayAnswer anyAnswer(std::mt19937 &random)
{
    constexpr std::array statuses{400, 401, 403, 413, 429, 503};
    RelayAnswer answer;
    switch (random() % 8) {
    case 0:
        answer.status = statuses.at(random() % statuses.size());
        answer.headers = {"Retry-After: 0"}; // a limit would hold what is retried
        break;
    case 1: answer.ending = RelayEnding::Reset; break;
    case 2: answer.ending = RelayEnding::CutAnswer; break;
    case 3: answer.body = "<html>Sign in</html>"; break;
    default: break;
    }
    return answer;
}

} // namespace

// Real processes send one queue to a server that does what servers may do, and are killed
// meanwhile.
class TstUploadFaults : public QObject {
    Q_OBJECT

    // What the server itself knows of a chunk.
    struct ServerCount {
        int received = 0;
        int taken = 0; // and answered so, in Sentry's words
    };

    std::unique_ptr<RelayServer> m_server;
    std::unique_ptr<QTemporaryDir> m_home;
    std::vector<std::unique_ptr<QProcess>> m_senders;
    std::mt19937 m_random;
    QHash<QString, ServerCount> m_counts;

    void startSender(const QStringList &more)
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const char *kind : {"CONFIG", "DATA", "STATE", "CACHE"})
            environment.insert(QStringLiteral("XDG_%1_HOME").arg(QLatin1String(kind)),
                               m_home->path());
        for (const char *proxy : {"http_proxy", "https_proxy", "no_proxy", "SENTRY_DSN"})
            environment.remove(QString::fromLatin1(proxy));
        auto &sender = *m_senders.emplace_back(std::make_unique<QProcess>());
        sender.setProcessEnvironment(environment);
        sender.setStandardOutputFile(QProcess::nullDevice());
        sender.start(QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli"),
                     QStringList{QStringLiteral("upload"), QStringLiteral("--retry"),
                                 QStringLiteral("--dsn"), m_server->dsn()}
                         + more);
    }

    // The server has the request, and has not answered.
    void killOne()
    {
        auto &sender = *m_senders.at(m_random() % m_senders.size());
        if (sender.processId() > 0)
            ::kill(static_cast<pid_t>(sender.processId()), SIGKILL);
    }

    RelayAnswer answerTo(const RelayRequest &request)
    {
        const RelayAnswer answer = anyAnswer(m_random);
        auto &count = m_counts[chunkOf(request)];
        ++count.received;
        const bool isTaken = answer.status == 200 && answer.ending == RelayEnding::Answer
            && answer.contentType == "application/json" && answer.body.startsWith('{');
        count.taken += isTaken ? 1 : 0;
        if (m_random() % 6 == 0)
            killOne();
        return answer;
    }

    void runSenders(const QStringList &more = {})
    {
        m_senders.clear();
        for (int i = 0; i < 3; ++i)
            startSender(more);
        const auto areOver = [&] {
            return std::ranges::all_of(m_senders, [](const auto &sender) {
                return sender->state() == QProcess::NotRunning;
            });
        };
        QVERIFY(QTest::qWaitFor(areOver, faultsPatience));
    }

    UploadQueue openQueue() const
    {
        return *UploadQueue::open(UploadQueue::Use::Send, UploadQueue::folder());
    }

    int waiting() const
    {
        int count = 0;
        const auto all = openQueue().items().value();
        for (const QueuedUpload &item : all)
            count += item.state == UploadState::Waiting ? 1 : 0;
        return count;
    }

    void judge(const QueuedUpload &item)
    {
        const ServerCount count = m_counts.value(item.id);
        const auto told = QStringLiteral("%1: %2, received %3, taken %4")
                              .arg(item.id, stateWord(item.state))
                              .arg(count.received)
                              .arg(count.taken);
        const bool isRight = [&] {
            switch (item.state) {
            case UploadState::Delivered: return count.received == 1 && count.taken == 1;
            case UploadState::Refused: return count.received == 1 && count.taken == 0;
            case UploadState::InDoubt: return count.received <= 1;
            default: return false;
            }
        }();
        QVERIFY2(isRight, qPrintable(told));
    }

private slots:
    void everyItemIsDeliveredOnceOrListedWithItsReason()
    {
        bool isGiven = false;
        const int asked = qEnvironmentVariableIntValue("EMBER_FAULT_ITEMS", &isGiven);
        const int items = isGiven ? asked : 40;
        constexpr int most = 60; // rounds
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("XDG_DATA_HOME", m_home->path().toLocal8Bit());
        m_server = std::make_unique<RelayServer>();
        QVERIFY(m_server->listen());
        m_random.seed(20261128);
        m_server->setScript([this](const RelayRequest &request) { return answerTo(request); });
        {
            auto queue = openQueue();
            const auto dsn = *sentry::parseDsn(m_server->dsn().toStdString());
            for (int number = 0; number < items; ++number)
                QVERIFY(queue.add(faultyChunk(number), dsn));
        }
        // Nobody listens there: whatever is tried waits on. The next --retry skips its pause.
        runSenders({QStringLiteral("--proxy"), QStringLiteral("http://127.0.0.1:1")});
        QCOMPARE(waiting(), items);
        QVERIFY(m_server->requests().isEmpty());
        for (int round = 0; round < most && waiting() > 0; ++round)
            runSenders();
        auto queue = openQueue();
        const auto all = queue.items().value();
        QCOMPARE(all.size(), items);
        for (const QueuedUpload &item : all)
            judge(item);
        for (const RelayRequest &request : m_server->requests())
            QCOMPARE(request.problem, QString());
    }
};

EMBER_TEST(TstUploadFaults)
#include "tst_uploadfaults.moc"
