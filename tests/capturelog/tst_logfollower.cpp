// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/memorybudget.h"
#include "model/formats/capturelog/follower.h"
#include "model/query/reportedspans.h"
#include "tests/capturelog/logfixture.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <thread>

using namespace ember::model;
using namespace ember::model::capturelog;
using namespace ember::tests;

namespace {

void tick(LogFile &log, const SmallProcess &small, int number)
{
    const TickSample sample{small.thread,
                            SampleKind::Taken,
                            smallStack(log, small, 0x300 + std::uint64_t(number) % 50),
                            {0, 0, ThreadState::Running}};
    if (!log->tick(tickTime(number), {&sample, 1}))
        qFatal("no tick");
}

std::string followedLeafName(const Profile &profile)
{
    const auto stack = profile.samples(ThreadIndex(0)).stacks.back();
    return frameName(profile, profile.stack(stack).frame);
}

} // namespace

class TstLogFollower : public QObject {
    Q_OBJECT

private slots:
    void itSeesWhatWasFlushedAndNotMore()
    {
        LogFile log;
        const auto small = beginSmallProcess(log);
        ProfileBuilder builder;
        const auto follower = std::move(LogFollower::open(log.path(), builder, {})).value();
        tick(log, small, 0);
        follower->poll().value();
        QCOMPARE(builder.snapshot()->sampleCount(), std::size_t(0));
        QVERIFY(log->flush().has_value());
        QVERIFY(follower->poll().value() > 0);
        QCOMPARE(builder.snapshot()->sampleCount(), std::size_t(1));
        QCOMPARE(follower->poll().value(), std::size_t(0));
        QCOMPARE(follower->state(), FollowState::Growing);
        tick(log, small, 1);
        log.finish();
        while (follower->poll().value() > 0) { }
        QCOMPARE(builder.snapshot()->sampleCount(), std::size_t(2));
        QCOMPARE(follower->state(), FollowState::Ended);
        follower->finish();
        QVERIFY(follower->log().findings().empty());
    }

    void anySizeOfPieceGivesTheSameProfile()
    {
        const auto bytes = smallLog();
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("b.ember"));
        for (const std::size_t piece : {std::size_t(1), std::size_t(7), std::size_t(1000)}) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            ProfileBuilder builder;
            const auto follower =
                std::move(LogFollower::open(path.toStdString(), builder, {})).value();
            for (std::size_t place = 0; place < bytes.size(); place += piece) {
                file.write(QByteArray::fromStdString(bytes.substr(place, piece)));
                file.flush();
                follower->poll().value();
            }
            follower->finish();
            const auto profile = builder.snapshot();
            QCOMPARE(profile->sampleCount(), std::size_t(3));
            QCOMPARE(profile->tables().events.size(), std::size_t(3));
            QVERIFY(follower->log().findings().empty());
        }
    }

    // A growing log is bounded as a whole one is: ticks of two bytes say that each of the threads
    // slept on, and more memory than the bytes give room for is not taken.
    void sleepersTakeNoMoreThanTheBytesGiveRoomFor()
    {
        constexpr std::uint32_t threads = 4000;
        constexpr int ticks = 1500;
        LogFile log;
        const auto small = beginSmallProcess(log);
        std::vector<TickSample> samples;
        for (std::uint32_t thread = 0; thread < threads; ++thread)
            samples.push_back(
                {log.startThread({{}, small.process, 100 + thread, false, "", {}, captureStart}),
                 SampleKind::Taken,
                 smallStack(log, small, 0x300),
                 {0, 0, ThreadState::Blocked}});
        ProfileBuilder builder;
        ReadOptions options;
        options.freeRepeats = 0;
        const auto follower = std::move(LogFollower::open(log.path(), builder, options)).value();
        for (int number = 0; number < ticks; ++number) {
            QVERIFY(log->tick(tickTime(number), samples));
            for (auto &sample : samples)
                sample.kind = SampleKind::Credited;
            QVERIFY(log->flush().has_value());
            follower->poll().value();
        }
        const auto room = mostWithinBudget(repeatBytes, log.bytes().size());
        QVERIFY(room * 3 / 2 < std::size_t(threads) * ticks);
        log.finish();
        while (follower->poll().value() > 0) { }
        follower->finish();
        const auto profile = builder.snapshot();
        // Beside them a first sample of each, and an end of each run, with the tick it ends in.
        QVERIFY(profile->sampleCount() <= room + 4 * std::size_t(threads));
        QCOMPARE(profile->timeRange().end, tickTime(ticks - 1));
        QCOMPARE(profile->tables().sources[SourceIndex(0)].samples, std::uint64_t(threads) * ticks);
        QCOMPARE(follower->log().findings().front().code, std::string("ember-repeats"));
    }

    void aWriterInAnotherThreadIsFollowed()
    {
        SegmentLimits limits;
        limits.duration = std::chrono::seconds(2);
        LogFile log(limits);
        const auto small = beginSmallProcess(log);
        constexpr int ticks = 3000;
        std::atomic<bool> done = false;
        std::jthread writer([&] {
            for (int number = 0; number < ticks; ++number) {
                tick(log, small, number);
                if (number % 10 == 0 && !log->flush())
                    qFatal("no flush");
            }
            log.finish();
            done = true;
        });
        ProfileBuilder builder;
        const auto follower = std::move(LogFollower::open(log.path(), builder, {})).value();
        std::size_t seen = 0;
        for (bool last = false; !last;) {
            last = done;
            while (follower->poll().value() > 0) { }
            const auto now = builder.snapshot()->sampleCount();
            QCOMPARE_GE(now, seen);
            seen = now;
        }
        QCOMPARE(seen, std::size_t(ticks));
        QCOMPARE(follower->state(), FollowState::Ended);
    }

    void aKilledRecordersLogIsFinishedByItsReader()
    {
        LogFile log;
        const auto small = beginSmallProcess(log);
        tick(log, small, 0);
        QVERIFY(log->flush().has_value());
        log.abandon();
        QFile file(QString::fromStdString(log.path()));
        QVERIFY(file.open(QIODevice::Append));
        file.write("\x0c\x50half a record");
        file.close();
        ProfileBuilder builder;
        const auto follower = std::move(LogFollower::open(log.path(), builder, {})).value();
        while (follower->poll().value() > 0) { }
        QVERIFY(follower->log().findings().empty()); // it could still grow
        follower->finish();
        QCOMPARE(follower->log().findings().size(), std::size_t(2));
        QCOMPARE(follower->log().findings().front().code, std::string("ember-truncated"));
        QCOMPARE(builder.snapshot()->sampleCount(), std::size_t(1));
        QCOMPARE(builder.snapshot()->tables().events.back().kind, CaptureEventKind::Damaged);
    }

    void aFileThatIsNoLogIsRefusedAtOnce()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("text")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("something else");
        file.close();
        ProfileBuilder builder;
        const auto follower =
            std::move(LogFollower::open(file.fileName().toStdString(), builder, {})).value();
        QCOMPARE(follower->poll().error().code, ErrorCode::UnknownFormat);
        QCOMPARE(LogFollower::open("/no/such/log", builder, {}).error().code,
                 ErrorCode::FileNotFound);
        QCOMPARE(LogFollower::open("/tmp", builder, {}).error().code, ErrorCode::FileUnreadable);
    }

    void namesBehindTheFramesAreThereAfterStartingOver()
    {
        LogFile log;
        const auto small = beginSmallProcess(log);
        tick(log, small, 0);
        QVERIFY(log->flush().has_value());
        ProfileBuilder builder;
        const auto follower = std::move(LogFollower::open(log.path(), builder, {})).value();
        follower->poll().value();
        QVERIFY(!follower->hasLateNames());
        log->symbols({"/opt/app/demo",
                      buildId,
                      SymbolState::Table,
                      {{0x300, {{"leaf()", "", "", 0, 0, 0, Inlined::No}}}}});
        QVERIFY(log->flush().has_value());
        follower->poll().value();
        QVERIFY(follower->hasLateNames());
        QCOMPARE(followedLeafName(*builder.snapshot()), std::string("demo+0x300"));

        ProfileBuilder again;
        const auto next = std::move(follower->startOver(again)).value();
        next->poll().value();
        QVERIFY(!next->hasLateNames());
        QCOMPARE(followedLeafName(*again.snapshot()), std::string("leaf()"));
        tick(log, small, 1);
        log.finish();
        next->poll().value();
        QVERIFY(!next->hasLateNames());
        QCOMPARE(again.snapshot()->sampleCount(), std::size_t(2));
    }

    void spansOfAnOpenTransactionAreProvisional()
    {
        LogFile log;
        const auto small = beginSmallProcess(log);
        tick(log, small, 0);
        const auto child = [&](std::uint64_t id, int from) {
            log->span({small.process, small.thread, "SELECT 1", tickTime(from), tickTime(from + 1),
                       "db.query", id, 1, 1, "ok"});
        };
        child(2, 10);
        QVERIFY(log->flush().has_value());
        ProfileBuilder builder;
        auto follower = std::move(LogFollower::open(log.path(), builder, {})).value();
        while (follower->poll().value() > 0) { }
        QVERIFY(!follower->showHeldSpans()); // most transactions end before the second look
        QVERIFY(!follower->hasProvisionalSpans());
        QVERIFY(follower->showHeldSpans());
        QVERIFY(!follower->showHeldSpans()); // once
        QVERIFY(follower->hasProvisionalSpans());
        QCOMPARE(spanLanes(*builder.snapshot()).at(0).spans, std::size_t(1));
        child(3, 20);
        log->transaction({small.process, small.thread, "GET /", "http.server", 7, 8, 1, "ok",
                          tickTime(5), tickTime(30)});
        log.finish();
        while (follower->poll().value() > 0) { }
        const auto lane = spanLanes(*builder.snapshot()).at(0); // each once, below it
        QCOMPARE(lane.spans, std::size_t(3));
        QCOMPARE(lane.rows.size(), std::size_t(2));
        ProfileBuilder again;
        follower = std::move(follower->startOver(again)).value();
        while (follower->poll().value() > 0) { }
        QVERIFY(!follower->hasProvisionalSpans());
        QCOMPARE(again.snapshot()->tables().tracingSpans.size(), std::size_t(2));
        QCOMPARE(builder.snapshot()->tables().tracingSpans.size(), std::size_t(3));
    }

    void damageIsPassedWhenTheNextSegmentComes()
    {
        SegmentLimits limits;
        limits.duration = std::chrono::milliseconds(100);
        LogFile log(limits);
        const auto small = beginSmallProcess(log);
        for (int number = 0; number < 15; ++number)
            tick(log, small, number);
        log.finish();
        auto bytes = log.bytes();
        const auto second = static_cast<std::size_t>(findSegments(bytes)[1].offset);
        for (auto place = second - 60; place < second; ++place)
            bytes[place] = '\0';
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("c.ember")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        ProfileBuilder builder;
        const auto follower =
            std::move(LogFollower::open(file.fileName().toStdString(), builder, {})).value();
        file.write(QByteArray::fromStdString(bytes.substr(0, second)));
        file.flush();
        follower->poll().value();
        QCOMPARE(follower->state(), FollowState::Damaged);
        file.write(QByteArray::fromStdString(bytes.substr(second)));
        file.flush();
        follower->poll().value();
        QCOMPARE(follower->state(), FollowState::Ended);
        QVERIFY(builder.snapshot()->samples(ThreadIndex(0)).times.back() == tickTime(14));
        QCOMPARE(follower->log().findings().front().code, std::string("ember-damaged"));
    }
};

EMBER_TEST(TstLogFollower)
#include "tst_logfollower.moc"
