// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/follower.h"
#include "tests/endtoend/recording.h"
#include "tests/support/sanitizers.h"
#include "tests/support/testmain.h"
#include "tests/support/threeattempts.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <optional>
#include <sys/stat.h>
#include <vector>

using namespace ember::model;
using namespace ember::tests;
using namespace std::chrono_literals;

namespace {

const QStringList busy{QStringLiteral("busythreads"), QStringLiteral("1"),
                       QStringLiteral("600000")};

QStringList words(const char *line)
{
    return QString::fromLatin1(line).split(QLatin1Char(' '));
}

Timestamp wallClock()
{
    return Timestamp(std::chrono::system_clock::now().time_since_epoch());
}

bool hasFinding(const ImportLog &log, const char *code)
{
    return std::ranges::find(log.findings(), code, &Finding::code) != log.findings().end();
}

// What a capture says of its end.
std::optional<std::string> endOf(const Profile &profile)
{
    std::optional<std::string> end;
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        if (event.kind == CaptureEventKind::Stopped)
            end = std::string(profile.text(event.text));
    });
    return end;
}

Timestamp firstSample(const Profile &profile)
{
    return profile.timeRange().start;
}

// How long the first process had lived before.
Nanoseconds leftOut(const Profile &profile)
{
    return firstSample(profile) - profile.process(ProcessIndex(0)).start.value();
}

bool hasHole(const QString &path)
{
    struct stat status { };

    constexpr std::int64_t blockBytes = 512;
    return stat(qPrintable(path), &status) == 0
        && status.st_blocks * blockBytes + 8192 < status.st_size;
}

} // namespace

// emberchart-record --ring, as it runs.
class TstRing : public QObject {
    Q_OBJECT

private slots:
    void theLogKeepsItsNewestPartAndIsWhole()
    {
        Recording recording;
        recording.start(words("-F 997 -d 4 --kill --ring 1s"), busy);
        const auto said = recording.finish();
        const auto reading = recording.read();
        QVERIFY2(reading.log.findings().empty(), said.constData());
        QVERIFY(endOf(*reading.profile).has_value());
        QVERIFY(leftOut(*reading.profile) > 1500ms);
        QVERIFY(!hasHole(recording.logPath()));
        QVERIFY(!QFile::exists(recording.logPath() + QStringLiteral(".part")));
    }

    void aFollowerSeesWhatTheLogNoLongerHas()
    {
        Recording recording;
        // A follower that has no CPU for that long misses something.
        recording.start(words("-F 997 --kill --ring 3s"), busy);
        QTRY_VERIFY_WITH_TIMEOUT(recording.logSize() > 0, 60'000);
        ProfileBuilder builder;
        const auto follower =
            std::move(capturelog::LogFollower::open(recording.logPath().toStdString(), builder, {}))
                .value();
        const auto follow = [&] {
            while (follower->poll().value() > 0) { }
            return follower->state() == capturelog::FollowState::Ended;
        };
        // Until the log has lost its beginning, and the follower has read on.
        const auto hasLost = [&] { return !follow() && hasHole(recording.logPath()); };
        QTRY_VERIFY_WITH_TIMEOUT(hasLost(), 60'000);
        const auto before = builder.snapshot()->sampleCount();
        const auto hasReadOn = [&] {
            return !follow() && builder.snapshot()->sampleCount() > before;
        };
        QTRY_VERIFY_WITH_TIMEOUT(hasReadOn(), 60'000);
        recording.signal(SIGTERM);
        QTRY_VERIFY_WITH_TIMEOUT(follow(), 60'000);
        recording.finish();
        QVERIFY(follower->log().findings().empty());
        const auto seen = builder.snapshot()->sampleCount();
        QVERIFY(seen > recording.read().profile->sampleCount());
        QVERIFY(leftOut(*builder.snapshot()) < leftOut(*recording.read().profile));
    }

    void killedItOpensWithAtMostItsLastMomentMissing()
    {
        verifyInThreeAttempts([](QString &objection) {
            constexpr int kills = 5;
            std::vector<Nanoseconds> missing;
            for (int round = 0; round < kills; ++round) {
                Recording recording;
                const HeldTarget target(recording);
                recording.start(words("-F 997 --ring 1s"), target.command());
                QTRY_VERIFY_WITH_TIMEOUT(hasHole(recording.logPath()), 60'000);
                const auto killed = wallClock();
                recording.kill();
                const auto reading = recording.read();
                QVERIFY(reading.profile->sampleCount() > 0);
                QVERIFY(hasFinding(reading.log, "ember-ring"));
                QVERIFY(!hasFinding(reading.log, "ember-damaged"));
                missing.push_back(killed - reading.profile->timeRange().end);
                QVERIFY(target.release());
                QTRY_VERIFY_WITH_TIMEOUT(target.isDone(), 60'000); // the target ran on
            }
            std::ranges::sort(missing);
            // On a busy machine the recorder may wait for a CPU when it is killed: not half of the
            // time. A sanitized one is slow by itself.
            const std::chrono::duration<double, std::milli> median = missing[kills / 2];
            if (!isSanitized && median > 100ms)
                objection = QStringLiteral("%1 ms missing").arg(median.count());
        });
    }

    void whatIsAskedForIsKeptBesideIt_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<int>("signal");
        QTest::addColumn<QByteArray>("command");
        QTest::newRow("command") << QStringLiteral("--control-fd 0") << 0 << QByteArray("keep\n");
        QTest::newRow("signal") << QStringLiteral("--trigger signal:USR2") << SIGUSR2
                                << QByteArray();
    }

    void whatIsAskedForIsKeptBesideIt()
    {
        QFETCH(const QString, options);
        QFETCH(const int, signal);
        QFETCH(const QByteArray, command);
        Recording recording;
        recording.start(words("-F 997 --ring 20s --keep-last 1s --status-fd 1 --kill")
                            + options.split(QLatin1Char(' ')),
                        busy);
        const auto kept = recording.file(QStringLiteral("capture-kept-1.ember"));
        // Long enough for its beginning not to belong to the last second.
        QTRY_VERIFY_WITH_TIMEOUT(recording.logSize() > 0, 60'000);
        ProfileBuilder builder;
        const auto follower =
            std::move(capturelog::LogFollower::open(recording.logPath().toStdString(), builder, {}))
                .value();
        const auto length = [&] {
            while (follower->poll().value() > 0) { }
            return builder.snapshot()->timeRange().duration();
        };
        QTRY_VERIFY_WITH_TIMEOUT(length() > 4s, 120'000);
        if (signal != 0)
            recording.signal(signal);
        else
            recording.send(command);
        // Its first segment is there when its beginning is.
        constexpr qint64 head = 1024;
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(kept).size() > head, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(endOf(*Recording::read(kept).profile).has_value(), 60'000);
        recording.signal(SIGTERM);
        const auto said = recording.finish();
        QVERIFY2(said.contains(QByteArray("kept " + kept.toUtf8() + '\n')), said.constData());
        QVERIFY2(said.contains(QByteArray("note: kept " + kept.toUtf8() + ": asked for")),
                 said.constData());

        const auto last = Recording::read(kept);
        QVERIFY(last.log.findings().empty());
        QVERIFY(endOf(*last.profile)->starts_with("asked for"));
        QVERIFY(last.profile->sampleCount() > 0);
        const auto whole = recording.read();
        QVERIFY(whole.log.findings().empty());
        QVERIFY(firstSample(*last.profile) > firstSample(*whole.profile));
        QVERIFY(last.profile->timeRange().end <= whole.profile->timeRange().end);
    }

    void triggersKeepByThemselves_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QStringList>("target");
        QTest::addColumn<QByteArray>("cause");
        QTest::newRow("frozen frame")
            << QStringLiteral("--measurements --trigger frozen-frame")
            << QStringList{QStringLiteral("reporter"), QStringLiteral("frames")}
            << QByteArray("frozen frame of 710 ms");
        QTest::newRow("CPU use") << QStringLiteral("-d 5 --kill --trigger cpu>2") << busy
                                 << QByteArray("CPU use of ");
    }

    void triggersKeepByThemselves()
    {
        QFETCH(const QString, options);
        QFETCH(const QStringList, target);
        QFETCH(const QByteArray, cause);
        Recording recording;
        recording.start(words("--ring 1min") + options.split(QLatin1Char(' ')), target);
        const auto said = recording.finish();
        QVERIFY2(said.contains(QByteArray(": " + cause)), said.constData());
        const auto kept = Recording::read(recording.file(QStringLiteral("capture-kept-1.ember")));
        QVERIFY(kept.log.findings().empty());
        QVERIFY(QByteArray::fromStdString(endOf(*kept.profile).value()).startsWith(cause));
        // Once in a while only.
        QVERIFY(!QFile::exists(recording.file(QStringLiteral("capture-kept-2.ember"))));
    }

    // A name that was invented is nobody's order to write through a link.
    void whatIsKeptFollowsNoLink()
    {
        Recording recording;
        const auto elsewhere = recording.file(QStringLiteral("elsewhere"));
        const auto kept = recording.file(QStringLiteral("capture-kept-2.ember"));
        QVERIFY(QFile::link(elsewhere, recording.file(QStringLiteral("capture-kept-1.ember"))));
        recording.start(
            words("--ring 1min --trigger signal:USR1"),
            {QStringLiteral("/bin/sh"), QStringLiteral("-c"),
             QStringLiteral("until [ -e \"$0\" ] || [ -e \"$1\" ]; do sleep 0.05; done"), kept,
             elsewhere});
        QTRY_VERIFY_WITH_TIMEOUT(recording.logSize() > 0, 60'000);
        recording.signal(SIGUSR1);
        const auto said = recording.finish();
        QVERIFY2(said.contains("capture-kept-2.ember"), said.constData());
        QVERIFY(!QFile::exists(elsewhere));
        QVERIFY(QFile::exists(kept));
    }

    void whatMakesNoSenseIsAUsageError_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("trigger without a ring")
            << QStringLiteral("--trigger cpu>90") << QByteArray("--ring is missing");
        QTest::newRow("a part without a ring")
            << QStringLiteral("--keep-last 30s") << QByteArray("--ring is missing");
        QTest::newRow("a log of no size") << QStringLiteral("--max-size 0") << QByteArray("not 0");
        QTest::newRow("frames that nobody sees")
            << QStringLiteral("--ring 1min --trigger frozen-frame") << QByteArray("--frames");
        QTest::newRow("two limits")
            << QStringLiteral("--ring 1min --max-size 1GB") << QByteArray("limit of its own");
        QTest::newRow("no limit") << QStringLiteral("--ring soon") << QByteArray("not soon");
        QTest::newRow("standard output")
            << QStringLiteral("--ring 1min -o -") << QByteArray("standard output");
    }

    void whatMakesNoSenseIsAUsageError()
    {
        QFETCH(const QString, options);
        QFETCH(const QByteArray, why);
        QProcess recorder;
        recorder.start(QStringLiteral(EMBER_BUILD_DIR "/emberchart-record"),
                       words("-o unwritten.ember") + options.split(QLatin1Char(' '))
                           + words("-- true"));
        QVERIFY(recorder.waitForFinished(60'000));
        QCOMPARE(recorder.exitCode(), 2);
        const auto said = recorder.readAllStandardError();
        QVERIFY2(said.contains("error: InvalidArgument") && said.contains(why), said.constData());
    }
};

EMBER_TEST(TstRing)
#include "tst_ring.moc"
