// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/backend.h" // moc cannot parse <chrono> as the first standard header
#include "capture/sampling/tickclock.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <poll.h>
#include <vector>

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
    void randomTicksComeOnceInEachPeriod_data();
    void randomTicksComeOnceInEachPeriod();
    void randomTicksComeAnywhereInTheirPeriod();
    void noTwoCapturesHaveTheSameTicks();
    void lateRandomTicksAreCountedNotRepeated();
    void theTimerFires();
    void primesAreKnown();
};

namespace {

// Far from 0, as after months of uptime.
const CaptureTime clockStart{10'000'000s};

// When so many ticks at 100 Hz are due, to 10 µs.
std::vector<CaptureTime> randomTicks(CaptureTime from, std::size_t count)
{
    TickClock clock(100, TickPlacement::Random);
    clock.start(from);
    std::vector<CaptureTime> ticks;
    for (CaptureTime now = from; ticks.size() < count; now += 10us) {
        if (clock.due(now))
            ticks.push_back(now);
    }
    return ticks;
}

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
    clock.start(clockStart);
    // A whole number of seconds holds exactly as many ticks, however uneven the period.
    std::uint64_t ticks = 0;
    for (CaptureTime now = clockStart; now <= clockStart + 3s; now += 100us) {
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
    clock.start(clockStart);
    QVERIFY(!clock.due(clockStart));
    QVERIFY(!clock.due(clockStart + 9'999'999ns));
    QVERIFY(clock.due(clockStart + 10ms));
    QVERIFY(!clock.due(clockStart + 10ms));
    QVERIFY(!clock.due(clockStart + 19ms));
    QVERIFY(clock.due(clockStart + 20ms));
}

void TstTickClock::lateTicksAreCountedNotRepeated()
{
    TickClock clock(100);
    clock.start(clockStart);
    QCOMPARE(clock.due(clockStart + 10ms)->missed, std::uint64_t(0));
    QCOMPARE(clock.due(clockStart + 57ms)->missed, std::uint64_t(3)); // 20, 30, 40; 50 is now
    QVERIFY(!clock.due(clockStart + 59ms));
    QCOMPARE(clock.due(clockStart + 60ms)->missed, std::uint64_t(0));
    // A suspended machine.
    QCOMPARE(clock.due(clockStart + 3600s)->missed, std::uint64_t(360'000 - 7));
}

void TstTickClock::aStoppedClockIsNeverDue()
{
    TickClock clock(100);
    QVERIFY(!clock.due(clockStart));
    clock.start(clockStart);
    clock.stop();
    QVERIFY(!clock.due(clockStart + 1s));
    clock.start(clockStart + 1s);
    QCOMPARE(clock.due(clockStart + 1010ms)->missed, std::uint64_t(0)); // the pause is not missed
}

void TstTickClock::randomTicksComeOnceInEachPeriod_data()
{
    ticksStayOnTheirGrid_data();
}

// Asked at the end of each period only, whatever its length in nanoseconds.
void TstTickClock::randomTicksComeOnceInEachPeriod()
{
    QFETCH(const int, rate);
    TickClock clock(rate, TickPlacement::Random);
    clock.start(clockStart);
    QVERIFY(!clock.due(clockStart + std::chrono::nanoseconds(1s) / rate - 1ns));
    for (std::int64_t period = 2; period <= 3 * rate; ++period) {
        const auto due = clock.due(clockStart + std::chrono::nanoseconds(period * 1s) / rate - 1ns);
        QVERIFY(due);
        QCOMPARE(due->missed, std::uint64_t(0));
    }
}

void TstTickClock::randomTicksComeAnywhereInTheirPeriod()
{
    std::array<int, 10> tenths{};
    const auto ticks = randomTicks(clockStart, 1000);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const auto place = ticks[i] - clockStart - 10ms * (i + 1);
        QVERIFY(place >= 0ms && place <= 10ms);
        ++tenths[std::min<std::size_t>(9, static_cast<std::size_t>(place / 1ms))];
    }
    // 100 of 1000 in each; 60 are four standard deviations away.
    for (const int count : tenths)
        QVERIFY2(count > 60 && count < 140, qPrintable(QString::number(count)));
}

void TstTickClock::noTwoCapturesHaveTheSameTicks()
{
    const auto places = [](CaptureTime from) {
        std::vector<std::chrono::nanoseconds> found;
        for (const auto tick : randomTicks(from, 20))
            found.push_back(tick - from);
        return found;
    };
    QVERIFY(places(clockStart) == places(clockStart));
    QVERIFY(places(clockStart) != places(clockStart + 1ns));
}

void TstTickClock::lateRandomTicksAreCountedNotRepeated()
{
    TickClock clock(100, TickPlacement::Random);
    clock.start(clockStart);
    std::uint64_t ticks = 0;
    // The longer the more: at its end each period has had its tick, asked for or missed.
    for (std::int64_t periods = 2; periods < 1000; periods += 1 + periods / 7) {
        const auto due = clock.due(clockStart + periods * 10ms - 1ns);
        QVERIFY(due);
        ticks += 1 + due->missed;
        QCOMPARE(ticks, std::uint64_t(periods - 1));
        QVERIFY(!clock.due(clockStart + periods * 10ms - 1ns));
    }
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
    QCOMPARE(primeNear(100, 4000), 101);
    QCOMPARE(primeNear(3990, 4000), 3989);
}

EMBER_TEST(TstTickClock)
#include "tst_tickclock.moc"
