// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/eventgap.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <atomic>
#include <ctime>
#include <sched.h>
#include <thread>

using namespace std::chrono_literals;
using ember::tests::EventGap;

namespace {

std::chrono::nanoseconds cpuTime()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

void work(std::chrono::nanoseconds duration)
{
    const auto end = cpuTime() + duration;
    while (cpuTime() < end) { }
}

// This thread and those it starts share one CPU.
class OneCpu {
public:
    OneCpu()
    {
        sched_getaffinity(0, sizeof m_before, &m_before);
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(static_cast<unsigned>(sched_getcpu()), &one);
        sched_setaffinity(0, sizeof one, &one);
    }

    ~OneCpu() { sched_setaffinity(0, sizeof m_before, &m_before); }

    OneCpu(const OneCpu &) = delete;
    OneCpu &operator=(const OneCpu &) = delete;

private:
    cpu_set_t m_before{};
};

} // namespace

class TstEventGap : public QObject {
    Q_OBJECT
private slots:
    void workIsSeen()
    {
        EventGap gap;
        work(120ms);
        QVERIFY(gap.longest() >= 120ms);
    }

    void waitingIsSeen()
    {
        if (!EventGap::canSeeWaiting)
            QSKIP("sanitizers make threads wait for each other");
        EventGap gap;
        std::thread([] { std::this_thread::sleep_for(120ms); }).join();
        QVERIFY(gap.longest() >= 110ms);
    }

    void waitingIsLeftOutOnDemand()
    {
        EventGap gap(EventGap::Counts::Work);
        std::this_thread::sleep_for(120ms);
        QVERIFY(gap.longest() < 110ms);
        work(120ms);
        QVERIFY(gap.longest() >= 120ms);
    }

    void turnsOfTheLoopAreGapsOfTheirOwn()
    {
        EventGap gap;
        for (int turn = 0; turn < 4; ++turn) {
            work(50ms);
            QCoreApplication::processEvents();
        }
        QVERIFY(gap.longest() < 200ms);
    }

    void theTimeOthersHadTheCpuIsNot()
    {
        const OneCpu oneCpu;
        std::atomic<bool> isOver = false;
        std::thread other([&] {
            while (!isOver) { }
        });
        EventGap gap;
        const auto start = std::chrono::steady_clock::now();
        work(200ms);
        const auto seen = gap.longest();
        const auto wall = std::chrono::steady_clock::now() - start;
        isOver = true;
        other.join();
        QVERIFY(wall > 250ms);
        QVERIFY2(seen < 200ms + (wall - 200ms) / 2, qPrintable(QString::number(seen.count())));
    }
};

EMBER_TEST(TstEventGap)
#include "tst_eventgap.moc"
