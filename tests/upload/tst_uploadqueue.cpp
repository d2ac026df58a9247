// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/outgoingenvelope.h"
#include "app/upload/queuesender.h"
#include "app/upload/uploadqueue.h"
#include "model/formats/database/database.h"
#include "model/formats/sentry/envelope.h"
#include "tests/support/testmain.h"
#include "tests/upload/relayserver.h"

#include <QDir>
#include <QFile>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <memory>
#include <sys/resource.h>

using namespace ember::app;
using namespace ember::model;
using namespace ember::tests;

namespace {

constexpr int queuePatience = 60'000; // ms a loaded machine may take

// Where nobody listens. A port that was just given back may have another test's server.
const QString nobodysDsn = QStringLiteral("http://0123456789abcdef0123456789abcdef@127.0.0.1:1/42");

OutgoingEnvelope queuedChunk(int number, qsizetype padding = 0)
{
    sentry::NewEnvelope envelope;
    sentry::NewEnvelopeItem item;
    item.platform = "native";
    item.payload = R"({"version":"2","chunk_id":")" + std::to_string(number)
        + R"(","profiler_id":"b","platform":"native","profile":{},"x":")"
        + std::string(static_cast<std::size_t>(padding), 'x') + "\"}";
    envelope.items.push_back(item);
    return {QString::number(number), QStringLiteral("native"),
            QByteArray::fromStdString(sentry::writeEnvelope(envelope))};
}

// A queue in a folder, with a sender of its own, as a process has it.
class QueueUser {
public:
    QueueUser(const QString &folder, const QString &dsnText)
        : dsn(*sentry::parseDsn(dsnText.toStdString())),
          queue(*UploadQueue::open(UploadQueue::Use::Send, folder)),
          sender(queue)
    {
        if (!sender.addTarget(dsn))
            qFatal("no target");
        QObject::connect(&sender, &QueueSender::tried, &sender,
                         [this](const QueuedUpload &item) { tried << item; });
        QObject::connect(&sender, &QueueSender::failed, &sender,
                         [this](const Error &) { ++failures; });
        QObject::connect(&sender, &QueueSender::finished, &sender, [this] { isFinished = true; });
    }

    UploadQueue::Addition add(int number, Again again = Again::No)
    {
        return *queue.add(queuedChunk(number), dsn, again);
    }

    void setMostBytes(qint64 bytes)
    {
        UploadQueue::Limits limits;
        limits.bytes = bytes;
        queue.setLimits(limits);
    }

    void sendAll()
    {
        isFinished = false;
        sender.send(*queue.due(QDateTime::currentDateTimeUtc()));
        QTRY_VERIFY_WITH_TIMEOUT(isFinished, queuePatience);
        QCOMPARE(failures, 0);
    }

    QueuedUpload item(int place) { return queue.items()->at(place); }

    sentry::Dsn dsn;
    UploadQueue queue;
    QueueSender sender;
    QList<QueuedUpload> tried;
    int failures = 0;
    bool isFinished = false;
};

QStringList envelopesIn(const QString &folder)
{
    return QDir(folder).entryList({QStringLiteral("*.envelope")});
}

qsizetype deliveredIn(UploadQueue &queue)
{
    const auto items = queue.items().value();
    return std::ranges::count(items, UploadState::Delivered, &QueuedUpload::state);
}

RelayAnswer answerOf(int status)
{
    RelayAnswer answer;
    answer.status = status;
    return answer;
}

} // namespace

class TstUploadQueue : public QObject {
    Q_OBJECT

    std::unique_ptr<RelayServer> m_server;
    std::unique_ptr<QTemporaryDir> m_state;
    QString m_folder;

    // As if the processes had ended with the machine.
    void forgetOwners() const
    {
        QDir folder(m_folder);
        for (const QString &name : folder.entryList({QStringLiteral("*.owner")}))
            folder.remove(name);
    }

private slots:
    void init()
    {
        m_server = std::make_unique<RelayServer>();
        QVERIFY(m_server->listen());
        m_state = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", m_state->path().toLocal8Bit());
        qputenv("XDG_DATA_HOME", m_state->path().toLocal8Bit());
        m_folder = m_state->filePath(QStringLiteral("emberchart/queue"));
    }

    void whatIsDeliveredLeavesAReceiptAlone()
    {
        QueueUser user(m_folder, m_server->dsn());
        for (int number = 0; number < 9; ++number)
            user.add(number);
        user.sendAll();
        QCOMPARE(m_server->requests().size(), 9);
        for (const RelayRequest &request : m_server->requests())
            QCOMPARE(request.problem, QString());
        QCOMPARE(deliveredIn(user.queue), 9);
        QCOMPARE(user.item(3).state, UploadState::Delivered);
        QVERIFY(envelopesIn(m_folder).isEmpty());
        QCOMPARE(user.add(3).kind, UploadQueue::Addition::Kind::Known);
        QCOMPARE(user.add(3, Again::Yes).kind, UploadQueue::Addition::Kind::Queued);
    }

    // The files have no key, and nobody else reads them.
    void theQueueIsForItsOwnerAlone()
    {
        QueueUser user(m_folder, m_server->dsn());
        user.add(1);
        constexpr auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup
            | QFileDevice::ReadOther | QFileDevice::WriteOther;
        QVERIFY(!(QFile::permissions(m_folder) & others));
        const QDir folder(m_folder);
        QVERIFY(folder.entryList(QDir::Files).size() >= 2);
        for (const QString &name : folder.entryList(QDir::Files)) {
            QFile file(folder.filePath(name));
            QVERIFY(!(file.permissions() & others));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY(!file.readAll().contains(RelayServer::publicKey));
        }
    }

    void twoSendersOfOneQueueSendNothingTwice()
    {
        QueueUser one(m_folder, m_server->dsn());
        QueueUser other(m_folder, m_server->dsn());
        for (int number = 0; number < 20; ++number)
            one.add(number);
        const auto items = *one.queue.items();
        one.sender.send(items);
        other.sender.send(items);
        QTRY_VERIFY_WITH_TIMEOUT(one.isFinished && other.isFinished, queuePatience);
        QCOMPARE(m_server->requests().size(), 20);
        QCOMPARE(one.tried.size() + other.tried.size(), 20);
        QCOMPARE(deliveredIn(one.queue), 20);
    }

    void whatADeadSenderHadTakenIsInDoubtUntilTheUserSaysSo()
    {
        {
            auto dead = *UploadQueue::open(UploadQueue::Use::Send, m_folder);
            QVERIFY(dead.add(queuedChunk(1), *sentry::parseDsn(m_server->dsn().toStdString())));
            QVERIFY(*dead.claim(dead.items()->first()));
            const QueueUser living(m_folder, m_server->dsn());
            QCOMPARE(dead.items()->first().state, UploadState::Sending); // its owner lives
        }
        QueueUser user(m_folder, m_server->dsn());
        QCOMPARE(user.item(0).state, UploadState::InDoubt);
        QCOMPARE(user.item(0).outcome.verdict, UploadVerdict::Interrupted);
        QCOMPARE(user.add(1).kind, UploadQueue::Addition::Kind::Known);
        user.sendAll();
        QVERIFY(m_server->requests().isEmpty());
        QCOMPARE(user.queue.retry({1})->size(), 1);
        user.sendAll();
        QCOMPARE(m_server->requests().size(), 1);
    }

    // Until an answer says that it was taken, or the user forgets it.
    // The disk was told of several items before the first was sent, and of nothing after that.
    void afterAPowerFailureWhatMayHaveBeenSentIsInDoubt()
    {
        constexpr int count = 40;
        {
            QueueUser dead(m_folder, nobodysDsn);
            for (int number = 0; number < count; ++number)
                dead.add(number);
            QVERIFY(*dead.queue.claim(dead.item(0)));
        }
        QueueUser next(m_folder, nobodysDsn); // as after a mere crash: what was not taken waits
        QCOMPARE(next.item(0).state, UploadState::InDoubt);
        QCOMPARE(next.item(1).state, UploadState::Waiting);
        QVERIFY(*next.queue.claim(next.item(1)));
        QVERIFY(next.queue.finish(next.item(1).number, {}));
        {
            auto same = *UploadQueue::open(UploadQueue::Use::Look, m_folder);
            same.setBoot(QStringLiteral("another"));
            QVERIFY(same.recover());
        }
        QCOMPARE(next.item(2).state, UploadState::Waiting); // its sender is alive
        forgetOwners();
        auto rebooted = *UploadQueue::open(UploadQueue::Use::Look, m_folder);
        rebooted.setBoot(QStringLiteral("another"));
        QVERIFY(rebooted.recover());
        QCOMPARE(next.item(1).state, UploadState::Waiting); // its outcome is known
        QCOMPARE(next.item(2).state, UploadState::InDoubt);
        QCOMPARE(next.item(count - 1).state, UploadState::Waiting); // the disk knew nothing of it
    }

    // Else another process takes back what the disk was told, and the item is sent again.
    void whoAnnouncesIsSeenToLive()
    {
        QueueUser user(m_folder, nobodysDsn);
        user.add(1);
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
        rlimit none = before;
        none.rlim_cur = 0;
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &none), 0);
        const auto claimed = user.queue.claim(user.item(0)); // no sign of life can be made
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &before), 0);
        QVERIFY(!claimed);
        auto rebooted = *UploadQueue::open(UploadQueue::Use::Look, m_folder);
        rebooted.setBoot(QStringLiteral("another"));
        QVERIFY(rebooted.recover());
        QCOMPARE(user.item(0).state, UploadState::Waiting);
    }

    void whatWasNotSentAfterAllIsNotInDoubt()
    {
        QueueUser user(m_folder, nobodysDsn);
        user.add(1);
        user.add(2);
        QVERIFY(*user.queue.claim(user.item(0)));
        QVERIFY(user.queue.withdraw());
        forgetOwners();
        auto rebooted = *UploadQueue::open(UploadQueue::Use::Look, m_folder);
        rebooted.setBoot(QStringLiteral("another"));
        QVERIFY(rebooted.recover());
        QCOMPARE(user.item(1).state, UploadState::Waiting);
    }

    void whatIsInDoubtStaysSoWhateverComesOfAnotherAttempt()
    {
        RelayAnswer broken;
        broken.ending = RelayEnding::Reset;
        m_server->setAnswer(broken);
        QueueUser user(m_folder, m_server->dsn());
        user.add(1);
        user.sendAll();
        QCOMPARE(user.item(0).state, UploadState::InDoubt);
        QCOMPARE(user.queue.retry({1})->size(), 1);
        QCOMPARE(user.queue.cancel({1})->size(), 1);
        QCOMPARE(user.item(0).state, UploadState::InDoubt);
        QCOMPARE(user.item(0).outcome.verdict, UploadVerdict::Cancelled);
        m_server->setAnswer(answerOf(503));
        QCOMPARE(user.queue.retry({1})->size(), 1);
        user.sendAll();
        QCOMPARE(user.item(0).state, UploadState::InDoubt);
        QCOMPARE(user.item(0).outcome.httpStatus, 503);
        QCOMPARE(user.add(1).kind, UploadQueue::Addition::Kind::Known);
        m_server->setAnswer({});
        QCOMPARE(user.queue.retry({1})->size(), 1);
        user.sendAll();
        QCOMPARE(user.item(0).state, UploadState::Delivered);
        QCOMPARE(m_server->requests().last().itemHeaders.size(), 1); // nor reported as lost
    }

    void aCancelledItemHasNoAnswerOfAnEarlierAttempt()
    {
        QueueUser user(m_folder, m_server->dsn());
        m_server->setAnswer(answerOf(503));
        user.add(1);
        user.sendAll();
        QCOMPARE(user.queue.retry({1})->size(), 1);
        QCOMPARE(user.queue.cancel({1})->size(), 1);
        QCOMPARE(user.item(0).state, UploadState::Cancelled);
        QCOMPARE(user.item(0).outcome.httpStatus, 0);
    }

    void aQueueOfVersion2IsTakenOver()
    {
        {
            QueueUser user(m_folder, m_server->dsn());
            user.add(1);
        }
        {
            auto older = *sqlite::Database::openShared(
                QDir(m_folder).filePath(QStringLiteral("queue.sqlite")).toStdString(),
                std::chrono::milliseconds(1000));
            QVERIFY(older.execute("ALTER TABLE items DROP COLUMN announced"));
            QVERIFY(older.execute("ALTER TABLE items DROP COLUMN doubtful"));
            QVERIFY(older.execute("PRAGMA user_version = 2"));
        }
        QueueUser user(m_folder, m_server->dsn());
        user.sendAll();
        QCOMPARE(user.item(0).state, UploadState::Delivered);
    }

    void whatNoServerSawIsSentAgainAfterAPause()
    {
        QueueUser user(m_folder, nobodysDsn);
        user.add(1);
        const auto before = QDateTime::currentDateTimeUtc();
        user.sendAll();
        QCOMPARE(user.tried.size(), 1);
        QVERIFY(!user.tried.first().outcome.hasLeft); // the connection has read nothing of the body
        const QueuedUpload item = user.item(0);
        QCOMPARE(item.state, UploadState::Waiting);
        QCOMPARE(item.outcome.verdict, UploadVerdict::NetworkFailed);
        QCOMPARE(item.attempts, 1);
        QVERIFY(item.outcome.retryAt >= before.addSecs(5));
        QVERIFY(user.queue.due(before)->isEmpty());
        QCOMPARE(user.queue.due(item.outcome.retryAt)->size(), 1);
        QCOMPARE(user.queue.due(before.addDays(-2))->size(), 1); // the clock was wrong
    }

    // Each has its reason and its pause, but only those that were under way have tried.
    void whereNobodyIsTheRestIsNotTried()
    {
        constexpr int count = 50;
        QueueUser user(m_folder, nobodysDsn);
        for (int number = 0; number < count; ++number)
            user.add(number);
        const auto before = QDateTime::currentDateTimeUtc();
        user.sendAll();
        QCOMPARE(user.tried.size(), count);
        int attempts = 0;
        for (int number = 0; number < count; ++number) {
            const auto item = user.item(number);
            QCOMPARE(item.state, UploadState::Waiting);
            QCOMPARE(item.outcome.verdict, UploadVerdict::NetworkFailed);
            QVERIFY(!item.outcome.detail.isEmpty());
            QVERIFY(item.outcome.retryAt >= before.addSecs(5));
            attempts += item.attempts;
        }
        QVERIFY2(attempts <= QueueSender::mostAtOnce, qPrintable(QString::number(attempts)));
    }

    void aConnectionThatBreaksAfterBytesLeavesDoubt()
    {
        RelayAnswer answer;
        answer.ending = RelayEnding::Reset;
        m_server->setAnswer(answer);
        QueueUser user(m_folder, m_server->dsn());
        user.add(1);
        user.sendAll();
        QCOMPARE(user.item(0).state, UploadState::InDoubt);
        QVERIFY(user.queue.due(QDateTime::currentDateTimeUtc().addYears(1))->isEmpty());
        QCOMPARE(m_server->requests().size(), 1);
    }

    // SENTRY.md §5: what is refused is reported with the next envelope, but not what is limited.
    void whatIsRefusedIsReportedOnce()
    {
        QueueUser user(m_folder, m_server->dsn());
        m_server->setAnswer(answerOf(503));
        user.add(1);
        user.add(2);
        user.sendAll();
        QCOMPARE(user.item(0).state, UploadState::Refused);
        m_server->setAnswer({});
        for (const int number : {3, 4}) {
            user.add(number);
            user.sendAll();
        }
        QCOMPARE(m_server->requests().size(), 4);
        const RelayRequest &reporting = m_server->requests()[2];
        QCOMPARE(reporting.problem, QString());
        QCOMPARE(reporting.itemHeaders.size(), 2);
        QCOMPARE(reporting.itemHeaders[1].value(u"type").toString(),
                 QStringLiteral("client_report"));
        const auto events = discardedEvents(reporting.payloads[1]);
        QCOMPARE(events.size(), 1);
        QCOMPARE(events[0].reason, QStringLiteral("send_error"));
        QCOMPARE(events[0].category, QStringLiteral("profile_chunk"));
        QCOMPARE(events[0].quantity, 2);
        QCOMPARE(m_server->requests()[3].itemHeaders.size(), 1);
    }

    // Sentry takes reports even where it limits what they come with.
    void aReportThatCameWithWhatIsLimitedCountsOnce()
    {
        QueueUser user(m_folder, m_server->dsn());
        m_server->setAnswer(answerOf(503));
        user.add(1);
        user.sendAll();
        auto limiting = answerOf(429);
        limiting.headers = {"Retry-After: 0"};
        m_server->setAnswer(limiting);
        user.add(2);
        user.sendAll();
        QCOMPARE(m_server->requests().last().itemHeaders.size(), 2);
        m_server->setAnswer({});
        user.add(3);
        user.sendAll();
        QCOMPARE(m_server->requests().size(), 3);
        QCOMPARE(m_server->requests().last().itemHeaders.size(), 1);
    }

    void aLimitHoldsWhatWaitsAndIsNotReported()
    {
        auto answer = answerOf(429);
        answer.headers = {"Retry-After: 300"};
        m_server->setAnswer(answer);
        QueueUser user(m_folder, m_server->dsn());
        user.add(1);
        user.sendAll();
        user.add(2);
        user.sendAll();
        QCOMPARE(m_server->requests().size(), 1);
        QCOMPARE(user.item(0).state, UploadState::Refused);
        QCOMPARE(user.item(1).state, UploadState::Waiting);
        QVERIFY(user.item(1).outcome.retryAt.isValid());
        user.sender.ignoreKeptLimits();
        m_server->setAnswer({});
        QueueUser next(m_folder, m_server->dsn());
        next.sender.ignoreKeptLimits();
        next.sender.send(*next.queue.items());
        QTRY_COMPARE_WITH_TIMEOUT(next.item(1).state, UploadState::Delivered, queuePatience);
        QCOMPARE(m_server->requests().last().itemHeaders.size(), 1);
    }

    void aFullQueueTakesNothingMoreAndSaysSo()
    {
        QueueUser user(m_folder, m_server->dsn());
        user.setMostBytes(2 * queuedChunk(1).bytes.size());
        user.add(1);
        user.add(2);
        QCOMPARE(user.add(3).kind, UploadQueue::Addition::Kind::Full);
        QCOMPARE(user.queue.items()->size(), 2);
        m_server->setAnswer(answerOf(403));
        user.sendAll();
        m_server->setAnswer({});
        QCOMPARE(user.add(3).kind,
                 UploadQueue::Addition::Kind::Queued); // in place of a refused one
        QCOMPARE(envelopesIn(m_folder).size(), 2);
        user.sendAll();
        const auto events = discardedEvents(m_server->requests().last().payloads.last());
        QCOMPARE(events.size(), 2); // cache_overflow, send_error
    }

    void forWhatIsNotTakenNothingIsGivenUp()
    {
        QueueUser user(m_folder, m_server->dsn());
        const qsizetype size = queuedChunk(1).bytes.size();
        user.setMostBytes(2 * size);
        m_server->setAnswer(answerOf(403));
        user.add(1);
        user.sendAll();
        user.add(2);
        for (const int number : {1, 3}) { // the refused one again, and another
            const auto added = *user.queue.add(queuedChunk(number, size), user.dsn);
            QCOMPARE(added.kind, UploadQueue::Addition::Kind::Full);
        }
        QCOMPARE(user.queue.items()->size(), 2);
        QVERIFY(user.item(0).isKept);
        QCOMPARE(envelopesIn(m_folder).size(), 2);
        QCOMPARE(user.queue.retry({1})->size(), 1);
    }

    // A folder in the envelope's place cannot be opened, as a file on a disk with errors.
    void whatCannotBeReadNowWaitsWithItsReason()
    {
        QueueUser(m_folder, m_server->dsn()).add(1);
        QueueUser user(m_folder, m_server->dsn());
        const QString path = QDir(m_folder).filePath(envelopesIn(m_folder).first());
        const QString aside = m_state->filePath(QStringLiteral("aside"));
        QVERIFY(QFile::rename(path, aside) && QDir().mkdir(path));
        user.sendAll();
        const QueuedUpload item = user.item(0);
        QCOMPARE(item.state, UploadState::Waiting);
        QCOMPARE(item.outcome.verdict, UploadVerdict::NotRead);
        QVERIFY(!item.outcome.detail.isEmpty());
        QVERIFY(item.wasTried() && item.outcome.retryAt > QDateTime::currentDateTimeUtc());
        QVERIFY(QDir().rmdir(path) && QFile::rename(aside, path));
        QCOMPARE(user.queue.retry({1})->size(), 1);
        user.sendAll();
        QCOMPARE(user.item(0).state, UploadState::Delivered);
    }

    // Takes the queue's patience.
    void whileAnotherProcessHoldsTheDatabaseItemsWait()
    {
        QueueUser user(m_folder, m_server->dsn());
        user.add(1);
        const QString path = m_folder + QStringLiteral("/queue.sqlite");
        auto other =
            *sqlite::Database::openShared(path.toStdString(), std::chrono::milliseconds(1000));
        QVERIFY(other.execute("BEGIN IMMEDIATE"));
        user.sender.send(*user.queue.items());
        QTRY_VERIFY_WITH_TIMEOUT(user.isFinished, queuePatience);
        QCOMPARE(user.failures, 1);
        QVERIFY(other.execute("ROLLBACK"));
        QCOMPARE(user.item(0).state, UploadState::Waiting);
        user.failures = 0;
        user.sendAll();
        QCOMPARE(user.item(0).state, UploadState::Delivered);
    }

    // Takes the queue's patience.
    void anAnswerThatTheQueueCouldNotTakeIsNotedLater()
    {
        QueueUser user(m_folder, m_server->dsn());
        user.add(1);
        auto other = *sqlite::Database::openShared(
            QDir(m_folder).filePath(QStringLiteral("queue.sqlite")).toStdString(),
            std::chrono::milliseconds(1000));
        m_server->setScript([&](const RelayRequest &) {
            static_cast<void>(other.execute("BEGIN IMMEDIATE"));
            return RelayAnswer();
        });
        user.sender.send(*user.queue.items());
        QTRY_VERIFY_WITH_TIMEOUT(user.isFinished, queuePatience);
        QCOMPARE(user.failures, 1);
        QCOMPARE(user.item(0).state, UploadState::Sending);
        QVERIFY(other.execute("ROLLBACK"));
        user.sender.noteRest();
        QCOMPARE(user.item(0).state, UploadState::Delivered);
        QCOMPARE(user.tried.size(), 1);
        QCOMPARE(m_server->requests().size(), 1);
    }

    void aNewKeyOfTheProjectTakesWhatWaits()
    {
        QueueUser old(m_folder, m_server->dsnOfNobody());
        old.add(1);
        const auto items = *old.queue.items();
        QueueUser user(m_folder, m_server->dsn());
        const auto added = user.add(1);
        QCOMPARE(added.kind, UploadQueue::Addition::Kind::Known);
        QCOMPARE(added.earlier->target, targetOf(user.dsn));
        old.sender.send(items); // it still has the earlier target in mind
        QTRY_VERIFY_WITH_TIMEOUT(old.isFinished, queuePatience);
        QVERIFY(old.tried.isEmpty());
        QVERIFY(m_server->requests().isEmpty());
        user.sendAll();
        QCOMPARE(user.item(0).state, UploadState::Delivered);
        QCOMPARE(m_server->requests().size(), 1);
    }

    void whatHasLeftTheHistoryIsStillKnown()
    {
        QueueUser user(m_folder, m_server->dsn());
        UploadQueue::Limits limits;
        limits.ended = 2;
        user.queue.setLimits(limits);
        for (int number = 0; number < 5; ++number)
            user.add(number);
        user.sendAll();
        QVERIFY(user.queue.recover());
        QCOMPARE(user.queue.items()->size(), 2);
        for (int number = 0; number < 5; ++number) {
            const auto added = user.add(number);
            QCOMPARE(added.kind, UploadQueue::Addition::Kind::Known);
            QCOMPARE(added.earlier->state, UploadState::Delivered);
            QVERIFY(*user.queue.receipt(QString::number(number)));
        }
        QVERIFY(user.queue.forgetReceipts());
        QCOMPARE(user.queue.forget({4, 5})->size(), 2);
        QVERIFY(!*user.queue.hasReceipts());
        QCOMPARE(user.add(0).kind, UploadQueue::Addition::Kind::Queued);
    }

    void anIdInAnotherSpellingIsTheSame()
    {
        QueueUser user(m_folder, m_server->dsn());
        auto chunk = queuedChunk(1);
        for (const char *id :
             {"0123456789abcdef0123456789abcdef", "01234567-89AB-CDEF-0123-456789ABCDEF"}) {
            chunk.id = QString::fromLatin1(id);
            QVERIFY(user.queue.add(chunk, user.dsn));
        }
        QCOMPARE(user.queue.items()->size(), 1);
    }

    // Even if the file that all programs look into is gone.
    void aLimitHoldsWhatIsRetried()
    {
        auto answer = answerOf(429);
        answer.headers = {"Retry-After: 300"};
        m_server->setAnswer(answer);
        {
            QueueUser user(m_folder, m_server->dsn());
            user.add(1);
            user.sendAll();
            QCOMPARE(user.queue.retry({1})->size(), 1);
            QVERIFY(user.queue.due(QDateTime::currentDateTimeUtc())->isEmpty());
        }
        QVERIFY(QFile::remove(PlaceLimits::file()));
        m_server->setAnswer({});
        QueueUser user(m_folder, m_server->dsn());
        user.sender.send(*user.queue.items());
        QTRY_VERIFY_WITH_TIMEOUT(user.isFinished, queuePatience);
        QCOMPARE(m_server->requests().size(), 1);
        QCOMPARE(user.item(0).outcome.verdict, UploadVerdict::RateLimited);
        user.sender.ignoreKeptLimits();
        user.sender.send(*user.queue.items());
        QTRY_COMPARE_WITH_TIMEOUT(user.item(0).state, UploadState::Delivered, queuePatience);
    }

    void aDamagedDatabaseIsAnErrorAndKeepsTheEnvelopes()
    {
        {
            QueueUser user(m_folder, m_server->dsn());
            user.add(1);
        }
        QFile file(m_folder + QStringLiteral("/queue.sqlite"));
        QFile::remove(file.fileName() + QStringLiteral("-wal"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(8192, 'x'));
        file.close();
        const auto queue = UploadQueue::open(UploadQueue::Use::Send, m_folder);
        QVERIFY(!queue);
        QCOMPARE(queue.error().code, ErrorCode::SyntaxError);
        QVERIFY(queue.error().subject.ends_with("queue.sqlite"));
        QCOMPARE(envelopesIn(m_folder).size(), 1);
        QVERIFY(QFile::remove(file.fileName()));
        QVERIFY(
            UploadQueue::open(UploadQueue::Use::Send, m_folder)); // nor does a new one take them
        QCOMPARE(envelopesIn(m_folder).size(), 1);
        QueueUser user(m_folder, m_server->dsn());
        user.add(2);
        QCOMPARE(user.queue.strays().size(), 1);
        user.queue.removeStrays();
        QVERIFY(user.queue.strays().isEmpty());
        QCOMPARE(envelopesIn(m_folder).size(), 1);
    }

    // Opening the queue reads some of them only. What was put aside before stays.
    void damageOfAnyPageIsFoundBeforeAllIsForgotten()
    {
        constexpr int items = 300;
        constexpr qint64 pageSize = 4096;
        {
            QueueUser user(m_folder, m_server->dsn());
            for (int number = 0; number < items; ++number)
                user.add(number);
        }
        QCOMPARE(*UploadQueue::putDamagedAside(m_folder), QString());
        QFile file(m_folder + QStringLiteral("/queue.sqlite"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        file.close();
        const qint64 pages = whole.size() / pageSize;
        QVERIFY2(pages > 20, qPrintable(QString::number(pages)));
        for (qint64 page = 1; page < pages; ++page) {
            QByteArray damaged = whole;
            damaged.replace(page * pageSize, pageSize, QByteArray(pageSize, '\x5a'));
            QVERIFY(file.open(QIODevice::WriteOnly));
            QCOMPARE(file.write(damaged), damaged.size());
            file.close();
            const QString number = page == 1 ? QString() : QStringLiteral(".%1").arg(page);
            QCOMPARE(*UploadQueue::putDamagedAside(m_folder),
                     QString(file.fileName() + QStringLiteral(".damaged") + number));
            QVERIFY(!QFile::exists(file.fileName()));
        }
        QVERIFY(QFile::exists(file.fileName() + QStringLiteral(".damaged")));
    }

    void anEnvelopeThatWasCutIsNotSent()
    {
        QueueUser(m_folder, m_server->dsn()).add(1);
        QueueUser user(m_folder, m_server->dsn());
        QFile file(QDir(m_folder).filePath(envelopesIn(m_folder).first()));
        QVERIFY(file.resize(10));
        user.sendAll();
        QCOMPARE(user.item(0).state, UploadState::Refused);
        QVERIFY(m_server->requests().isEmpty());
    }

    // A bounded number of bytes, so that the first of them are read again.
    void theLastThatWereAddedAreSentFromMemory()
    {
        constexpr int count = 12;
        constexpr qsizetype size = 1024L * 1024;
        QueueUser user(m_folder, m_server->dsn());
        for (int number = 1; number <= count; ++number)
            QVERIFY(user.queue.add(queuedChunk(number, size), user.dsn));
        for (const QString &name : envelopesIn(m_folder))
            QVERIFY(QFile(QDir(m_folder).filePath(name)).resize(10));
        user.sendAll();
        for (int place = 0; place < count; ++place) {
            QCOMPARE(user.item(place).state,
                     place < 5 ? UploadState::Refused : UploadState::Delivered);
        }
        QCOMPARE(m_server->requests().size(), 7);
    }

    // Statements are kept for their next use; two of one text may be in use at a time.
    void aStatementThatIsUsedAgainHasOnlyItsNewValues()
    {
        auto database = *sqlite::Database::openShared(
            m_state->filePath(QStringLiteral("numbers.sqlite")).toStdString(),
            std::chrono::milliseconds(1000));
        QVERIFY(
            database.execute("CREATE TABLE numbers(value); INSERT INTO numbers VALUES(1), (2)"));
        const std::string sql = "SELECT value, ? FROM numbers WHERE value >= ? ORDER BY value";
        for (int round = 0; round < 2; ++round) {
            auto first = *database.prepare(sql);
            auto second = *database.prepare(sql);
            first.bind(1, std::int64_t(1));
            second.bind(0, std::int64_t(7 + round));
            second.bind(1, std::int64_t(2));
            QVERIFY(*first.next() && *second.next() && *first.next());
            QCOMPARE(first.integer(0), 2);
            QCOMPARE(first.type(1), sqlite::Statement::Type::Null);
            QCOMPARE(second.integer(1), 7 + round);
        }
        QVERIFY(database.close());
    }

    void receiptsOfOlderVersionsAreTakenOver()
    {
        const QString path = m_state->filePath(QStringLiteral("emberchart/sent-chunks.json"));
        QDir().mkpath(m_state->filePath(QStringLiteral("emberchart")));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"([{"chunk":"1","to":"sentry.io/42","at":"2026-01-02T03:04:05Z"}])");
        file.close();
        auto queue = UploadQueue::open(UploadQueue::Use::Send, m_folder);
        QVERIFY(queue);
        QVERIFY(!QFile::exists(path));
        const auto earlier = *queue->earlier(QStringLiteral("1"), QStringLiteral("sentry.io/42"));
        QVERIFY(earlier);
        QCOMPARE(earlier->state, UploadState::Delivered);
        QCOMPARE(earlier->changedAt.date(), QDate(2026, 1, 2));
    }

    void whatIsForgottenIsGone()
    {
        QueueUser user(m_folder, m_server->dsn());
        user.add(1);
        user.add(2);
        QCOMPARE(user.queue.forget({1, 7}).value(), QList<qint64>{1});
        QCOMPARE(user.queue.items()->size(), 1);
        QCOMPARE(envelopesIn(m_folder).size(), 1);
        QCOMPARE(user.queue.cancel({2})->size(), 1);
        user.sendAll();
        QVERIFY(m_server->requests().isEmpty());
    }

    void aPausedQueueHasNothingToSend()
    {
        QueueUser user(m_folder, m_server->dsn());
        user.add(1);
        QVERIFY(user.queue.setPaused(true));
        QVERIFY(user.queue.due(QDateTime::currentDateTimeUtc())->isEmpty());
        QVERIFY(user.queue.setPaused(false));
        QCOMPARE(user.queue.due(QDateTime::currentDateTimeUtc())->size(), 1);
    }

    // Also what a sender has in hand.
    void aPauseOfAnotherProcessHoldsAtOnce()
    {
        QueueUser user(m_folder, m_server->dsn());
        user.add(1);
        user.add(2);
        int pauses = 0;
        QObject::connect(&user.sender, &QueueSender::paused, &user.sender, [&] { ++pauses; });
        const auto items = *user.queue.items();
        QueueUser other(m_folder, m_server->dsn());
        QVERIFY(other.queue.setPaused(true));
        user.sender.send(items);
        QTRY_VERIFY_WITH_TIMEOUT(user.isFinished, queuePatience);
        QCOMPARE(pauses, 1);
        QVERIFY(m_server->requests().isEmpty());
        QVERIFY(user.tried.isEmpty());
        QCOMPARE(user.item(1).state, UploadState::Waiting);
        QVERIFY(other.queue.setPaused(false));
        user.sendAll();
        QCOMPARE(deliveredIn(user.queue), 2);
    }
};

EMBER_TEST(TstUploadQueue)
#include "tst_uploadqueue.moc"
