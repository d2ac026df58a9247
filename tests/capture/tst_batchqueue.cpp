// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/batchqueue.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <thread>

using namespace ember::capture;
using namespace std::chrono_literals;
using ember::model::CaptureEventKind;
using ember::model::timestampFromNs;

class TstBatchQueue : public QObject {
    Q_OBJECT

private slots:
    void eventsComeInOrder();
    void ticksThatDoNotFitAreDroppedAndCounted();
    void ticksThatASampleStoodForAreLostWithIt();
    void endsAreAlwaysAccepted();
    void startsThatDoNotFitAreRefused();
    void countsThatDoNotFitAreAddedUp();
    void whatPeopleAskForHasRoomWhereNotesHaveNone();
    void lossesAreSaidInTheirKinds();
    void takingMakesRoom();
    void aLongQueueIsTakenPieceByPiece();
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
    queue.push(ThreadEnded{ThreadSerial(1), timestampFromNs(1)});
    QVERIFY(queue.push(tickOf(2, 1)) == BatchQueue::Accepted::Yes);
    queue.push(ThreadEnded{ThreadSerial(2), timestampFromNs(3)});
    const auto events = queue.take(0ms);
    QCOMPARE(events.size(), std::size_t(3));
    QVERIFY(std::holds_alternative<ThreadEnded>(events[0]));
    QVERIFY(std::holds_alternative<Tick>(events[1]));
    QCOMPARE(std::get<ThreadEnded>(events[2]).thread, ThreadSerial(2));
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
    QVERIFY(marker.kind == CaptureEventKind::Dropped);
    QCOMPARE(marker.count, std::uint64_t(7));
    QCOMPARE(marker.time, timestampFromNs(3));
}

void TstBatchQueue::ticksThatASampleStoodForAreLostWithIt()
{
    BatchQueue queue(1);
    auto tick = tickOf(5, 2);
    tick.samples[1].owedTicks = 3;
    QVERIFY(queue.push(std::move(tick)) == BatchQueue::Accepted::No);
    queue.close();
    QCOMPARE(std::get<Marker>(queue.take(0ms).at(0)).count, std::uint64_t(5));
}

void TstBatchQueue::endsAreAlwaysAccepted()
{
    BatchQueue queue(1, 1);
    for (std::size_t i = 0; i < 500; ++i) {
        QVERIFY(queue.push(ThreadEnded{ThreadSerial(i), {}}) == BatchQueue::Accepted::Yes);
        QVERIFY(queue.push(ProcessEnded{ProcessSerial(i), {}, {}}) == BatchQueue::Accepted::Yes);
    }
    QCOMPARE(queue.take(0ms).size(), std::size_t(1000));
}

void TstBatchQueue::startsThatDoNotFitAreRefused()
{
    BatchQueue queue(1'000'000, 100'000);
    ProcessStarted process;
    process.command.assign(60'000, 'x');
    QVERIFY(queue.hasRoom());
    QVERIFY(queue.push(process) == BatchQueue::Accepted::Yes);
    QVERIFY(!queue.hasRoom());
    QVERIFY(queue.push(process) == BatchQueue::Accepted::No);
    QVERIFY(queue.push(ProcessMapped{ProcessSerial(0), process.command})
            == BatchQueue::Accepted::No);
    QVERIFY(queue.bytes() >= 60'000 && queue.bytes() <= 100'000);
    QVERIFY(queue.push(tickOf(1, 1, 8000)) == BatchQueue::Accepted::Yes); // has room of its own
    queue.take(0ms);
    QCOMPARE(queue.bytes(), std::size_t(0));
    QVERIFY(queue.push(process) == BatchQueue::Accepted::Yes);
}

// Of a thousand ticks a second that are missed each is an event.
void TstBatchQueue::countsThatDoNotFitAreAddedUp()
{
    BatchQueue queue(1'000'000, 10'000);
    constexpr int ticks = 1000;
    for (int i = 0; i < ticks; ++i) {
        queue.push(Marker{CaptureEventKind::MissedTicks, timestampFromNs(2 * i), 2, {}});
        queue.push(Marker{CaptureEventKind::Dropped, timestampFromNs(2 * i + 1), 3, {}});
    }
    QVERIFY(queue.bytes() <= 10'000);
    std::uint64_t missed = 0;
    std::uint64_t dropped = 0;
    const auto count = [&](const std::vector<RecordEvent> &events) {
        for (const auto &event : events) {
            if (const auto *marker = std::get_if<Marker>(&event))
                (marker->kind == CaptureEventKind::Dropped ? dropped : missed) += marker->count;
        }
    };
    count(queue.take(0ms));
    QVERIFY(missed < 2 * ticks); // the rest comes with the next tick
    QVERIFY(queue.push(tickOf(5000, 1)) == BatchQueue::Accepted::Yes);
    count(queue.take(0ms));
    QCOMPARE(missed, std::uint64_t(2 * ticks));
    QCOMPARE(dropped, std::uint64_t(3 * ticks));
}

void TstBatchQueue::whatPeopleAskForHasRoomWhereNotesHaveNone()
{
    BatchQueue queue(1'000'000, 1000);
    const Marker note{CaptureEventKind::Note, {}, 0, "note"};
    while (queue.push(note) == BatchQueue::Accepted::Yes) { }
    QVERIFY(queue.push(Marker{CaptureEventKind::Paused, {}, 0, {}}) == BatchQueue::Accepted::Yes);
    QVERIFY(queue.push(KeepRequest{{}, "asked for"}) == BatchQueue::Accepted::Yes);
    while (queue.push(KeepRequest{{}, "asked for"}) == BatchQueue::Accepted::Yes) { }
    QVERIFY(queue.bytes() <= 2000);
    queue.close();
    const auto events = queue.take(0ms);
    const auto &lost = std::get<Marker>(events.back());
    QVERIFY(lost.kind == CaptureEventKind::Note);
    QCOMPARE(lost.count, std::uint64_t(2)); // a note and a request
}

void TstBatchQueue::lossesAreSaidInTheirKinds()
{
    BatchQueue queue;
    queue.lose({.time = timestampFromNs(7), .samples = 4});
    queue.lose({.time = timestampFromNs(9), .threads = 2, .processes = 1});
    QVERIFY(queue.push(tickOf(10, 1)) == BatchQueue::Accepted::Yes);
    const auto events = queue.take(0ms);
    QCOMPARE(events.size(), std::size_t(3)); // once
    const auto &samples = std::get<Marker>(events[0]);
    const auto &others = std::get<Marker>(events[1]);
    QVERIFY(samples.kind == CaptureEventKind::Dropped && samples.count == 4);
    QVERIFY(others.kind == CaptureEventKind::Note && others.count == 3);
    QCOMPARE(others.time, timestampFromNs(9));
    QVERIFY(others.text.find("threads: 2, processes: 1;") != std::string::npos);
}

void TstBatchQueue::takingMakesRoom()
{
    BatchQueue queue(10'000);
    for (int i = 0; i < 10; ++i) {
        QVERIFY(queue.push(tickOf(i, 1, 8000)) == BatchQueue::Accepted::Yes);
        QCOMPARE(queue.take(0ms).size(), std::size_t(1));
    }
}

// Else the reader would hold as much as waits behind it.
void TstBatchQueue::aLongQueueIsTakenPieceByPiece()
{
    BatchQueue queue;
    constexpr std::size_t oneTick = std::size_t(1) << 20U;
    for (int i = 0; i < 20; ++i)
        QVERIFY(queue.push(tickOf(i, 1, oneTick)) == BatchQueue::Accepted::Yes);
    std::size_t taken = 0;
    std::size_t pieces = 0;
    while (queue.bytes() > 0) {
        const auto events = queue.take(std::chrono::hours(1)); // what is left is not waited for
        QVERIFY(events.size() <= 5);
        QCOMPARE(std::get<Tick>(events.front()).time, timestampFromNs(std::int64_t(taken)));
        taken += events.size();
        ++pieces;
    }
    QCOMPARE(taken, std::size_t(20));
    QVERIFY(pieces >= 4);
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
            queue.push(ThreadEnded{ThreadSerial(1), timestampFromNs(2)});
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
