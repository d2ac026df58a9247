// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/scriptedsampler.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <vector>

using namespace ember::tests;
using namespace ember::capture;
using namespace std::chrono_literals;

namespace {

void threeTicksAtCallEnds(ScriptedSampler &setting)
{
    auto &state = setting.backend.thread(leader).state;
    state.blocked = false;
    state.call = ember::model::SystemCall(110); // any
    for (int number = 0; number < 3; ++number)
        setting.tick(start + number * 10ms);
}

} // namespace

// The sampler on threads that are caught at the ends of system calls.
class TstCallEnds : public QObject {
    Q_OBJECT

private slots:
    void whoIsOftenAtTheEndsOfCallsIsPushedAside()
    {
        ScriptedSampler setting;
        threeTicksAtCallEnds(setting);
        QCOMPARE(setting.backend.plans().size(), std::size_t(1)); // for the fourth
        QCOMPARE(setting.backend.plans()[0].first, std::vector{Tid(leader)});
        QCOMPARE(setting.backend.plans()[0].second, start + 30ms);
        setting.tick(start + 30ms);
        QCOMPARE(setting.backend.suspensions(leader), 4);
        QCOMPARE(setting.backend.pushedSuspensions(), 1);
    }

    void whoSleepsMeanwhileLetsTheOthersRun()
    {
        ScriptedSampler setting;
        threeTicksAtCallEnds(setting);
        QVERIFY(setting.backend.isKept());
        setting.backend.thread(leader).returnedToCall = true;
        setting.tick(start + 30ms);
        QCOMPARE(setting.backend.pushedSuspensions(), 0);
        setting.tick(start + 40ms);
        QVERIFY(!setting.backend.isKept());
    }
};

EMBER_TEST(TstCallEnds)
#include "tst_callends.moc"
