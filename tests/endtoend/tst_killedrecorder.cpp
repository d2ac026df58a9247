// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/endtoend/recording.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <chrono>
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
        constexpr int kills = 12;
        std::mt19937 random(3);
        std::vector<double> missingMs;
        for (int round = 0; round < kills; ++round) {
            Recording recording;
            const auto done = recording.file(QStringLiteral("done"));
            recording.start({QStringLiteral("-F"), QStringLiteral("997")},
                            {QStringLiteral("knownshares"), QStringLiteral("3"), done});
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
            QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(done), 60'000);
        }
        std::ranges::sort(missingMs);
        qInfo("killed.missing median %.1f ms, most %.1f ms", missingMs[kills / 2],
              missingMs.back());
        // On a busy machine the recorder may wait for a CPU when it is killed: not half of the
        // time.
        QCOMPARE_LE(missingMs[kills / 2], 100.0);
    }
};

EMBER_TEST(TstKilledRecorder)
#include "tst_killedrecorder.moc"
