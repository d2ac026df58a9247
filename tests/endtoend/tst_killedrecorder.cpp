// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/pauses.h"
#include "model/profile/samplerows.h"
#include "tests/endtoend/recording.h"
#include "tests/support/sanitizers.h"
#include "tests/support/testmain.h"
#include "tests/support/threeattempts.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <random>
#include <vector>

using namespace ember::model;
using namespace ember::tests;

namespace {

Timestamp wallClockNow()
{
    return Timestamp(std::chrono::system_clock::now().time_since_epoch());
}

} // namespace

class TstKilledRecorder : public QObject {
    Q_OBJECT

private slots:
    void theLogOpensWithAtMostItsLastMomentMissing()
    {
        std::mt19937 random(3);
        verifyInThreeAttempts([&random](QString &objection) {
            constexpr int kills = 12;
            std::vector<double> missingMs;
            for (int round = 0; round < kills; ++round) {
                Recording recording;
                const HeldTarget target(recording);
                recording.start({QStringLiteral("-F"), QStringLiteral("997")}, target.command());
                // In mid-capture: when the log has grown to a random size.
                const qint64 size = 4'000 + static_cast<qint64>(random() % 12'000);
                QTRY_VERIFY_WITH_TIMEOUT(recording.logSize() >= size, 60'000);
                const auto killed = wallClockNow();
                recording.kill();

                const auto reading = recording.read();
                QVERIFY(reading.profile->sampleCount() > 0);
                const auto missing = killed - reading.profile->timeRange().end;
                missingMs.push_back(static_cast<double>(missing.count()) / 1e6);
                // The target runs on to its normal end.
                QVERIFY(target.release());
                QTRY_VERIFY_WITH_TIMEOUT(target.isDone(), 60'000);
            }
            std::ranges::sort(missingMs);
            qInfo("killed.missing median %.1f ms, most %.1f ms", missingMs[kills / 2],
                  missingMs.back());
            // On a busy machine the recorder may wait for a CPU when it is killed: not half of the
            // time. A sanitized one is slow by itself.
            if (!isSanitized && missingMs[kills / 2] > 100.0)
                objection = QStringLiteral("%1 ms missing").arg(missingMs[kills / 2]);
        });
    }

    void whatAStoppedRecorderDoesNotSeeIsAGap()
    {
        Recording recording;
        recording.start({QStringLiteral("-F"), QStringLiteral("997"), QStringLiteral("--kill")},
                        {QStringLiteral("knownshares"), QStringLiteral("600"),
                         recording.file(QStringLiteral("done"))});
        QTRY_VERIFY_WITH_TIMEOUT(recording.logSize() >= 4'000, 60'000);
        recording.signal(SIGSTOP);
        QTest::qWait(1'000);
        const auto size = recording.logSize();
        recording.signal(SIGCONT);
        QTRY_VERIFY_WITH_TIMEOUT(recording.logSize() >= size + 8'000, 60'000);
        recording.signal(SIGTERM);
        recording.finish();
        const auto profile = recording.read().profile;
        const auto gaps = pausesOf(*profile);
        QVERIFY(!gaps.empty());
        const auto gap = *std::ranges::max_element(gaps, {}, &TimeRange::duration);
        QVERIFY(gap.duration() > std::chrono::milliseconds(900));
        const auto &samples = profile->samples(ThreadIndex(0));
        const auto end = firstAtOrAfter(samples, gap.end);
        QVERIFY(end.row() > 0 && end.row() < samples.size());
        const SampleIndex before(end.row() - 1);
        QVERIFY(samples.stacks[before] == emptyStack);
        QVERIFY(samples.times[before] <= gap.start + std::chrono::milliseconds(10));
    }
};

EMBER_TEST(TstKilledRecorder)
#include "tst_killedrecorder.moc"
