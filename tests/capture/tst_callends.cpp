// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/scriptedsampler.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <vector>

using namespace ember::tests;
using namespace ember::capture;
using namespace std::chrono_literals;

namespace {

constexpr ember::model::SystemCall shortCall{110};

} // namespace

// The sampler on threads that are caught at the ends of system calls.
class TstCallEnds : public QObject {
    Q_OBJECT

private slots:
    void whoIsOftenAtTheEndsOfCallsIsPushedAside()
    {
        ScriptedSampler setting;
        auto &thread = setting.backend.thread(leader);
        thread.state.blocked = false;
        thread.state.call = shortCall;
        for (int number = 0; number < 3; ++number)
            setting.tick(start + number * 10ms);
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
        auto &thread = setting.backend.thread(leader);
        thread.state.blocked = false;
        thread.state.call = shortCall;
        for (int number = 0; number < 3; ++number)
            setting.tick(start + number * 10ms);
        QVERIFY(setting.backend.isKept());
        thread.returnedToCall = true;
        setting.tick(start + 30ms);
        QCOMPARE(setting.backend.pushedSuspensions(), 0);
        setting.tick(start + 40ms);
        QVERIFY(!setting.backend.isKept());
    }
};

EMBER_TEST(TstCallEnds)
#include "tst_callends.moc"
