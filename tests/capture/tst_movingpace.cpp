// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/cpuholders.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::capture;
using namespace std::chrono_literals;

class TstMovingPace : public QObject {
    Q_OBJECT

private slots:
    void whoIsInTimeMovesEachTick();
    void whoIsLateStaysLongerEachTime();
    void manyMovesInTimeMakeUpForLateOnes();
};

namespace {

int ticksToStay(MovingPace &pace)
{
    int ticks = 1;
    while (!pace.isTimeToMove())
        ++ticks;
    return ticks;
}

} // namespace

void TstMovingPace::whoIsInTimeMovesEachTick()
{
    MovingPace pace;
    for (int tick = 0; tick < 1000; ++tick) {
        QVERIFY(pace.isTimeToMove());
        pace.arrived(1ms);
    }
}

void TstMovingPace::whoIsLateStaysLongerEachTime()
{
    MovingPace pace;
    for (const int expected : {16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 4096}) {
        pace.arrived(1001us);
        QCOMPARE(ticksToStay(pace), expected);
    }
}

void TstMovingPace::manyMovesInTimeMakeUpForLateOnes()
{
    MovingPace pace;
    pace.arrived(3ms);
    pace.arrived(3ms);
    QCOMPARE(ticksToStay(pace), 32);
    for (int move = 0; move < 256; ++move)
        pace.arrived(0ms);
    pace.arrived(3ms);
    QCOMPARE(ticksToStay(pace), 16);
}

EMBER_TEST(TstMovingPace)
#include "tst_movingpace.moc"
