// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/bytes/bytesource.h"
#include "model/formats/capturelog/appendrecords.h"
#include "model/formats/capturelog/follower.h"
#include "tests/capturelog/logfixture.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <unistd.h>

using namespace ember::model;
using namespace ember::model::capturelog;
using namespace ember::tests;

namespace {

constexpr int ticksPerSegment = 10;

SegmentLimits shortSegments()
{
    SegmentLimits limits;
    limits.duration = ticksPerSegment * tickPeriod;
    return limits;
}

void ringTick(LogFile &log, const SmallProcess &small, int number)
{
    const TickSample sample{small.thread,
                            SampleKind::Taken,
                            smallStack(log, small, 0x300 + std::uint64_t(number) % 50),
                            {0, 0, ThreadState::Running}};
    if (!log->tick(tickTime(number), {&sample, 1}))
        qFatal("no tick");
}

// Drops everything before a segment, as the recorder does.
void dropBefore(const std::string &path, std::uint64_t end)
{
    const int fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
    const auto length = static_cast<off_t>(end - fileHeaderBytes);
    if (fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, fileHeaderBytes, length) != 0)
        qFatal("no hole can be made here");
    close(fd);
}

std::vector<std::string> codesOf(const ImportLog &log)
{
    std::vector<std::string> codes;
    for (const auto &finding : log.findings())
        codes.push_back(finding.code);
    return codes;
}

std::size_t eventsOf(const Profile &profile, CaptureEventKind kind)
{
    std::size_t count = 0;
    profile.tables().events.forEach(
        [&](std::size_t, const CaptureEvent &event) { count += event.kind == kind ? 1 : 0; });
    return count;
}

} // namespace

// Logs that keep their newest segments only: a hole follows their header.
class TstRingLog : public QObject {
    Q_OBJECT

private slots:
    void whatIsLeftReadsWithoutDamage_data()
    {
        QTest::addColumn<bool>("withHole");
        QTest::newRow("hole as zeros") << true;
        QTest::newRow("hole left out") << false;
    }

    void whatIsLeftReadsWithoutDamage()
    {
        QFETCH(const bool, withHole);
        LogFile log(shortSegments());
        const auto small = beginSmallProcess(log);
        for (int number = 0; number < 60; ++number)
            ringTick(log, small, number);
        log.finish();
        const auto segments = findSegments(log.bytes());
        QVERIFY(segments.size() > 4);
        dropBefore(log.path(), segments[3].offset);

        const auto bytes =
            Bytes::readFile(log.path(), {}, withHole ? Holes::Read : Holes::LeaveOut);
        QVERIFY(bytes.has_value());
        const auto reading = read(bytes->view(), {});
        QCOMPARE(codesOf(reading.log), std::vector<std::string>{"ember-ring"});
        QCOMPARE(eventsOf(*reading.profile, CaptureEventKind::Damaged), std::size_t(0));
        // Ticks end a segment: the next begins at the time of the last one.
        const auto &times = reading.profile->samples(ThreadIndex(0)).times;
        QVERIFY(times[SampleIndex(0)] > segments[3].start);
        QCOMPARE(times[SampleIndex(0)], segments[3].start + tickPeriod);
        QCOMPARE(times.back(), tickTime(59));
        QCOMPARE(findSegments(bytes->view()).size(), segments.size() - 3);
    }

    void aHoleLargerThanAnyMemoryCostsNothing()
    {
        LogFile log(shortSegments());
        const auto small = beginSmallProcess(log);
        for (int number = 0; number < 30; ++number)
            ringTick(log, small, number);
        log.finish();
        const auto bytes = log.bytes();
        const auto second = static_cast<std::size_t>(findSegments(bytes)[1].offset);
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("far.ember"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(bytes.substr(0, fileHeaderBytes)));
        QVERIFY(file.seek(qint64(1) << 40U));
        file.write(QByteArray::fromStdString(bytes.substr(second)));
        file.close();

        const auto near = Bytes::readFile(path.toStdString(), {}, Holes::LeaveOut);
        QVERIFY(near.has_value());
        QVERIFY(near->size() < bytes.size() + 100'000);
        const auto whole = read(near->view(), {}).profile->sampleCount();
        QVERIFY(whole > 0);

        ProfileBuilder builder;
        const auto follower = std::move(LogFollower::open(path.toStdString(), builder, {})).value();
        while (follower->poll().value() > 0) { }
        QCOMPARE(follower->state(), FollowState::Ended);
        QCOMPARE(builder.snapshot()->sampleCount(), whole);
    }

    void aFollowerThatReadsAlongNoticesNothing()
    {
        LogFile log(shortSegments());
        const auto small = beginSmallProcess(log);
        ProfileBuilder builder;
        const auto follower = std::move(LogFollower::open(log.path(), builder, {})).value();
        for (int number = 0; number < 60; ++number) {
            ringTick(log, small, number);
            QVERIFY(log->flush().has_value());
            follower->poll().value();
            const auto open = log->openSegment();
            if (open.sequence > 0)
                dropBefore(log.path(), open.offset);
        }
        log.finish();
        while (follower->poll().value() > 0) { }
        follower->finish();
        QCOMPARE(follower->state(), FollowState::Ended);
        QCOMPARE(builder.snapshot()->sampleCount(), std::size_t(60));
        QCOMPARE(codesOf(follower->log()), std::vector<std::string>());
    }

    void aFollowerThatFellBehindGoesOnBehindTheHole()
    {
        LogFile log(shortSegments());
        const auto small = beginSmallProcess(log);
        ringTick(log, small, 0);
        QVERIFY(log->flush().has_value());
        ProfileBuilder builder;
        const auto follower = std::move(LogFollower::open(log.path(), builder, {})).value();
        follower->poll(100).value(); // within a record
        for (int number = 1; number < 65; ++number)
            ringTick(log, small, number);
        QVERIFY(log->flush().has_value());
        const auto open = log->openSegment();
        dropBefore(log.path(), open.offset);
        while (follower->poll().value() > 0) { }
        QCOMPARE(follower->state(), FollowState::Growing);
        log.finish();
        while (follower->poll().value() > 0) { }
        follower->finish();
        QCOMPARE(follower->state(), FollowState::Ended);
        QCOMPARE(builder.snapshot()->samples(ThreadIndex(0)).times.back(), tickTime(64));
        QCOMPARE(codesOf(follower->log()), std::vector<std::string>{"ember-ring"});
    }

    void aFollowerKnowsWhatTheFileNoLongerHolds()
    {
        LogFile log(shortSegments());
        const auto small = beginSmallProcess(log);
        ProfileBuilder builder;
        const auto follower = std::move(LogFollower::open(log.path(), builder, {})).value();
        // More than a few pages: a hole has whole ones.
        for (int number = 0; number < 5000; ++number)
            ringTick(log, small, number);
        QVERIFY(log->flush().has_value());
        while (follower->poll().value() > 0) { }
        QCOMPARE(follower->readBytes(), std::uint64_t(log.bytes().size()));
        QCOMPARE(follower->droppedBytes(), std::uint64_t(0));
        const auto segments = findSegments(log.bytes());
        const auto &kept = segments[segments.size() / 2];
        dropBefore(log.path(), kept.offset);
        QVERIFY(follower->droppedBytes() > kept.offset / 2);
        QVERIFY(follower->droppedBytes() <= kept.offset);

        ProfileBuilder another;
        const auto anew = std::move(follower->startOver(another)).value();
        while (anew->poll().value() > 0) { }
        QCOMPARE(anew->droppedBytes(), std::uint64_t(0));
        const auto times = another.snapshot()->samples(ThreadIndex(0)).times;
        QCOMPARE(times[SampleIndex(0)], kept.start + tickPeriod);
        QCOMPARE(times.back(), tickTime(4999));
    }

    void namesAreAppendedBehindTheHole()
    {
        LogFile log(shortSegments());
        const auto small = beginSmallProcess(log);
        for (int number = 0; number < 30; ++number)
            ringTick(log, small, number);
        log.finish();
        dropBefore(log.path(), findSegments(log.bytes())[1].offset);
        const ImageSymbols symbols{"/opt/app/demo",
                                   buildId,
                                   SymbolState::Table,
                                   {{0x30f, {{"leaf()", "", "", 0, 0, 0, Inlined::No}}}}};
        QVERIFY(appendSymbols(log.path(), {&symbols, 1}).has_value());
        const auto bytes = Bytes::readFile(log.path(), {}, Holes::LeaveOut);
        const auto reading = read(bytes->view(), {});
        QCOMPARE(codesOf(reading.log), std::vector<std::string>{"ember-ring"});
        bool isNamed = false;
        for (std::size_t row = 0; row < reading.profile->tables().frames.size(); ++row)
            isNamed |= frameName(*reading.profile, FrameIndex(row)) == "leaf()";
        QVERIFY(isNamed);
    }

    void zerosAtTheEndAreStillDamage()
    {
        auto bytes = smallLog();
        bytes.append(5000, '\0');
        QCOMPARE(codesOf(read(bytes, {}).log), std::vector<std::string>{"ember-damaged"});
    }
};

EMBER_TEST(TstRingLog)
#include "tst_ringlog.moc"
