// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/scriptedsampler.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::tests;
using namespace ember::capture;
using namespace std::chrono_literals;
using ember::model::ThreadState;

// The sampler on threads that wait: as few of them as possible are suspended.
class TstBlockedThreads : public QObject {
    Q_OBJECT

private slots:
    void aThreadThatHasNotRunIsNotTouched();
    void aSleepingThreadIsNotDisturbed();
    void aThreadThatWakesWhileItIsLookedAtIsLookedAtAgain();
    void aThreadThatKeepsWakingIsSuspended();
    void aThreadThatWasAwakeWasRunning();
    void aPlaceThatNeedsRegistersIsSuspendedOnce();
    void unknownPlacesAreSuspendedWhereSomeNeedRegisters();
    void whatSomeCodeNeedsIsNotSaidOfOther();
    void aBlockedThreadIsLookedAtOnceWhenItHasGoneBack();
    void aThreadPushedAsideOnItsWayBackIsNotSuspendedAgain();
    void aThreadOnItsWayBackHasUntilTheNextTick();
    void aThreadThatDoesNotGoBackIsSuspendedAtTheNextTick();
    void aThreadThatWentBackAndWokeIsSuspendedAtOnce();
    void quietThreadsAreNotAskedOneByOne();
    void manyQuietThreadsAreNotAskedWhereOneRunsMeanwhile();
    void aBlockedThreadThatWentElsewhereIsSuspendedAgain();
};

void TstBlockedThreads::aThreadThatHasNotRunIsNotTouched()
{
    ScriptedSampler setting;
    setting.backend.thread(leader).state.blocked = false;
    setting.tick(start);
    setting.backend.thread(leader).counts.runs -= 1; // it has not got a CPU since
    setting.tick(start + 10ms);
    QCOMPARE(setting.backend.suspensions(leader), 1);
    const auto ticks = setting.ticks();
    QCOMPARE(ticks[1].samples.size(), std::size_t(0));
    QCOMPARE(ticks[1].reused.size(), std::size_t(1));
    QVERIFY(ticks[1].reused[0].state == ThreadState::Runnable);
}

void TstBlockedThreads::aSleepingThreadIsNotDisturbed()
{
    ScriptedSampler setting;
    auto &thread = setting.backend.thread(leader);
    thread.returnedToCall = true;
    thread.counts.running = 3ms;
    for (int i = 0; i < 5; ++i)
        setting.tick(start + i * 10ms);
    thread.counts.runs += 1; // it woke, worked and sleeps again
    thread.counts.running += 2ms;
    setting.tick(start + 50ms);
    QCOMPARE(setting.backend.suspensions(leader), 0);
    const auto ticks = setting.ticks();
    QCOMPARE(ticks.size(), std::size_t(6));
    QCOMPARE(ticks[0].samples.size(), std::size_t(1));
    const auto &first = ticks[0].samples[0];
    QVERIFY(first.registers.told == AvailableRegisters::OfBlockedCall);
    QVERIFY(first.detail.state == ThreadState::Blocked);
    QCOMPARE(first.detail.stopNs, 0U);
    QCOMPARE(first.stackSize, StackDemand::firstCopy);
    QCOMPARE(first.detail.cpuNs, 3'000'000U);
    QCOMPARE(ticks[4].reused.size(), std::size_t(1));
    QCOMPARE(ticks[5].samples[0].detail.cpuNs, 2'000'000U);
}

void TstBlockedThreads::aThreadThatWakesWhileItIsLookedAtIsLookedAtAgain()
{
    ScriptedSampler setting;
    auto &thread = setting.backend.thread(leader);
    thread.returnedToCall = true;
    thread.runsBetween = 1;
    setting.tick(start);
    QCOMPARE(setting.backend.suspensions(leader), 0);
    setting.tick(start + 10ms);
    const auto ticks = setting.ticks();
    QCOMPARE(ticks[0].samples.size(), std::size_t(1));
    QVERIFY(ticks[0].samples[0].detail.state == ThreadState::Blocked);
    QCOMPARE(ticks[0].stacks.size(), ticks[0].samples[0].stackSize); // nothing is left of the first
    QCOMPARE(ticks[1].reused.size(), std::size_t(1));
}

void TstBlockedThreads::aThreadThatKeepsWakingIsSuspended()
{
    ScriptedSampler setting;
    auto &thread = setting.backend.thread(leader);
    thread.returnedToCall = true;
    thread.runsBetween = 2;
    setting.tick(start);
    QCOMPARE(setting.backend.suspensions(leader), 1);
    const auto ticks = setting.ticks();
    QCOMPARE(ticks[0].samples.size(), std::size_t(1));
    QVERIFY(ticks[0].samples[0].registers.told == AvailableRegisters::All);
    QVERIFY(ticks[0].samples[0].detail.state == ThreadState::Blocked);
    QCOMPARE(ticks[0].stacks.size(), ticks[0].samples[0].stackSize);
}

void TstBlockedThreads::aThreadThatWasAwakeWasRunning()
{
    ScriptedSampler setting;
    setting.tick(start); // it fell asleep before the stop reached it
    QCOMPARE(setting.backend.suspensions(leader), 1);
    QVERIFY(setting.ticks()[0].samples[0].detail.state == ThreadState::Running);
}

void TstBlockedThreads::aPlaceThatNeedsRegistersIsSuspendedOnce()
{
    ScriptedSampler setting;
    setting.backend.thread(leader).returnedToCall = true;
    setting.tick(start);
    QCOMPARE(setting.backend.suspensions(leader), 0);
    setting.needRegisters(); // as unwinding found out
    for (int i = 1; i < 6; ++i)
        setting.tick(start + i * 10ms);
    QCOMPARE(setting.backend.suspensions(leader), 1);
    const auto ticks = setting.ticks();
    QVERIFY(ticks[1].samples[0].completesLast);
    QVERIFY(ticks[1].samples[0].registers.told == AvailableRegisters::All);
    QCOMPARE(ticks[5].reused.size(), std::size_t(1));
}

void TstBlockedThreads::unknownPlacesAreSuspendedWhereSomeNeedRegisters()
{
    ScriptedSampler setting;
    auto &thread = setting.backend.thread(leader);
    thread.returnedToCall = true;
    setting.needRegisters();
    thread.state.registers.sp += 64;
    setting.tick(start);
    QCOMPARE(setting.backend.suspensions(leader), 1);
    setting.places->learn(thread.state.registers, BlockedPlaces::Need::Nothing);
    thread.counts.runs += 5; // it has waited elsewhere, and here again
    thread.timesSlept += 2;
    setting.tick(start + 10ms);
    QCOMPARE(setting.backend.suspensions(leader), 1);
    QVERIFY(!setting.ticks()[1].samples[0].completesLast);
}

void TstBlockedThreads::whatSomeCodeNeedsIsNotSaidOfOther()
{
    ScriptedSampler setting;
    auto &thread = setting.backend.thread(leader);
    thread.returnedToCall = true;
    setting.needRegisters();
    thread.state.registers.pc += 64;
    setting.tick(start);
    QCOMPARE(setting.backend.suspensions(leader), 0);
    QCOMPARE(setting.ticks()[0].samples.size(), std::size_t(1));
}

void TstBlockedThreads::aBlockedThreadIsLookedAtOnceWhenItHasGoneBack()
{
    ScriptedSampler setting;
    setting.needRegisters();
    setting.backend.thread(leader).returnedToCall = true;
    for (int i = 0; i < 10; ++i)
        setting.tick(start + i * 10ms);
    QCOMPARE(setting.backend.suspensions(leader), 1);
    QCOMPARE(setting.backend.placeChecks(), 2); // before, and behind
    QCOMPARE(setting.ticks().back().reused.size(), std::size_t(1));
}

void TstBlockedThreads::aThreadPushedAsideOnItsWayBackIsNotSuspendedAgain()
{
    ScriptedSampler setting;
    auto &thread = setting.backend.thread(leader);
    setting.needRegisters();
    thread.returnedToCall = true;
    setting.tick(start);
    thread.counts.runs += 2; // it was given a CPU three times
    setting.tick(start + 10ms);
    setting.tick(start + 20ms);
    QCOMPARE(setting.backend.suspensions(leader), 1);
    QCOMPARE(setting.ticks().back().reused.size(), std::size_t(1));
    thread.counts.runs += 1;
    setting.tick(start + 30ms); // anew, in the same place
    QCOMPARE(setting.backend.suspensions(leader), 2);
    thread.counts.runs += 2;
    thread.timesSlept += 1; // it has also slept elsewhere
    setting.tick(start + 40ms);
    QCOMPARE(setting.backend.suspensions(leader), 3);
}

void TstBlockedThreads::aThreadOnItsWayBackHasUntilTheNextTick()
{
    ScriptedSampler setting;
    auto &thread = setting.backend.thread(leader);
    setting.needRegisters();
    thread.returnedToCall = true;
    setting.tick(start);
    thread.returnedToCall = false; // it does not sleep yet
    thread.timesSlept -= 1;
    setting.tick(start + 10ms);
    QCOMPARE(setting.ticks().size(), std::size_t(1));
    thread.returnedToCall = true;
    thread.timesSlept += 1;
    setting.tick(start + 20ms);
    QCOMPARE(setting.backend.suspensions(leader), 1);
    const auto ticks = setting.ticks();
    QCOMPARE(ticks.size(), std::size_t(2));
    QCOMPARE(ticks[0].reused.size(), std::size_t(1));
    QCOMPARE(ticks[1].reused.size(), std::size_t(1));
}

void TstBlockedThreads::aThreadThatDoesNotGoBackIsSuspendedAtTheNextTick()
{
    ScriptedSampler setting;
    auto &thread = setting.backend.thread(leader);
    setting.needRegisters();
    thread.returnedToCall = true;
    setting.tick(start);
    thread.returnedToCall = false;
    thread.timesSlept -= 1;
    setting.tick(start + 10ms);
    setting.tick(start + 20ms);
    QCOMPARE(setting.backend.suspensions(leader), 2);
    const auto events = setting.queue.take({});
    const auto markers = only<Marker>(events);
    QCOMPARE(markers.size(), std::size_t(1));
    QVERIFY(markers[0].kind == ember::model::CaptureEventKind::Dropped);
    QCOMPARE(markers[0].count, std::uint64_t(1));
    const auto ticks = only<Tick>(events);
    QCOMPARE(ticks.size(), std::size_t(3));
    QVERIFY(ticks[1].reused.empty());
    QCOMPARE(ticks[2].samples.size(), std::size_t(1));
}

void TstBlockedThreads::aThreadThatWentBackAndWokeIsSuspendedAtOnce()
{
    ScriptedSampler setting;
    auto &thread = setting.backend.thread(leader);
    setting.needRegisters();
    thread.returnedToCall = true;
    setting.tick(start);
    thread.returnedToCall = false;
    thread.counts.runs += 1;
    setting.tick(start + 10ms);
    QCOMPARE(setting.backend.suspensions(leader), 2);
    QCOMPARE(setting.ticks().back().samples.size(), std::size_t(1));
}

void TstBlockedThreads::quietThreadsAreNotAskedOneByOne()
{
    ScriptedSampler setting;
    constexpr int threads = 20;
    for (int tid = leader + 1; tid < leader + threads; ++tid) {
        setting.backend.thread(tid) = setting.backend.thread(leader);
        setting.backend.thread(tid).returnedToCall = true;
        setting.sampler.handle(ThreadAppeared{Pid(leader), Tid(tid)}, start);
    }
    auto &busy = setting.backend.thread(leader);
    busy.state.blocked = false;
    const auto readsOf = [&](CaptureTime time) {
        const int before = setting.backend.countReads();
        busy.counts.running += 1ms;
        setting.tick(time);
        return setting.backend.countReads() - before;
    };
    readsOf(start);
    readsOf(start + 10ms); // each is asked and found quiet
    readsOf(start + 20ms); // and again, with the process's CPU time
    QVERIFY(readsOf(start + 30ms) <= 3);
    // One that runs is not missed.
    setting.ticks();
    auto &woken = setting.backend.thread(leader + 7);
    woken.counts.runs += 1;
    woken.counts.running += 1us;
    readsOf(start + 40ms);
    QCOMPARE(setting.ticks().back().samples.size(), std::size_t(2));
    // Nor is CPU time that ended threads leave behind taken for one that ran, but once.
    setting.backend.endedCpuTime += 5ms;
    QVERIFY(readsOf(start + 50ms) >= threads - 2);
    QVERIFY(readsOf(start + 60ms) <= 3);
    QVERIFY(readsOf(start + 70ms) <= 3);
    QCOMPARE(setting.ticks().back().reused.size(), std::size_t(threads - 1));
}

void TstBlockedThreads::manyQuietThreadsAreNotAskedWhereOneRunsMeanwhile()
{
    ScriptedSampler setting;
    constexpr int threads = 400;
    for (int tid = leader + 1; tid < leader + threads; ++tid) {
        setting.backend.thread(tid) = setting.backend.thread(leader);
        setting.backend.thread(tid).returnedToCall = true;
        setting.sampler.handle(ThreadAppeared{Pid(leader), Tid(tid)}, start);
    }
    auto &busy = setting.backend.thread(leader);
    busy.state.blocked = false;
    int reads = 0;
    for (auto time = start; time < start + 50ms; time += 10ms) {
        reads = setting.backend.countReads();
        busy.counts.running += 1ms;
        busy.runsBeforeCpuTime = 2;
        setting.tick(time);
    }
    QVERIFY(setting.backend.countReads() - reads <= 5);
    QCOMPARE(setting.ticks().back().reused.size(), std::size_t(threads - 1));
}

void TstBlockedThreads::aBlockedThreadThatWentElsewhereIsSuspendedAgain()
{
    ScriptedSampler setting;
    setting.needRegisters();
    setting.tick(start);
    setting.backend.thread(leader).returnedToCall = true;
    setting.backend.thread(leader).state.registers.sp += 64;
    setting.tick(start + 10ms); // blocked, but not where it was
    QCOMPARE(setting.backend.suspensions(leader), 2);
    setting.tick(start + 20ms);
    QCOMPARE(setting.backend.suspensions(leader), 2);
    setting.backend.thread(leader).counts.runs += 1; // it woke by itself
    setting.tick(start + 30ms);
    QCOMPARE(setting.backend.suspensions(leader), 3);
}

EMBER_TEST(TstBlockedThreads)
#include "tst_blockedthreads.moc"
