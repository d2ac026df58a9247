// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/uploads.h"
#include "model/formats/sentry/envelope.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "tests/upload/relayserver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <memory>

using namespace ember::app;
using namespace ember::model;
using namespace ember::tests;

namespace {

OutgoingEnvelope namedChunk(const QString &id)
{
    sentry::NewEnvelope envelope;
    sentry::NewEnvelopeItem item;
    item.platform = "native";
    item.payload = R"({"version":"2","chunk_id":")" + id.toStdString()
        + R"(","profiler_id":"b","platform":"native","profile":{}})";
    envelope.items.push_back(item);
    return {id, QStringLiteral("native"),
            QByteArray::fromStdString(sentry::writeEnvelope(envelope))};
}

QList<OutgoingEnvelope> namedChunks(int count)
{
    QList<OutgoingEnvelope> chunks;
    for (int number = 0; number < count; ++number)
        chunks.append(namedChunk(QString::number(number)));
    return chunks;
}

// Uploads of a window, and what they have said.
class Window {
public:
    Window(const QString &folder, const QString &dsnText)
        : dsn(*sentry::parseDsn(dsnText.toStdString())),
          uploads(folder)
    {
    }

    void enqueue(const QString &id) { uploads.enqueue({namedChunk(id)}, dsn, Again::No); }

    // That of the item with an id; "" if it is not listed.
    QString stateOf(const QString &id) const
    {
        for (const QueuedUpload &item : uploads.listing().items) {
            if (item.id == id)
                return stateWord(item.state);
        }
        return {};
    }

    qint64 numberOf(const QString &id) const
    {
        for (const QueuedUpload &item : uploads.listing().items) {
            if (item.id == id)
                return item.number;
        }
        return 0;
    }

    sentry::Dsn dsn;
    Uploads uploads;
};

const QString one = QStringLiteral("1");
const QString two = QStringLiteral("2");
const QString delivered = QStringLiteral("delivered");

} // namespace

class TstUploads : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        for (const char *kind : {"XDG_DATA_HOME", "XDG_STATE_HOME"}) // of receipts, of limits
            qputenv(kind, m_folder->path().toLocal8Bit());
        m_server = std::make_unique<RelayServer>();
        QVERIFY(m_server->listen());
    }

    void whatIsQueuedIsSentAndListed()
    {
        Window window(m_folder->path(), m_server->dsn());
        window.enqueue(one);
        window.enqueue(two);
        EMBER_TRY(window.stateOf(one) == delivered && window.stateOf(two) == delivered);
        QCOMPARE(m_server->requests().size(), 2);
    }

    void whatWaitsIsSentByItselfAfterItsPause()
    {
        {
            auto queue = UploadQueue::open(UploadQueue::Use::Send, m_folder->path());
            QVERIFY(queue);
            const auto added =
                queue->add(namedChunk(one), *sentry::parseDsn(m_server->dsn().toStdString()));
            QVERIFY(added);
            UploadOutcome outcome;
            outcome.retryAt = QDateTime::currentDateTimeUtc().addSecs(1);
            QVERIFY(queue->hold(added->number, outcome));
        }
        Window window(m_folder->path(), m_server->dsn());
        window.uploads.addTarget(window.dsn);
        EMBER_TRY(window.stateOf(one) == delivered);
        QCOMPARE(m_server->requests().size(), 1);
    }

    void whatWaitsGoesTheNewWayToItsTarget()
    {
        Window window(m_folder->path(), m_server->dsn());
        const QSignalSpy settled(&window.uploads, &Uploads::settled);
        UploadWay nowhere;
        nowhere.proxy = *proxyOf(QStringLiteral("http://127.0.0.1:1")); // nobody is there
        window.uploads.enqueue({namedChunk(one)}, window.dsn, Again::No, nowhere);
        EMBER_TRY(!settled.isEmpty() && window.stateOf(one) == QLatin1String("waiting"));
        QVERIFY(m_server->requests().isEmpty());
        window.uploads.addTarget(window.dsn);
        window.uploads.retry({window.numberOf(one)});
        EMBER_TRY(window.stateOf(one) == delivered);
    }

    void whatMayHaveBeenTakenIsSentAgainOnlyWhenAsked()
    {
        RelayAnswer broken;
        broken.ending = RelayEnding::Reset;
        m_server->setAnswer(broken);
        Window window(m_folder->path(), m_server->dsn());
        window.enqueue(one);
        EMBER_TRY(window.stateOf(one) == QLatin1String("may_have_been_taken"));
        m_server->setAnswer({});
        window.enqueue(one);
        window.enqueue(two);
        EMBER_TRY(window.stateOf(two) == delivered);
        QCOMPARE(m_server->requests().size(), 2);
        window.uploads.retry({window.numberOf(one)});
        EMBER_TRY(window.stateOf(one) == delivered);
        QCOMPARE(m_server->requests().size(), 3);
    }

    // Who asks for it waits for an answer.
    void whatCannotBeSentAgainIsSettledAllTheSame()
    {
        auto queue = UploadQueue::open(UploadQueue::Use::Send, m_folder->path());
        QVERIFY(queue);
        const auto dsn = *sentry::parseDsn(m_server->dsn().toStdString());
        auto otherKey = dsn;
        otherKey.publicKey.back() = otherKey.publicKey.back() == '1' ? '2' : '1';
        const auto sent = queue->add(namedChunk(QStringLiteral("sent")), dsn);
        const auto forgotten = queue->add(namedChunk(QStringLiteral("forgotten")), dsn);
        const auto elsewhere = queue->add(namedChunk(QStringLiteral("elsewhere")), otherKey);
        QVERIFY(sent && forgotten && elsewhere);
        QVERIFY(queue->claim(**queue->item(sent->number)).value());
        UploadOutcome received;
        received.verdict = UploadVerdict::Received;
        received.httpStatus = 200;
        QVERIFY(queue->finish(sent->number, received));
        QVERIFY(queue->forget({forgotten->number}));
        QueueWorker worker(m_folder->path());
        worker.addTarget(dsn, {});
        const QSignalSpy settled(&worker, &QueueWorker::settled);
        worker.retry({sent->number, forgotten->number, elsewhere->number});
        QCOMPARE(settled.size(), 3);
        const auto item = [&](int row) { return settled.at(row).first().value<QueuedUpload>(); };
        QCOMPARE(item(0).state, UploadState::Delivered);
        QCOMPARE(item(1).number, forgotten->number);
        QCOMPARE(item(1).state, UploadState::Cancelled);
        QVERIFY(!canRetry(item(1), true));
        QCOMPARE(item(2).state, UploadState::Waiting);
        QVERIFY(!canRetry(item(2), false));
        QVERIFY(m_server->requests().isEmpty());
    }

    void whilePausedNothingIsSent()
    {
        Window window(m_folder->path(), m_server->dsn());
        window.uploads.setPaused(true);
        window.enqueue(one);
        EMBER_TRY(window.stateOf(one) == QLatin1String("waiting"));
        QVERIFY(window.uploads.listing().isPaused);
        QVERIFY(m_server->requests().isEmpty());
        window.uploads.setPaused(false);
        EMBER_TRY(window.stateOf(one) == delivered);
    }

    void aPauseOfAnotherProgramIsSeenBeforeTheQueueIsLookedAtAgain()
    {
        auto other = UploadQueue::open(UploadQueue::Use::Send, m_folder->path());
        QVERIFY(other);
        Window window(m_folder->path(), m_server->dsn());
        const QSignalSpy listed(&window.uploads, &Uploads::changed);
        EMBER_TRY(!listed.isEmpty());
        constexpr auto limit = QueueWorker::lookEvery - QueueWorker::watchEvery;
        auto fastest = std::chrono::milliseconds::max();
        // A busy machine may hold one of them up.
        for (int time = 0; time < 3 && fastest >= limit; ++time) {
            QVERIFY(other->setPaused(false));
            EMBER_TRY(!window.uploads.listing().isPaused);
            QElapsedTimer timer;
            timer.start();
            QVERIFY(other->setPaused(true));
            EMBER_TRY(window.uploads.listing().isPaused);
            fastest = std::min(fastest, std::chrono::milliseconds(timer.elapsed()));
        }
        QVERIFY(fastest < limit);
    }

    void oneTargetThatCannotBeReachedStopsNoOther()
    {
        {
            auto queue = UploadQueue::open(UploadQueue::Use::Send, m_folder->path());
            QVERIFY(queue);
            QVERIFY(queue->add(namedChunk(one), *sentry::parseDsn(m_server->dsn().toStdString())));
        }
        const QString database = m_folder->filePath(QStringLiteral("queue.sqlite"));
        const QString aside = m_folder->filePath(QStringLiteral("aside"));
        QVERIFY(QFile::rename(database, aside)); // the targets are known before the queue is there
        QueueWorker worker(m_folder->path());
        const QSignalSpy settled(&worker, &QueueWorker::settled);
        const auto good = *sentry::parseDsn(m_server->dsn().toStdString());
        UploadWay bad;
        bad.caFile = m_folder->filePath(QStringLiteral("no.pem"));
        for (char key = '1'; key <= '9'; ++key) { // in whatever order they are kept
            auto dsn = good;
            dsn.publicKey.back() = key;
            worker.addTarget(dsn, bad);
        }
        worker.addTarget(good, {});
        QVERIFY(QFile::rename(aside, database));
        worker.look();
        worker.look();
        EMBER_TRY(!settled.isEmpty());
        QCOMPARE(m_server->requests().size(), 1);
    }

    void whatWasCancelledStaysUnsent()
    {
        Window window(m_folder->path(), m_server->dsn());
        window.uploads.setPaused(true);
        window.enqueue(one);
        EMBER_TRY(window.numberOf(one) != 0);
        window.uploads.cancel({window.numberOf(one)});
        window.uploads.setPaused(false);
        window.enqueue(two);
        EMBER_TRY(window.stateOf(two) == delivered);
        QCOMPARE(window.stateOf(one), QStringLiteral("cancelled"));
        QCOMPARE(m_server->requests().size(), 1);
    }

    void theFirstAreSentWhileTheLastAreAdded()
    {
        QueueWorker worker(m_folder->path());
        int settledBefore = -1; // the last were added
        int settled = 0;
        connect(&worker, &QueueWorker::settled, this, [&] { ++settled; });
        connect(&worker, &QueueWorker::queued, this, [&](int, const QueuedBatch &result) {
            QVERIFY(!result.error);
            if (result.first > 0 && !result.isLast && settled == 0)
                EMBER_TRY(settled > 0); // of the first: nothing is added meanwhile
            settledBefore = result.isLast ? settled : -1;
        });
        constexpr int count = 200;
        worker.enqueue(1, namedChunks(count), *sentry::parseDsn(m_server->dsn().toStdString()),
                       Again::No, {});
        EMBER_TRY(settledBefore >= 0);
        QVERIFY(settledBefore > 0);
        EMBER_TRY(settled == count);
        QCOMPARE(m_server->requests().size(), count);
    }

    void whatIsDroppedOfABatchIsNotAdded()
    {
        constexpr int count = 100;
        QueueWorker worker(m_folder->path());
        worker.setPaused(true);
        QSignalSpy queued(&worker, &QueueWorker::queued);
        worker.enqueue(1, namedChunks(count), *sentry::parseDsn(m_server->dsn().toStdString()),
                       Again::No, {});
        QCOMPARE(queued.size(), 1);
        const auto first = queued.at(0).at(1).value<QueuedBatch>();
        QVERIFY(!first.isLast);
        worker.dropBatch(2); // another one
        worker.dropBatch(1);
        QCOMPARE(queued.size(), 2);
        const auto last = queued.at(1).at(1).value<QueuedBatch>();
        QVERIFY(last.isLast && !last.error && last.additions.isEmpty());
        QCOMPARE(last.first, first.additions.size());
        QCoreApplication::processEvents(); // what was to be added next
        worker.dropBatch(1);
        QCOMPARE(queued.size(), 2);
        auto queue = UploadQueue::open(UploadQueue::Use::Look, m_folder->path());
        QVERIFY(queue);
        QCOMPARE(queue->items()->size(), first.additions.size());
    }

    void whatIsNotAddedAtTheEndIsAddedThen()
    {
        constexpr int count = 100;
        {
            QueueWorker worker(m_folder->path());
            worker.setPaused(true);
            worker.enqueue(1, namedChunks(count), *sentry::parseDsn(m_server->dsn().toStdString()),
                           Again::No, {});
            worker.shutDown();
        }
        auto queue = UploadQueue::open(UploadQueue::Use::Look, m_folder->path());
        QVERIFY(queue);
        QCOMPARE(queue->items()->size(), count);
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<RelayServer> m_server;
};

EMBER_TEST(TstUploads)
#include "tst_uploads.moc"
