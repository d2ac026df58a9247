// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/scriptedsampler.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <set>
#include <string>

using namespace ember::tests;
using namespace ember::capture;
using namespace std::chrono_literals;
using ember::model::CaptureEventKind;

// What the sampler says while nobody takes it, and when somebody does again.
class TstFullQueue : public QObject {
    Q_OBJECT

private slots:
    void threadsThatComeAndGoTakeNoMoreThanTheLimit();
    void aThreadThatLivesOnIsToldOnceThereIsRoom();
    void aThreadNobodyKnowsIsNotSuspended();
    void childrenAreToldBehindTheirParents();
    void theImagesOfAProcessToldLateAreToldWithIt();
    void aNameThatDoesNotFitIsToldLater();
    void whatIsNeverToldIsLostAtTheEnd();
    void aTickOfThousandsOfThreadsFits();
};

namespace {

constexpr std::size_t otherBytes = 50'000;
constexpr int firstThread = 1000;

void startAndEnd(ScriptedSampler &setting, int count)
{
    for (int i = 0; i < count; ++i) {
        setting.sampler.handle(ThreadAppeared{Pid(leader), Tid(firstThread + i)}, start);
        setting.sampler.handle(ThreadGone{Tid(firstThread + i)}, start + 1ms);
    }
}

// So many threads that nothing fits any more but ends.
void fill(ScriptedSampler &setting)
{
    startAndEnd(setting, 2000);
}

struct Told {
    std::set<ThreadSerial> threads;
    std::set<ProcessSerial> processes;
    std::uint64_t lost = 0; // threads, processes, names
    std::uint64_t samples = 0; // dropped
    std::vector<RecordEvent> events;
};

// Everything there is now. Whoever ends has started before.
Told takeAll(BatchQueue &queue)
{
    Told told;
    while (queue.bytes() > 0) {
        for (auto &event : queue.take(0ms)) {
            if (const auto *thread = std::get_if<ThreadStarted>(&event))
                told.threads.insert(thread->thread);
            else if (const auto *process = std::get_if<ProcessStarted>(&event))
                told.processes.insert(process->process);
            else if (const auto *marker = std::get_if<Marker>(&event))
                (marker->kind == CaptureEventKind::Note ? told.lost : told.samples) +=
                    marker->count;
            told.events.push_back(std::move(event));
        }
    }
    return told;
}

} // namespace

void TstFullQueue::threadsThatComeAndGoTakeNoMoreThanTheLimit()
{
    ScriptedSampler setting(1'000'000, otherBytes);
    startAndEnd(setting, 20'000);
    QVERIFY(setting.queue.bytes() > otherBytes / 2);
    QVERIFY(setting.queue.bytes() <= 2 * otherBytes); // starts, and as many ends
    setting.tick(start + 10ms);
    setting.queue.close();
    const auto told = takeAll(setting.queue);
    QVERIFY(!told.threads.empty());
    QCOMPARE(told.threads.size() + told.lost, std::size_t(20'000));
    QCOMPARE(only<ThreadEnded>(told.events).size(), told.threads.size());
    for (const auto &ended : only<ThreadEnded>(told.events))
        QVERIFY(told.threads.contains(ended.thread));
}

void TstFullQueue::aThreadThatLivesOnIsToldOnceThereIsRoom()
{
    ScriptedSampler setting(1'000'000, otherBytes);
    fill(setting);
    constexpr int tid = 101;
    auto &script = setting.backend.thread(tid);
    script.state.blocked = false;
    script.counts.running = 5ms;
    setting.sampler.handle(ThreadAppeared{Pid(leader), Tid(tid)}, start + 2ms);
    setting.tick(start + 10ms);
    setting.tick(start + 20ms);
    takeAll(setting.queue);
    script.counts.running = 9ms;
    setting.sampler.tick(start + 30ms); // there is room now
    script.counts.running = 10ms;
    setting.sampler.handle(ThreadSuspended{Tid(leader)}, start + 31ms);
    setting.sampler.handle(ThreadSuspended{Tid(tid)}, start + 31ms);
    setting.queue.close();
    const auto told = takeAll(setting.queue);
    const auto threads = only<ThreadStarted>(told.events);
    QCOMPARE(threads.size(), std::size_t(1));
    QVERIFY(threads[0].tid == Tid(tid));
    QCOMPARE(threads[0].time, ember::model::timestampFromNs(1'002'000'000)); // when it was
    const auto ticks = only<Tick>(told.events);
    QCOMPARE(ticks.size(), std::size_t(1));
    QCOMPARE(ticks[0].samples.size(), std::size_t(2));
    for (const auto &sample : ticks[0].samples) {
        if (sample.thread == threads[0].thread)
            QCOMPARE(sample.detail.cpuNs, 1'000'000U); // not what it used before it was reported
    }
}

void TstFullQueue::aThreadNobodyKnowsIsNotSuspended()
{
    ScriptedSampler setting(1'000'000, otherBytes);
    fill(setting);
    setting.sampler.handle(ThreadAppeared{Pid(leader), Tid(101)}, start + 2ms);
    setting.tick(start + 10ms);
    setting.tick(start + 20ms);
    QCOMPARE(setting.backend.suspensions(101), 0);
    QVERIFY(setting.backend.suspensions(leader) > 0); // it is known
    setting.queue.close();
    const auto told = takeAll(setting.queue);
    QCOMPARE(told.samples, std::uint64_t(2)); // it had none in two ticks
    for (const auto &tick : only<Tick>(told.events)) {
        for (const auto &sample : tick.samples)
            QCOMPARE(sample.thread, ThreadSerial(0));
    }
}

void TstFullQueue::childrenAreToldBehindTheirParents()
{
    ScriptedSampler setting(1'000'000, otherBytes);
    fill(setting);
    setting.sampler.handle(ProcessForked{Pid(leader), Pid(300)}, start + 2ms);
    setting.sampler.handle(ProcessForked{Pid(300), Pid(200)}, start + 3ms);
    setting.sampler.handle(ProcessForked{Pid(200), Pid(250)}, start + 4ms);
    setting.sampler.handle(ProcessGone{Pid(250), {}}, start + 5ms);
    takeAll(setting.queue);
    setting.sampler.tick(start + 10ms);
    setting.queue.close();
    const auto told = takeAll(setting.queue);
    const auto processes = only<ProcessStarted>(told.events);
    QCOMPARE(processes.size(), std::size_t(2));
    QVERIFY(processes[0].pid == Pid(300) && processes[1].pid == Pid(200));
    QCOMPARE(processes[1].parent, processes[0].process);
    QCOMPARE(only<ThreadStarted>(told.events).size(), std::size_t(2));
    QVERIFY(told.lost > 2000 - otherBytes / 100); // and one process among them
}

// Its parent, whose images a copy would have, may be gone.
void TstFullQueue::theImagesOfAProcessToldLateAreToldWithIt()
{
    ScriptedSampler setting(1'000'000, otherBytes);
    setting.backend.maps = "maps";
    setting.tick(start); // the leader is mapped
    fill(setting);
    setting.sampler.handle(ProcessForked{Pid(leader), Pid(200)}, start + 2ms);
    takeAll(setting.queue);
    setting.sampler.tick(start + 10ms);
    setting.sampler.handle(ThreadSuspended{Tid(leader)}, start + 11ms);
    setting.sampler.handle(ThreadSuspended{Tid(200)}, start + 11ms);
    const auto told = takeAll(setting.queue);
    const auto maps = only<ProcessMapped>(told.events);
    QCOMPARE(maps.size(), std::size_t(1));
    QCOMPARE(maps[0].process, only<ProcessStarted>(told.events).at(0).process);
}

void TstFullQueue::aNameThatDoesNotFitIsToldLater()
{
    ScriptedSampler setting(1'000'000, otherBytes);
    fill(setting);
    setting.backend.thread(leader).traits.name = "renamed";
    setting.tick(start + 1s);
    QVERIFY(only<ThreadChanged>(takeAll(setting.queue).events).empty());
    setting.backend.thread(leader).counts.runs += 1;
    setting.tick(start + 5s);
    const auto changes = only<ThreadChanged>(takeAll(setting.queue).events);
    QCOMPARE(changes.size(), std::size_t(1));
    QCOMPARE(changes[0].name, std::string("renamed"));
}

void TstFullQueue::whatIsNeverToldIsLostAtTheEnd()
{
    ScriptedSampler setting(1'000'000, otherBytes);
    fill(setting);
    setting.sampler.handle(ProcessForked{Pid(leader), Pid(200)}, start + 2ms);
    setting.sampler.finish(start + 10ms);
    setting.queue.close();
    const auto told = takeAll(setting.queue);
    QCOMPARE(told.threads.size() + told.lost, std::size_t(2000 + 2)); // a process and its thread
}

// Of none of them is known how much of its stack is needed.
void TstFullQueue::aTickOfThousandsOfThreadsFits()
{
    ScriptedSampler setting;
    constexpr int threads = 6000;
    for (int i = 0; i < threads; ++i)
        setting.sampler.handle(ThreadAppeared{Pid(leader), Tid(firstThread + i)}, start);
    setting.sampler.tick(start + 10ms);
    setting.sampler.handle(ThreadSuspended{Tid(leader)}, start + 11ms);
    for (int i = 0; i < threads; ++i)
        setting.sampler.handle(ThreadSuspended{Tid(firstThread + i)}, start + 11ms);
    const auto ticks = only<Tick>(takeAll(setting.queue).events);
    QCOMPARE(ticks.size(), std::size_t(1));
    QCOMPARE(ticks[0].samples.size(), std::size_t(threads + 1));
    QVERIFY(ticks[0].isUrgent); // the rest can be read for a moment only
    QCOMPARE(ticks[0].samples.front().stackSize, StackDemand::firstCopy);
    QVERIFY(ticks[0].samples.back().stackSize > 0);
}

EMBER_TEST(TstFullQueue)
#include "tst_fullqueue.moc"
