// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/procreader.h"
#include "capture/ptrace/cpuholders.h"
#include "capture/ptrace/ptracebackend.h"
#include "tests/capture/recorderrun.h"
#include "tests/capture/runningtarget.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <sched.h>
#include <thread>
#include <vector>

using namespace ember::tests;
using namespace ember::capture;
using namespace std::chrono_literals;

// Where the sampler waits for its ticks: on the CPU of a thread that is to be pushed off it, where
// it has no real-time priority to have that done by others.
class TstThreadPlace : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_cpus = allowed();
        if (m_cpus.size() < 2)
            QSKIP("there is one CPU only");
    }

    void whoIsMovedIsThereAndComesBack();
    void whereNobodyMayBeNobodyGoes();
    void eachThreadsCpuHasItsTurn();

private:
    static std::vector<int> allowed(pid_t thread = 0);

    // In a thread of its own: no other test is to be moved by it.
    template<typename Test>
    static void aside(Test test)
    {
        std::thread(test).join();
    }

    std::vector<int> m_cpus;
};

// Of the calling thread, or another one.
std::vector<int> TstThreadPlace::allowed(pid_t thread)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(thread, sizeof set, &set);
    std::vector<int> cpus;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(static_cast<unsigned>(cpu), &set))
            cpus.push_back(cpu);
    }
    return cpus;
}

void TstThreadPlace::whoIsMovedIsThereAndComesBack()
{
    aside([this] {
        {
            ThreadPlace place;
            for (const int cpu : {m_cpus[1], m_cpus[0]}) {
                place.moveTo(cpu);
                QVERIFY(place.isMoved());
                QCOMPARE(allowed(), std::vector{cpu});
                QCOMPARE(sched_getcpu(), cpu);
            }
            place.leave();
            QVERIFY(!place.isMoved());
            QCOMPARE(allowed(), m_cpus);
            place.moveTo(m_cpus[1]);
        }
        QCOMPARE(allowed(), m_cpus);
    });
}

void TstThreadPlace::whereNobodyMayBeNobodyGoes()
{
    aside([this] {
        QVERIFY(pinTo(m_cpus[0]));
        ThreadPlace place;
        for (const int cpu : {m_cpus[1], -1, CPU_SETSIZE, CPU_SETSIZE - 1}) {
            place.moveTo(cpu);
            QVERIFY(!place.isMoved());
            QCOMPARE(allowed(), std::vector{m_cpus[0]});
        }
    });
}

// Only one can be taken at a tick: else some thread would never be pushed aside.
void TstThreadPlace::eachThreadsCpuHasItsTurn()
{
    RunningTarget target(words("busythreads 2 600000"));
    QTRY_COMPARE_WITH_TIMEOUT(target.threadCount(), 3, 120'000);
    const auto threads = listThreads(target.pid());
    QVERIFY(threads && threads->size() == 3);
    const std::vector<pid_t> busy(threads->begin() + 1, threads->end());
    for (std::size_t i = 0; i < busy.size(); ++i) {
        cpu_set_t set;
        CPU_ZERO(&set);
        CPU_SET(static_cast<unsigned>(m_cpus[i]), &set);
        QCOMPARE(sched_setaffinity(busy[i], sizeof set, &set), 0);
        const auto cpuOf = [&target](pid_t thread) {
            const auto stat = readThreadStat(target.pid(), thread);
            return stat ? stat->processor : -1;
        };
        QTRY_COMPARE_WITH_TIMEOUT(cpuOf(busy[i]), m_cpus[i], 120'000);
    }
    aside([&] { // which lets the target go at its end
        PtraceBackend backend(FollowChildren::No);
        QVERIFY(backend.attach(Pid(target.pid())));
        const std::vector<Tid> planned{Tid(busy[0]), Tid(busy[1])};
        for (std::size_t tick = 0; tick < 6; ++tick) {
            const auto moment = CaptureClock::now() + 10ms;
            backend.planToPushAside(planned, moment);
            QCOMPARE(allowed(), std::vector{m_cpus[tick % 2]});
            backend.letRun(moment); // a tick in time
            QCOMPARE(allowed(), m_cpus);
        }
    });
}

EMBER_TEST(TstThreadPlace)
#include "tst_threadplace.moc"
