// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/pipeline/recordsink.h" // moc cannot parse <chrono> as the first standard header
#include "capture/ptrace/ptracebackend.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::capture;
using namespace std::chrono_literals;

// When a process starts too many threads for each to be stopped for.
class TstThreadBirths : public QObject {
    Q_OBJECT

private slots:
    void aPoolThatIsStartedAtOnceIsTraced();
    void manyInAWindowAreTooMany();
    void fewInAWindowNeverAre();
    void waitingForACpuIsNoPartOfAWindow();
    void whatBeginsAgainAtOnceIsLeftAloneForLonger();
    void aNewBurstMuchLaterIsLeftAloneForTheUsualTime();
};

namespace {

CaptureTime at(std::chrono::nanoseconds time)
{
    return CaptureTime(100s + time);
}

// Returns when the last of them was.
CaptureTime burst(ThreadBirths &births, CaptureTime burstStart)
{
    for (int i = 0; i <= ThreadBirths::mostTraced; ++i)
        births.note(burstStart += 100us, 0ns);
    return burstStart;
}

} // namespace

void TstThreadBirths::aPoolThatIsStartedAtOnceIsTraced()
{
    ThreadBirths births;
    for (int i = 0; i < ThreadBirths::mostTraced; ++i)
        births.note(at(0ns), 0ns);
    QVERIFY(!births.areTooMany(at(0ns)));
}

void TstThreadBirths::manyInAWindowAreTooMany()
{
    ThreadBirths births;
    const auto last = burst(births, at(0ns));
    QVERIFY(births.areTooMany(last));
    QVERIFY(births.areTooMany(last + ThreadBirths::untracedTime - 1ns));
    QVERIFY(!births.areTooMany(last + ThreadBirths::untracedTime));
}

void TstThreadBirths::fewInAWindowNeverAre()
{
    ThreadBirths births;
    for (int i = 0; i < 10 * ThreadBirths::mostTraced; ++i) {
        births.note(at(i * 5ms), 0ns);
        QVERIFY(!births.areTooMany(at(i * 5ms)));
    }
}

void TstThreadBirths::waitingForACpuIsNoPartOfAWindow()
{
    ThreadBirths births;
    for (int i = 0; i <= ThreadBirths::mostTraced; ++i)
        births.note(at(i * 10ms), i * 9900us);
    QVERIFY(births.areTooMany(at(ThreadBirths::mostTraced * 10ms)));
}

void TstThreadBirths::whatBeginsAgainAtOnceIsLeftAloneForLonger()
{
    ThreadBirths births;
    auto burstStart = at(0ns);
    for (const auto pause : {1s, 2s, 4s, 8s, 8s}) {
        const auto last = burst(births, burstStart);
        QVERIFY(births.areTooMany(last + pause - 1ns));
        QVERIFY(!births.areTooMany(last + pause));
        burstStart = last + pause;
    }
}

void TstThreadBirths::aNewBurstMuchLaterIsLeftAloneForTheUsualTime()
{
    ThreadBirths births;
    burst(births, burst(births, at(0ns)) + ThreadBirths::untracedTime);
    const auto last = burst(births, at(1min));
    QVERIFY(!births.areTooMany(last + ThreadBirths::untracedTime));
}

EMBER_TEST(TstThreadBirths)
#include "tst_threadbirths.moc"
