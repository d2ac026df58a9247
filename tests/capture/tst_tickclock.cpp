// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/backend.h" // moc cannot parse <chrono> as the first standard header
#include "capture/sampling/primerate.h"
#include "capture/sampling/tickclock.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <poll.h>

using namespace ember::capture;
using namespace std::chrono_literals;

// Times are given, nothing is waited for: a loaded machine changes nothing.
class TstTickClock : public QObject {
    Q_OBJECT

private slots:
    void ticksStayOnTheirGrid_data();
    void ticksStayOnTheirGrid();
    void eachTickIsDueOnce();
    void lateTicksAreCountedNotRepeated();
    void aStoppedClockIsNeverDue();
    void theTimerFires();
    void primesAreKnown();
};

namespace {

// Far from 0, as after months of uptime.
const CaptureTime start{10'000'000s};

} // namespace

void TstTickClock::ticksStayOnTheirGrid_data()
{
    QTest::addColumn<int>("rate");
    for (const int rate : {1, 7, 101, 997, 4000})
        QTest::addRow("%d Hz", rate) << rate;
}

void TstTickClock::ticksStayOnTheirGrid()
{
    QFETCH(const int, rate);
    TickClock clock(rate);
    clock.start(start);
    // A whole number of seconds holds exactly as many ticks, however uneven the period.
    std::uint64_t ticks = 0;
    for (CaptureTime now = start; now <= start + 3s; now += 100us) {
        if (const auto due = clock.due(now)) {
            QCOMPARE(due->missed, std::uint64_t(0));
            ++ticks;
        }
    }
    QCOMPARE(ticks, std::uint64_t(3 * rate));
}

void TstTickClock::eachTickIsDueOnce()
{
    TickClock clock(100);
    clock.start(start);
    QVERIFY(!clock.due(start));
    QVERIFY(!clock.due(start + 9'999'999ns));
    QVERIFY(clock.due(start + 10ms));
    QVERIFY(!clock.due(start + 10ms));
    QVERIFY(!clock.due(start + 19ms));
    QVERIFY(clock.due(start + 20ms));
}

void TstTickClock::lateTicksAreCountedNotRepeated()
{
    TickClock clock(100);
    clock.start(start);
    QCOMPARE(clock.due(start + 10ms)->missed, std::uint64_t(0));
    QCOMPARE(clock.due(start + 57ms)->missed, std::uint64_t(3)); // 20, 30, 40; 50 is now
    QVERIFY(!clock.due(start + 59ms));
    QCOMPARE(clock.due(start + 60ms)->missed, std::uint64_t(0));
    // A suspended machine.
    QCOMPARE(clock.due(start + 3600s)->missed, std::uint64_t(360'000 - 7));
}

void TstTickClock::aStoppedClockIsNeverDue()
{
    TickClock clock(100);
    QVERIFY(!clock.due(start));
    clock.start(start);
    clock.stop();
    QVERIFY(!clock.due(start + 1s));
    clock.start(start + 1s);
    QCOMPARE(clock.due(start + 1010ms)->missed, std::uint64_t(0)); // the pause is not missed
}

void TstTickClock::theTimerFires()
{
    TickClock clock(1000);
    const auto now = CaptureClock::now();
    clock.start(now);
    pollfd timer{clock.fd(), POLLIN, 0};
    QCOMPARE(poll(&timer, 1, 60'000), 1);
    QVERIFY(CaptureClock::now() >= now + 1ms);
    QVERIFY(clock.due(CaptureClock::now()));
}

void TstTickClock::primesAreKnown()
{
    for (const int prime : {2, 3, 97, 101, 997, 1009, 3989})
        QVERIFY(isPrime(prime));
    for (const int other : {0, 1, 4, 99, 100, 1000, 4000})
        QVERIFY(!isPrime(other));
    QCOMPARE(nextPrime(100), 101);
    QCOMPARE(nextPrime(1000), 1009);
    QCOMPARE(nextPrime(4000), 4001);
}

EMBER_TEST(TstTickClock)
#include "tst_tickclock.moc"
