// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/sampler.h"
#include "tests/capture/scriptedbackend.h"
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
    void aThreadThatHasNotRunIsNotTouched();
    void aSleepingThreadIsNotDisturbed();
    void aThreadThatWakesWhileItIsLookedAtIsSuspended();
    void aPlaceThatNeedsRegistersIsSuspendedOnce();
    void unknownPlacesAreSuspendedWhereSomeNeedRegisters();
    void aBlockedThreadIsLookedAtOnceWhenItHasGoneBack();
    void quietThreadsAreNotAskedOneByOne();
    void aBlockedThreadThatWentElsewhereIsSuspendedAgain();
    void aThreadThatStopsLateOwesTheTicksBetween();
    void aThreadThatWaitedForACpuWasRunnable();
    void aThreadTheRecorderPushedAsideWasRunning();
    void aDroppedSampleIsNotCreditedAgain();
    void cpuTimeBelongsToTheNextSample();
    void cpuTimeOfAPauseBelongsToNone();
    void execEndsTheOldThreads();
    void aZombieIsLeftAlone();
    void theLaunchedProcessesExitIsKept();
    void aThreadNobodyAskedIsLetGo();
    void stacksAreCopiedAsFarAsNeeded();
};

namespace {

constexpr int leader = 100;
const CaptureTime start{1s};

// A sampler with one process of one thread, and what it says.
struct Setting {
    explicit Setting(std::size_t queueBytes = BatchQueue::defaultByteLimit)
        : queue(queueBytes),
          sampler(backend, queue, ClockAnchor(CaptureTime(0s), timestampFromNs(0)))
    {
        backend.thread(leader).state.blocked = true;
        backend.thread(leader).state.registers.sp = 0x7000;
        sampler.handle(ImageReplaced{Pid(leader)}, start);
        for (const auto &event : queue.take(0ms)) {
            if (const auto *process = std::get_if<ProcessStarted>(&event))
                places = process->places;
        }
    }

    // A tick in which the thread stops at once.
    void tick(CaptureTime now)
    {
        sampler.tick(now);
        if (sampler.isWaiting()) {
            backend.thread(leader).counts.runs += 1; // to get to the stop
            sampler.handle(ThreadSuspended{Tid(leader)}, now + 10us);
            backend.thread(leader).counts.runs += 1; // and to go on
        }
    }

    std::vector<Tick> ticks()
    {
        std::vector<Tick> found;
        for (auto &event : queue.take(0ms)) {
            if (auto *tick = std::get_if<Tick>(&event))
                found.push_back(std::move(*tick));
        }
        return found;
    }

    // Nothing but registers can tell the stacks at the leader's place.
    void needRegisters()
    {
        places->learn(backend.thread(leader).state.registers, BlockedPlaces::Need::Registers);
    }

    ScriptedBackend backend;
    BatchQueue queue;
    Sampler sampler;
    std::shared_ptr<BlockedPlaces> places;
};

template<typename Event>
std::vector<Event> only(std::vector<RecordEvent> events)
{
    std::vector<Event> found;
    for (auto &event : events) {
        if (auto *one = std::get_if<Event>(&event))
            found.push_back(std::move(*one));
    }
    return found;
}

} // namespace

void TstSampler::aThreadThatRunsIsSuspendedAtEachTick()
{
    Setting setting;
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

void TstSampler::aThreadThatHasNotRunIsNotTouched()
{
    Setting setting;
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

void TstSampler::aSleepingThreadIsNotDisturbed()
{
    Setting setting;
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
    QVERIFY(first.registers.told == ToldRegisters::OfBlockedCall);
    QVERIFY(first.detail.state == ThreadState::Blocked);
    QCOMPARE(first.detail.stopNs, 0U);
    QCOMPARE(first.stackSize, StackDemand::firstCopy);
    QCOMPARE(first.detail.cpuNs, 3'000'000U);
    QCOMPARE(ticks[4].reused.size(), std::size_t(1));
    QCOMPARE(ticks[5].samples[0].detail.cpuNs, 2'000'000U);
}

void TstSampler::aThreadThatWakesWhileItIsLookedAtIsSuspended()
{
    Setting setting;
    auto &thread = setting.backend.thread(leader);
    thread.returnedToCall = true;
    thread.runsBetween = true;
    setting.tick(start);
    QCOMPARE(setting.backend.suspensions(leader), 1);
    const auto ticks = setting.ticks();
    QCOMPARE(ticks[0].samples.size(), std::size_t(1));
    QVERIFY(ticks[0].samples[0].registers.told == ToldRegisters::All);
    QCOMPARE(ticks[0].stacks.size(), ticks[0].samples[0].stackSize); // nothing is left of the first
}

void TstSampler::aPlaceThatNeedsRegistersIsSuspendedOnce()
{
    Setting setting;
    setting.backend.thread(leader).returnedToCall = true;
    setting.tick(start);
    QCOMPARE(setting.backend.suspensions(leader), 0);
    setting.needRegisters(); // as unwinding found out
    for (int i = 1; i < 6; ++i)
        setting.tick(start + i * 10ms);
    QCOMPARE(setting.backend.suspensions(leader), 1);
    const auto ticks = setting.ticks();
    QVERIFY(ticks[1].samples[0].completesLast);
    QVERIFY(ticks[1].samples[0].registers.told == ToldRegisters::All);
    QCOMPARE(ticks[5].reused.size(), std::size_t(1));
}

void TstSampler::unknownPlacesAreSuspendedWhereSomeNeedRegisters()
{
    Setting setting;
    auto &thread = setting.backend.thread(leader);
    thread.returnedToCall = true;
    setting.needRegisters();
    thread.state.registers.sp += 64;
    setting.tick(start);
    QCOMPARE(setting.backend.suspensions(leader), 1);
    setting.places->learn(thread.state.registers, BlockedPlaces::Need::Nothing);
    thread.counts.runs += 5;
    setting.tick(start + 10ms);
    QCOMPARE(setting.backend.suspensions(leader), 1);
    QVERIFY(!setting.ticks()[1].samples[0].completesLast);
}

void TstSampler::quietThreadsAreNotAskedOneByOne()
{
    Setting setting;
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

void TstSampler::aBlockedThreadIsLookedAtOnceWhenItHasGoneBack()
{
    Setting setting;
    setting.needRegisters();
    setting.backend.thread(leader).returnedToCall = true;
    for (int i = 0; i < 10; ++i)
        setting.tick(start + i * 10ms);
    QCOMPARE(setting.backend.suspensions(leader), 1);
    QCOMPARE(setting.backend.placeChecks(), 2); // before, and behind
    QCOMPARE(setting.ticks().back().reused.size(), std::size_t(1));
}

void TstSampler::aBlockedThreadThatWentElsewhereIsSuspendedAgain()
{
    Setting setting;
    setting.needRegisters();
    setting.tick(start);
    setting.tick(start + 10ms); // blocked, but not where it was
    QCOMPARE(setting.backend.suspensions(leader), 2);
    setting.backend.thread(leader).returnedToCall = true;
    setting.tick(start + 20ms);
    QCOMPARE(setting.backend.suspensions(leader), 2);
    setting.backend.thread(leader).counts.runs += 1; // it woke by itself
    setting.tick(start + 30ms);
    QCOMPARE(setting.backend.suspensions(leader), 3);
}

void TstSampler::aThreadThatStopsLateOwesTheTicksBetween()
{
    Setting setting;
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
    Setting setting;
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
    Setting setting;
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
    Setting setting(1); // no tick fits
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
    Setting setting;
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
    Setting setting;
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
    Setting setting;
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
    QCOMPARE(processes[0].parent, ProcessNumber(0));
    setting.tick(start + 10ms); // the new one is sampled
    QCOMPARE(setting.ticks().back().samples.size(), std::size_t(1));
}

void TstSampler::aZombieIsLeftAlone()
{
    Setting setting;
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
    Setting setting;
    setting.sampler.handle(ProcessForked{Pid(leader), Pid(200)}, start);
    setting.sampler.handle(ProcessGone{Pid(200), {1, false, false}}, start);
    QVERIFY(!setting.sampler.book().launchedExit());
    setting.sampler.handle(ProcessGone{Pid(leader), {9, true, false}}, start);
    QCOMPARE(setting.sampler.book().launchedExit()->code, 9);
    QVERIFY(setting.sampler.book().launchedExit()->bySignal);
}

void TstSampler::aThreadNobodyAskedIsLetGo()
{
    Setting setting;
    setting.sampler.handle(ThreadSuspended{Tid(leader)}, start);
    setting.sampler.handle(ThreadSuspended{Tid(999)}, start);
    QCOMPARE(setting.backend.resumptions(leader), 1);
    QCOMPARE(setting.backend.resumptions(999), 1);
}

void TstSampler::stacksAreCopiedAsFarAsNeeded()
{
    Setting setting;
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

EMBER_TEST(TstSampler)
#include "tst_sampler.moc"
