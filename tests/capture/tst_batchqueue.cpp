// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/batchqueue.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <thread>

using namespace ember::capture;
using namespace std::chrono_literals;
using ember::model::timestampFromNs;

class TstBatchQueue : public QObject {
    Q_OBJECT

private slots:
    void eventsComeInOrder();
    void ticksThatDoNotFitAreDroppedAndCounted();
    void otherEventsAreNeverDropped();
    void takingMakesRoom();
    void aReaderGetsEverythingAWriterKept();
    void whatMustNotWaitWakesTheReader_data();
    void whatMustNotWaitWakesTheReader();
    void manyTicksWakeTheReader();
    void closingWakesTheReader();
};

namespace {

Tick tickOf(std::int64_t time, std::size_t samples, std::size_t stackBytes = 0)
{
    Tick tick;
    tick.time = timestampFromNs(time);
    tick.samples.resize(samples);
    tick.stacks.resize(stackBytes);
    return tick;
}

} // namespace

void TstBatchQueue::eventsComeInOrder()
{
    BatchQueue queue;
    queue.push(ThreadEnded{ThreadNumber(1), timestampFromNs(1)});
    QVERIFY(queue.push(tickOf(2, 1)) == BatchQueue::Accepted::Yes);
    queue.push(ThreadEnded{ThreadNumber(2), timestampFromNs(3)});
    const auto events = queue.take(0ms);
    QCOMPARE(events.size(), std::size_t(3));
    QVERIFY(std::holds_alternative<ThreadEnded>(events[0]));
    QVERIFY(std::holds_alternative<Tick>(events[1]));
    QCOMPARE(std::get<ThreadEnded>(events[2]).thread, ThreadNumber(2));
}

void TstBatchQueue::ticksThatDoNotFitAreDroppedAndCounted()
{
    BatchQueue queue(10'000);
    QVERIFY(queue.push(tickOf(1, 1, 8000)) == BatchQueue::Accepted::Yes);
    QVERIFY(queue.push(tickOf(2, 3, 8000)) == BatchQueue::Accepted::No);
    QVERIFY(queue.push(tickOf(3, 4, 8000)) == BatchQueue::Accepted::No);
    QVERIFY(queue.push(tickOf(4, 1, 100)) == BatchQueue::Accepted::Yes);
    const auto events = queue.take(0ms);
    QCOMPARE(events.size(), std::size_t(3));
    const auto &marker = std::get<Marker>(events[1]); // before the tick that fitted again
    QVERIFY(marker.kind == ember::model::CaptureEventKind::Dropped);
    QCOMPARE(marker.count, std::uint64_t(7));
    QCOMPARE(marker.time, timestampFromNs(3));
}

void TstBatchQueue::otherEventsAreNeverDropped()
{
    BatchQueue queue(1);
    for (std::size_t i = 0; i < 1000; ++i)
        queue.push(ThreadEnded{ThreadNumber(i), {}});
    QCOMPARE(queue.take(0ms).size(), std::size_t(1000));
}

void TstBatchQueue::takingMakesRoom()
{
    BatchQueue queue(10'000);
    for (int i = 0; i < 10; ++i) {
        QVERIFY(queue.push(tickOf(i, 1, 8000)) == BatchQueue::Accepted::Yes);
        QCOMPARE(queue.take(0ms).size(), std::size_t(1));
    }
}

void TstBatchQueue::aReaderGetsEverythingAWriterKept()
{
    BatchQueue queue(200'000);
    constexpr int ticks = 20'000;
    std::uint64_t kept = 0;
    std::thread writer([&queue, &kept] {
        for (int i = 0; i < ticks; ++i)
            kept += queue.push(tickOf(i, 1, 1000)) == BatchQueue::Accepted::Yes ? 1U : 0U;
        queue.close();
    });
    std::uint64_t taken = 0;
    std::uint64_t dropped = 0;
    std::int64_t last = -1;
    bool inOrder = true;
    while (!queue.isFinished()) {
        for (const auto &event : queue.take(1000ms)) {
            if (const auto *marker = std::get_if<Marker>(&event)) {
                dropped += marker->count;
                continue;
            }
            const auto time = toNs(std::get<Tick>(event).time);
            inOrder = inOrder && time > last;
            last = time;
            ++taken;
        }
    }
    writer.join();
    QVERIFY(inOrder);
    QCOMPARE(taken, kept);
    QCOMPARE(taken + dropped, std::uint64_t(ticks));
}

void TstBatchQueue::whatMustNotWaitWakesTheReader_data()
{
    QTest::addColumn<bool>("isTick");
    QTest::newRow("a tick that is urgent") << true;
    QTest::newRow("an event") << false;
}

void TstBatchQueue::whatMustNotWaitWakesTheReader()
{
    QFETCH(const bool, isTick);
    BatchQueue queue;
    QVERIFY(queue.push(tickOf(1, 1)) == BatchQueue::Accepted::Yes);
    std::thread writer([&queue, isTick] {
        auto urgent = tickOf(2, 1);
        urgent.isUrgent = true;
        if (isTick)
            queue.push(std::move(urgent));
        else
            queue.push(ThreadEnded{ThreadNumber(1), timestampFromNs(2)});
    });
    const auto events = queue.take(std::chrono::hours(1));
    writer.join();
    QCOMPARE(events.size(), std::size_t(2)); // what had waited comes along
}

void TstBatchQueue::manyTicksWakeTheReader()
{
    BatchQueue queue(40'000);
    std::thread writer([&queue] {
        for (int i = 0; i < 3; ++i)
            queue.push(tickOf(i, 1, 5000));
    });
    QVERIFY(queue.take(std::chrono::hours(1)).size() >= 2);
    writer.join();
}

void TstBatchQueue::closingWakesTheReader()
{
    BatchQueue queue;
    std::thread closer([&queue] { queue.close(); });
    QVERIFY(queue.take(std::chrono::hours(1)).empty());
    closer.join();
    QVERIFY(queue.isFinished());
}

EMBER_TEST(TstBatchQueue)
#include "tst_batchqueue.moc"
