// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/scriptedsampler.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::tests;
using namespace ember::capture;
using namespace std::chrono_literals;
using ember::model::ThreadState;
using ember::model::timestampFromNs;

class TstSampler : public QObject {
    Q_OBJECT

private slots:
    void aThreadThatRunsIsSuspendedAtEachTick();
    void aThreadThatStopsLateOwesTheTicksBetween();
    void aThreadThatWaitedForACpuWasRunnable();
    void aThreadTheRecorderPushedAsideWasRunning();
    void aDroppedSampleIsNotCreditedAgain();
    void cpuTimeBelongsToTheNextSample();
    void cpuTimeOfAPauseBelongsToNone();
    void execEndsTheOldThreads();
    void aZombieIsLeftAlone();
    void theLaunchedProcessesExitIsKept();
    void aThreadNobodyAskedIsResumed();
    void stacksAreCopiedAsFarAsNeeded();
    void aSleeperThatHidesItsMemoryIsSuspendedOncePerWait();
};

void TstSampler::aThreadThatRunsIsSuspendedAtEachTick()
{
    ScriptedSampler setting;
    setting.backend.thread(leader).state.blocked = false;
    for (int i = 0; i < 5; ++i)
        setting.tick(start + i * 10ms);
    QCOMPARE(setting.backend.suspensions(leader), 5);
    QCOMPARE(setting.backend.resumptions(leader), 5);
    const auto ticks = setting.ticks();
    QCOMPARE(ticks.size(), std::size_t(5));
    QCOMPARE(ticks[4].samples.size(), std::size_t(1));
    QCOMPARE(ticks[4].time, timestampFromNs(1'040'000'000));
    QCOMPARE(ticks[4].samples[0].owedTicks, 0U);
}

void TstSampler::aThreadThatStopsLateOwesTheTicksBetween()
{
    ScriptedSampler setting;
    setting.sampler.tick(start);
    setting.sampler.tick(start + 10ms);
    setting.sampler.tick(start + 20ms);
    setting.sampler.handle(ThreadSuspended{Tid(leader)}, start + 25ms);
    QCOMPARE(setting.backend.suspensions(leader), 1);
    const auto ticks = setting.ticks();
    QCOMPARE(ticks.size(), std::size_t(3));
    QVERIFY(ticks[0].samples.empty() && ticks[1].samples.empty());
    QCOMPARE(ticks[2].samples.size(), std::size_t(1));
    QCOMPARE(ticks[2].samples[0].owedTicks, 2U);
    QCOMPARE(ticks[2].time, timestampFromNs(1'020'000'000));
}

void TstSampler::aThreadThatWaitedForACpuWasRunnable()
{
    ScriptedSampler setting;
    auto &thread = setting.backend.thread(leader);
    thread.state.blocked = false;
    setting.sampler.tick(start);
    thread.counts.runs += 1;
    thread.counts.waiting += 8ms; // since long before the tick
    setting.sampler.handle(ThreadSuspended{Tid(leader)}, start + 3ms);
    QVERIFY(setting.ticks()[0].samples[0].detail.state == ThreadState::Runnable);
}

void TstSampler::aThreadTheRecorderPushedAsideWasRunning()
{
    ScriptedSampler setting;
    auto &thread = setting.backend.thread(leader);
    thread.state.blocked = false;
    setting.sampler.tick(start);
    thread.counts.runs += 1;
    thread.counts.waiting += 50us; // only since the recorder woke
    setting.sampler.handle(ThreadSuspended{Tid(leader)}, start + 60us);
    QVERIFY(setting.ticks()[0].samples[0].detail.state == ThreadState::Running);
}

void TstSampler::aDroppedSampleIsNotCreditedAgain()
{
    ScriptedSampler setting(1); // no tick fits
    setting.needRegisters();
    setting.backend.thread(leader).returnedToCall = true;
    setting.tick(start);
    setting.tick(start + 10ms);
    QCOMPARE(setting.backend.suspensions(leader), 2);
    setting.queue.close();
    const auto markers = only<Marker>(setting.queue.take(0ms));
    QCOMPARE(markers.size(), std::size_t(1));
    QVERIFY(markers[0].kind == ember::model::CaptureEventKind::Dropped);
    QCOMPARE(markers[0].count, std::uint64_t(2));
}

void TstSampler::cpuTimeBelongsToTheNextSample()
{
    ScriptedSampler setting;
    auto &thread = setting.backend.thread(leader);
    thread.state.blocked = false;
    thread.counts.running = 4ms;
    setting.tick(start);
    thread.counts.running += 9ms;
    setting.tick(start + 10ms);
    const auto ticks = setting.ticks();
    QCOMPARE(ticks[0].samples[0].detail.cpuNs, 4'000'000U);
    QCOMPARE(ticks[1].samples[0].detail.cpuNs, 9'000'000U);
}

void TstSampler::cpuTimeOfAPauseBelongsToNone()
{
    ScriptedSampler setting;
    auto &thread = setting.backend.thread(leader);
    thread.state.blocked = false;
    setting.tick(start);
    thread.counts.running += 500ms;
    setting.sampler.skipElapsedTime();
    thread.counts.running += 2ms;
    setting.tick(start + 510ms);
    QCOMPARE(setting.ticks()[1].samples[0].detail.cpuNs, 2'000'000U);
}

void TstSampler::execEndsTheOldThreads()
{
    ScriptedSampler setting;
    setting.sampler.handle(ThreadAppeared{Pid(leader), Tid(101)}, start);
    setting.sampler.tick(start); // both are asked, and will never answer
    QVERIFY(setting.sampler.isWaiting());
    setting.sampler.handle(ImageReplaced{Pid(leader)}, start + 1ms);
    QVERIFY(!setting.sampler.isWaiting());
    const auto events = setting.queue.take(0ms);
    QCOMPARE(only<ThreadEnded>(events).size(), std::size_t(2));
    QCOMPARE(only<ProcessEnded>(events).size(), std::size_t(1));
    QVERIFY(!only<ProcessEnded>(events)[0].exit);
    const auto processes = only<ProcessStarted>(events);
    QCOMPARE(processes.size(), std::size_t(1));
    QVERIFY(processes[0].byExec && processes[0].launched);
    QCOMPARE(processes[0].parent, ProcessSerial(0));
    setting.tick(start + 10ms); // the new one is sampled
    QCOMPARE(setting.ticks().back().samples.size(), std::size_t(1));
}

void TstSampler::aZombieIsLeftAlone()
{
    ScriptedSampler setting;
    setting.sampler.tick(start);
    setting.backend.thread(leader).traits.exists = false;
    setting.sampler.tick(start + 5s);
    setting.sampler.tick(start + 6s);
    QVERIFY(!setting.sampler.isWaiting());
    QCOMPARE(setting.backend.suspensions(leader), 1);
    setting.sampler.handle(ProcessGone{Pid(leader), {3, false, false}}, start + 7s);
    QCOMPARE(only<ThreadEnded>(setting.queue.take(0ms)).size(), std::size_t(1));
}

void TstSampler::theLaunchedProcessesExitIsKept()
{
    ScriptedSampler setting;
    setting.sampler.handle(ProcessForked{Pid(leader), Pid(200)}, start);
    setting.sampler.handle(ProcessGone{Pid(200), {1, false, false}}, start);
    QVERIFY(!setting.sampler.book().launchedExit());
    setting.sampler.handle(ProcessGone{Pid(leader), {9, true, false}}, start);
    QCOMPARE(setting.sampler.book().launchedExit()->code, 9);
    QVERIFY(setting.sampler.book().launchedExit()->bySignal);
}

void TstSampler::aThreadNobodyAskedIsResumed()
{
    ScriptedSampler setting;
    setting.sampler.handle(ThreadSuspended{Tid(leader)}, start);
    setting.sampler.handle(ThreadSuspended{Tid(999)}, start);
    QCOMPARE(setting.backend.resumptions(leader), 1);
    QCOMPARE(setting.backend.resumptions(999), 1);
}

void TstSampler::stacksAreCopiedAsFarAsNeeded()
{
    ScriptedSampler setting;
    constexpr std::uint64_t sp = 0x7000;
    UnwoundStack stack;
    stack.rootReached = true;
    setting.backend.thread(leader).state.blocked = false;
    setting.sampler.handle(ImageReplaced{Pid(leader)}, start);
    const auto demand = only<ThreadStarted>(setting.queue.take(0ms)).back().demand;
    auto sizes = [&setting, time = start]() mutable {
        setting.tick(time += 10ms);
        return setting.ticks().back().samples[0].stackSize;
    };
    QCOMPARE(sizes(), StackDemand::firstCopy);
    stack.deepestRead = sp + 100'000;
    demand->learn(sp, stack);
    QCOMPARE(sizes(), std::size_t(100'064));
    stack.deepestRead = sp + 4'000'000;
    demand->learn(sp, stack);
    QCOMPARE(sizes(), std::size_t(512 * 1024));
    stack.deepestRead = 0x100; // another stack
    demand->learn(0x80, stack);
    QCOMPARE(sizes(), StackDemand::firstCopy);
}

// Nobody tells whether it went back to sleep where it was, but it had no time for anything else.
void TstSampler::aSleeperThatHidesItsMemoryIsSuspendedOncePerWait()
{
    ScriptedSampler setting;
    setting.backend.hidden = true;
    auto &thread = setting.backend.thread(leader);
    setting.tick(start);
    const int looks = setting.backend.placeChecks();
    for (int i = 1; i < 5; ++i)
        setting.tick(start + i * 10ms);
    QCOMPARE(setting.backend.suspensions(leader), 1);
    QCOMPARE(setting.backend.placeChecks(), looks);
    thread.counts.runs += 1;
    setting.tick(start + 50ms);
    QCOMPARE(setting.backend.suspensions(leader), 2);
    thread.counts.running += 1ms; // on its way back it did something else
    setting.tick(start + 60ms);
    QCOMPARE(setting.backend.suspensions(leader), 3);
    const auto markers = only<Marker>(setting.queue.take(0ms));
    QCOMPARE(markers.size(), std::size_t(1));
    QVERIFY(markers[0].notice && markers[0].notice->code == ember::model::ErrorCode::MemoryHidden);
}

EMBER_TEST(TstSampler)
#include "tst_sampler.moc"
