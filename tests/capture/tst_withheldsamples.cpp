// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/pipeline/unwindstage.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::capture;
using Fate = WithheldSamples::Fate;

class TstWithheldSamples : public QObject {
    Q_OBJECT

private slots:
    void wholeStacksAreWritten();
    void aSampleWithRegistersStandsForWhatWasWithheld();
    void aThreadThatWokeHasLostThem();
    void aThreadThatEndsHasLostThem();
};

namespace {

constexpr ThreadSerial sleeper{3};

struct Setting {
    Fate asleep(bool needsRegisters)
    {
        CapturedSample sample;
        sample.thread = sleeper;
        sample.registers.told = AvailableRegisters::OfBlockedCall;
        sample.registers.sp = 0x1000;
        UnwoundSample unwound;
        unwound.native.needsMissingRegister = needsRegisters;
        return withheld.judge(sample, unwound, places);
    }

    std::uint32_t standing(bool completesLast)
    {
        CapturedSample sample;
        sample.thread = sleeper;
        sample.completesLast = completesLast;
        UnwoundSample unwound;
        return withheld.judge(sample, unwound, places) == Fate::Write ? unwound.owedTicks : 999;
    }

    BlockedPlaces::Need need() const { return places.needAt(place()); }

    static Registers place()
    {
        Registers place;
        place.sp = 0x1000;
        return place;
    }

    BlockedPlaces places;
    WithheldSamples withheld;
};

} // namespace

void TstWithheldSamples::wholeStacksAreWritten()
{
    Setting setting;
    QVERIFY(setting.need() == BlockedPlaces::Need::Unknown);
    QVERIFY(setting.asleep(false) == Fate::Write);
    QVERIFY(setting.need() == BlockedPlaces::Need::Nothing);
    QVERIFY(!setting.places.mayNeedRegisters(setting.place()));
    QVERIFY(setting.withheld.judge(ReusedSample{sleeper}) == Fate::Write);
    QCOMPARE(setting.withheld.takeLost(), std::uint64_t(0));
}

void TstWithheldSamples::aSampleWithRegistersStandsForWhatWasWithheld()
{
    Setting setting;
    QVERIFY(setting.asleep(true) == Fate::Withhold);
    QVERIFY(setting.need() == BlockedPlaces::Need::Registers);
    QVERIFY(setting.places.mayNeedRegisters(setting.place()));
    QVERIFY(setting.withheld.judge(ReusedSample{sleeper}) == Fate::Withhold);
    QVERIFY(setting.withheld.judge(ReusedSample{ThreadSerial(4)}) == Fate::Write);
    QCOMPARE(setting.standing(true), 2U);
    QCOMPARE(setting.withheld.takeLost(), std::uint64_t(0));
    QVERIFY(setting.withheld.judge(ReusedSample{sleeper}) == Fate::Write);
}

void TstWithheldSamples::aThreadThatWokeHasLostThem()
{
    Setting setting;
    setting.asleep(true);
    QCOMPARE(setting.standing(false), 0U);
    QCOMPARE(setting.withheld.takeLost(), std::uint64_t(1));
    QCOMPARE(setting.withheld.takeLost(), std::uint64_t(0));
}

void TstWithheldSamples::aThreadThatEndsHasLostThem()
{
    Setting setting;
    setting.asleep(true);
    setting.withheld.judge(ReusedSample{sleeper});
    setting.withheld.forget(sleeper);
    QCOMPARE(setting.withheld.takeLost(), std::uint64_t(2));
}

EMBER_TEST(TstWithheldSamples)
#include "tst_withheldsamples.moc"
