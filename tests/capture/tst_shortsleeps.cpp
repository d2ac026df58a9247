// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/recorderrun.h"
#include "tests/capture/scriptedsampler.h"
#include "tests/support/testmain.h"
#include "tests/support/threeattempts.h"

#include <QTest>

using namespace ember::tests;
using namespace ember::capture;
using namespace std::chrono_literals;
using ember::model::ThreadState;

// Threads that sleep for less than it takes to look at them.
class TstShortSleeps : public QObject {
    Q_OBJECT

private slots:
    void whoOftenWakesMeanwhileIsNotLookedAtForLong();
    void whoSleepsOnIsNotWoken();
    void whoIsWokenTogetherWithTheRecorderWasAsleep_data();
    void whoIsWokenTogetherWithTheRecorderWasAsleep();
    void asMuchSleepIsFoundAsThereIs_data();
    void asMuchSleepIsFoundAsThereIs();
};

namespace {

// A tick at which the thread sleeps, but not until all is read. How often that was looked at.
int tickWithShortSleep(ScriptedSampler &setting, int number)
{
    const int looks = setting.backend.placeChecks();
    auto &thread = setting.backend.thread(leader);
    thread.returnedToCall = true;
    thread.runsBetween = 5; // at each look
    thread.counts.runs += 1;
    setting.tick(start + number * 10ms);
    return setting.backend.placeChecks() - looks;
}

} // namespace

void TstShortSleeps::whoOftenWakesMeanwhileIsNotLookedAtForLong()
{
    ScriptedSampler setting;
    tickWithShortSleep(setting, 0);
    const int looks = tickWithShortSleep(setting, 1);
    QCOMPARE(tickWithShortSleep(setting, 2), looks - 1); // no second time
    QCOMPARE(setting.backend.suspensions(leader), 3);
    const auto ticks = setting.ticks();
    QVERIFY(ticks.back().samples.at(0).detail.state == ThreadState::Blocked); // where it stood
}

void TstShortSleeps::whoSleepsOnIsNotWoken()
{
    ScriptedSampler setting;
    auto &thread = setting.backend.thread(leader);
    thread.returnedToCall = true;
    for (int number = 0; number < 6; ++number) {
        thread.counts.runs += 1; // since the last tick
        thread.runsBetween = number == 2 ? 1 : 0; // once, by chance
        setting.tick(start + number * 10ms);
    }
    QCOMPARE(setting.backend.suspensions(leader), 0);
}

void TstShortSleeps::whoIsWokenTogetherWithTheRecorderWasAsleep_data()
{
    QTest::addColumn<int>("call");
    QTest::addColumn<int>("runs"); // until it stands
    QTest::addColumn<std::chrono::microseconds>("waited"); // for a CPU, 30 µs behind the tick
    QTest::addColumn<ThreadState>("state");
    constexpr int none = static_cast<int>(ember::model::noSystemCall);
    QTest::newRow("clock_nanosleep") << 230 << 1 << 35us << ThreadState::Blocked;
    QTest::newRow("poll, restarted") << 219 << 1 << 35us << ThreadState::Blocked;
    QTest::newRow("write") << 1 << 1 << 35us << ThreadState::Running;
    QTest::newRow("its own code") << none << 1 << 35us << ThreadState::Running;
    QTest::newRow("woken before") << 230 << 1 << 90us << ThreadState::Runnable;
    QTest::newRow("on its way into the call") << 230 << 0 << 0us << ThreadState::Running;
}

// Timers of one CPU fire together: it is found at the end of its call, and has not run since.
void TstShortSleeps::whoIsWokenTogetherWithTheRecorderWasAsleep()
{
    QFETCH(const int, call);
    QFETCH(const int, runs);
    QFETCH(const std::chrono::microseconds, waited);
    QFETCH(const ThreadState, state);
    ScriptedSampler setting;
    auto &thread = setting.backend.thread(leader);
    thread.state.blocked = false;
    thread.state.call = static_cast<ember::model::SystemCall>(call);
    setting.sampler.tick(start);
    thread.counts.runs += static_cast<std::uint64_t>(runs);
    thread.counts.waiting += waited;
    setting.sampler.handle(ThreadSuspended{Tid(leader)}, start + 30us);
    const auto ticks = setting.ticks();
    const auto &detail = ticks.at(0).samples.at(0).detail;
    QVERIFY(detail.state == state);
    QVERIFY(detail.call
            == (state == ThreadState::Blocked ? thread.state.call : ember::model::noSystemCall));
}

void TstShortSleeps::asMuchSleepIsFoundAsThereIs_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("busy");
    QTest::addColumn<QString>("sleep");
    // At 997 Hz sleeps of 300 µs fall into step with the ticks, mostly asleep at each.
    for (const char *options : {"-F 101", "-F 997 --jitter"}) {
        QTest::addRow("%s, 50 µs", options) << words(options) << "50"
                                            << "50";
        QTest::addRow("%s, 300 µs", options) << words(options) << "100"
                                             << "300";
    }
}

// As the thread itself says. The rest, running or waiting for a CPU, is as it is on this machine.
void TstShortSleeps::asMuchSleepIsFoundAsThereIs()
{
    QFETCH(const QStringList, options);
    QFETCH(const QString, busy);
    QFETCH(const QString, sleep);
    verifyInThreeAttempts([&](QString &objection) {
        const auto run =
            record(options, {QStringLiteral("shortsleeps"), busy, sleep, QStringLiteral("6000")});
        QVERIFY2(run.status == 0, qPrintable(describe(run)));
        QVERIFY(run.profile);
        const double truth = run.output.split('\n').first().toDouble() / 1000;
        QVERIFY(truth > 0.02);
        const auto thread = threadNamed(*run.profile, "shortsleeps");
        QVERIFY(run.profile->samples(thread).size() >= 100);
        const double found = shareIn(*run.profile, thread, ThreadState::Blocked);
        if (found <= truth / 2 || found >= truth + 0.2)
            objection = QStringLiteral("%1 found, %2 told").arg(found).arg(truth);
    });
}

EMBER_TEST(TstShortSleeps)
#include "tst_shortsleeps.moc"
