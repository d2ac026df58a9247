// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/scriptedsampler.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::tests;
using namespace ember::capture;
using namespace std::chrono_literals;

// Many threads that want a CPU, of which few have one.
class TstQueuedThreads : public QObject {
    Q_OBJECT

private slots:
    void threadsThatWaitToStopAreNotRead();
    void threadsThatWantACpuAreCounted();
};

namespace {

constexpr int threadCount = 40;

// Busy threads that stop when they are asked, and get no CPU afterwards.
struct Queue {
    Queue()
    {
        setting.backend.thread(leader).state.blocked = false;
        for (int tid = leader + 1; tid < leader + threadCount; ++tid) {
            setting.backend.thread(tid) = setting.backend.thread(leader);
            setting.sampler.handle(ThreadAppeared{Pid(leader), Tid(tid)}, start);
        }
    }

    // How many times counts were read before the first thread stops.
    int tick()
    {
        const int before = setting.backend.countReads();
        now += 10ms;
        setting.sampler.tick(now);
        setting.sampler.planNext(now + 10ms);
        return setting.backend.countReads() - before;
    }

    void stopAsked()
    {
        for (int tid = leader; tid < leader + threadCount; ++tid) {
            if (setting.backend.suspensions(tid) == setting.backend.resumptions(tid))
                continue;
            setting.backend.thread(tid).counts.runs += 1; // to get to the stop
            setting.sampler.handle(ThreadSuspended{Tid(tid)}, now + 10us);
        }
    }

    ScriptedSampler setting;
    CaptureTime now = start;
};

} // namespace

void TstQueuedThreads::threadsThatWaitToStopAreNotRead()
{
    Queue queue;
    for (int i = 0; i < 3; ++i)
        queue.tick();
    QVERIFY(queue.tick() <= 2);
    queue.stopAsked();
    const auto ticks = queue.setting.ticks();
    QCOMPARE(ticks.back().samples.size(), std::size_t(threadCount));
    QCOMPARE(ticks.back().samples.front().owedTicks, 3U);
}

void TstQueuedThreads::threadsThatWantACpuAreCounted()
{
    Queue queue;
    queue.tick();
    QCOMPARE(queue.setting.sampler.threadsWantingCpu(), std::size_t(threadCount)); // are to stop
    queue.stopAsked();
    queue.tick();
    QCOMPARE(queue.setting.sampler.threadsWantingCpu(), std::size_t(threadCount)); // wait
    ScriptedSampler sleeping;
    sleeping.backend.thread(leader).returnedToCall = true;
    sleeping.tick(start);
    sleeping.tick(start + 10ms);
    QCOMPARE(sleeping.sampler.threadsWantingCpu(), std::size_t(0));
}

EMBER_TEST(TstQueuedThreads)
#include "tst_queuedthreads.moc"
