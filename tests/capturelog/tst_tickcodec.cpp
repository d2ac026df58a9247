// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/tickcodec.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <vector>

using namespace ember::model;
using namespace ember::model::capturelog;

namespace {

constexpr auto base = timestampFromNs(1'000'000'000);
constexpr Nanoseconds period{10'000'000};

struct SeenSample {
    std::size_t thread;
    std::int64_t ns;
    SampleKind kind;
    std::size_t stack;
    ThreadState state;
    std::int64_t cpu;
    std::int64_t stop;
    SystemCall call = noSystemCall;

    friend bool operator==(const SeenSample &, const SeenSample &) = default;
};

class Collector : public TickSink {
public:
    std::vector<std::int64_t> ticks;
    std::vector<SeenSample> samples;
    std::vector<std::uint64_t> goroutines; // of the samples

    void beginTick(Timestamp time) override { ticks.push_back(toNs(time)); }

    void sample(Timestamp time, const TickSample &sample) override
    {
        samples.push_back({sample.thread.row(), toNs(time), sample.kind, sample.stack.row(),
                           sample.detail.state, sample.detail.cpuNs, sample.detail.stopNs,
                           sample.detail.call});
        goroutines.push_back(sample.goroutine);
    }

    bool wantsMore() const override { return true; }

    void passOver() override { ++passedOver; }

    int passedOver = 0;
};

// Encodes ticks of threads 0 … 2 and reads them back.
class Channel {
public:
    Channel()
    {
        m_encoder.startSegment(base, period, [](StackId stack) { return stack; });
        m_decoder.startSegment(base, period);
        for (std::size_t thread = 0; thread < 3; ++thread) {
            m_encoder.addThread(ThreadSerial(thread));
            m_decoder.addThread(ThreadSerial(thread));
        }
    }

    void tick(int number, std::vector<TickSample> samples)
    {
        m_written += m_encoder.tick(base + number * period, samples);
    }

    std::size_t callBytes() const { return m_encoder.newCalls().size(); }

    bool needsNewBlock(std::vector<TickSample> samples) const
    {
        return m_encoder.needsNewBlock(samples);
    }

    std::size_t blockSize() const { return m_encoder.block().size(); }

    std::uint64_t written() const { return m_written; }

    Collector receive()
    {
        Collector collector;
        ByteReader calls(m_encoder.newCalls().view());
        m_decoder.takeCalls(calls);
        ByteReader from(m_encoder.block().view());
        m_decoder.decode(from, collector);
        m_failed = from.hasFailed() || calls.hasFailed();
        m_encoder.clearBlock();
        return collector;
    }

    bool hasFailed() const { return m_failed; }

private:
    TickEncoder m_encoder;
    TickDecoder m_decoder;
    std::uint64_t m_written = 0;
    bool m_failed = false;
};

TickSample taken(std::size_t thread, std::size_t stack)
{
    return {ThreadSerial(thread),
            SampleKind::Taken,
            StackId(stack),
            {2'000'000, 12'300, ThreadState::Running}};
}

TickSample ofGoroutine(std::uint64_t goroutine, std::size_t thread, std::size_t stack)
{
    auto sample = taken(thread, stack);
    sample.goroutine = goroutine;
    return sample;
}

TickSample credited(std::size_t thread, ThreadState state = ThreadState::Running)
{
    return {ThreadSerial(thread), SampleKind::Credited, {}, {0, 0, state}};
}

constexpr SystemCall readCall{0};
constexpr SystemCall futexCall{202};

TickSample blocked(std::size_t thread, std::size_t stack, SystemCall call)
{
    return {ThreadSerial(thread),
            SampleKind::Taken,
            StackId(stack),
            {0, 0, ThreadState::Blocked, call}};
}

// The entry of a recorder that says something more of the sample.
void putExtended(ByteWriter &block, std::uint64_t gap, std::string_view entry)
{
    block.varint(gap);
    const bool isShort = entry.size() < ticktag::longLength;
    const auto length = isShort ? static_cast<unsigned>(entry.size()) : ticktag::longLength;
    block.byte(static_cast<std::uint8_t>(ticktag::extended | length << ticktag::lengthShift));
    if (!isShort)
        block.varint(entry.size());
    block.raw(entry);
}

// A tick with that entry for thread 0, and a plain one for thread 2.
Collector tickWith(std::string_view entry, bool &hasFailed)
{
    ByteWriter block;
    block.signedVarint(period.count());
    block.varint(2);
    putExtended(block, 0, entry);
    block.varint(1);
    block.byte(ticktag::taken | ticktag::hasStack | 1U << ticktag::stateShift);
    block.signedVarint(9);
    TickDecoder decoder;
    decoder.startSegment(base, period);
    for (std::size_t thread = 0; thread < 3; ++thread)
        decoder.addThread(ThreadSerial(thread));
    Collector collector;
    ByteReader from(block.view());
    decoder.decode(from, collector);
    hasFailed = from.hasFailed();
    return collector;
}

// Of a sample with stack 5: its tag and the stack.
std::string plainEntry()
{
    ByteWriter entry;
    entry.byte(ticktag::taken | ticktag::hasStack | 1U << ticktag::stateShift);
    entry.signedVarint(5);
    return std::string(entry.view());
}

} // namespace

class TstTickCodec : public QObject {
    Q_OBJECT

private slots:
    void samplesComeBackAsTheyWereTaken()
    {
        Channel channel;
        channel.tick(1, {taken(2, 9), taken(0, 5)});
        channel.tick(2, {taken(0, 6), credited(2)});
        const auto seen = channel.receive();
        QVERIFY(!channel.hasFailed());
        const auto first = toNs(base + period);
        const auto second = toNs(base + 2 * period);
        const auto running = ThreadState::Running;
        const std::vector<SeenSample> wanted{
            {0, first, SampleKind::Taken, 5, running, 2'000'000, 12'300},
            {2, first, SampleKind::Taken, 9, running, 2'000'000, 12'300},
            {0, second, SampleKind::Taken, 6, running, 2'000'000, 12'300},
            {2, second, SampleKind::Credited, 9, running, 0, 0}};
        QCOMPARE(seen.samples, wanted);
        QCOMPARE(channel.written(), std::uint64_t(4));
    }

    void threadsThatDoNotRunCostNothing()
    {
        Channel channel;
        channel.tick(1, {taken(0, 5), taken(1, 5), taken(2, 5)});
        const auto before = channel.blockSize();
        for (int tick = 2; tick <= 11; ++tick)
            channel.tick(tick, {credited(0), credited(1), credited(2)});
        QCOMPARE(channel.blockSize() - before, std::size_t(10 * 2));
        QCOMPARE(channel.receive().samples.size(), std::size_t(33));
    }

    void aThreadWithoutASampleGetsNone()
    {
        Channel channel;
        channel.tick(1, {taken(0, 5), taken(1, 6)});
        channel.tick(2, {credited(1)});
        channel.tick(3, {credited(1)});
        channel.tick(4, {credited(0), credited(1)});
        const auto seen = channel.receive();
        QCOMPARE(seen.ticks.size(), std::size_t(4));
        std::vector<std::int64_t> times;
        for (const auto &sample : seen.samples) {
            if (sample.thread == 0)
                times.push_back((sample.ns - toNs(base)) / period.count());
        }
        QCOMPARE(times, (std::vector<std::int64_t>{1, 4}));
        QCOMPARE(seen.samples[4].stack, std::size_t(5)); // credited with the old stack
    }

    void owedTicksBecomeSamplesOfTheirOwn()
    {
        Channel channel;
        channel.tick(1, {taken(0, 5)});
        channel.tick(2, {});
        channel.tick(3, {});
        auto sample = taken(0, 7);
        sample.owedTicks = 2;
        channel.tick(4, {sample});
        const auto seen = channel.receive();
        QCOMPARE(seen.samples.size(), std::size_t(4));
        QCOMPARE(seen.samples[1].ns, toNs(base + 2 * period));
        QCOMPARE(seen.samples[2].ns, toNs(base + 3 * period));
        QCOMPARE(seen.samples[2].kind, SampleKind::Credited);
        QCOMPARE(seen.samples[2].stack, std::size_t(7));
        QCOMPARE(seen.samples[3].kind, SampleKind::Taken);
        QCOMPARE(channel.written(), std::uint64_t(4));
    }

    void onlyTheNewestOwedTicksAreWrittenAndCounted()
    {
        constexpr int most{maxOwedTicks};
        Channel channel;
        for (int number = 0; number < most + 3; ++number)
            channel.tick(number, {});
        auto sample = taken(0, 7);
        sample.owedTicks = maxOwedTicks + 2;
        channel.tick(most + 3, {sample});
        const auto seen = channel.receive();
        QCOMPARE(seen.samples.size(), std::size_t(most) + 1);
        QCOMPARE(seen.samples.front().ns, toNs(base + 3 * period));
        QCOMPARE(channel.written(), std::uint64_t(seen.samples.size()));
    }

    void owedTicksReachIntoEarlierBlocks()
    {
        Channel channel;
        channel.tick(1, {taken(0, 5)});
        channel.tick(2, {});
        channel.receive();
        auto sample = taken(0, 7);
        sample.owedTicks = 1;
        channel.tick(3, {sample});
        const auto seen = channel.receive();
        QCOMPARE(seen.samples.size(), std::size_t(2));
        QCOMPARE(seen.samples.front().ns, toNs(base + 2 * period));
    }

    void aBlockedThreadsCallIsSaidOncePerStack()
    {
        Channel channel;
        channel.tick(1, {blocked(0, 5, futexCall), blocked(1, 6, readCall), taken(2, 7)});
        const auto said = channel.callBytes();
        QCOMPARE(said, std::size_t(2 * 2 + 1)); // futex's number takes two bytes
        channel.tick(2, {credited(0, ThreadState::Blocked), blocked(1, 5, futexCall), taken(2, 6)});
        QCOMPARE(channel.callBytes(), said);
        const auto seen = channel.receive();
        std::vector<SystemCall> calls;
        for (const auto &sample : seen.samples)
            calls.push_back(sample.call);
        QCOMPARE(
            calls,
            (std::vector{futexCall, readCall, noSystemCall, futexCall, futexCall, noSystemCall}));
    }

    void aCreditedThreadStaysInItsCall()
    {
        Channel channel;
        channel.tick(1, {blocked(0, 5, futexCall)});
        QCOMPARE(channel.receive().samples.front().call, futexCall);
        channel.tick(2, {credited(0, ThreadState::Blocked), blocked(1, 5, readCall)});
        const auto seen = channel.receive();
        QCOMPARE(seen.samples[0].call, futexCall);
        QCOMPARE(seen.samples[1].call, readCall);
    }

    void aCallThatChangesNeedsANewBlock()
    {
        Channel channel;
        channel.tick(1, {blocked(0, 5, futexCall)});
        QVERIFY(!channel.needsNewBlock({blocked(1, 5, futexCall), blocked(2, 6, readCall)}));
        QVERIFY(!channel.needsNewBlock({taken(1, 5)}));
        QVERIFY(channel.needsNewBlock({blocked(1, 5, readCall)}));
        channel.receive();
        QVERIFY(!channel.needsNewBlock({blocked(1, 5, readCall)}));
    }

    void twoCallsWithOneStackAtOneTickAreNone()
    {
        Channel channel;
        channel.tick(1, {blocked(0, 5, futexCall), blocked(1, 5, readCall)});
        for (const auto &sample : channel.receive().samples)
            QCOMPARE(sample.call, noSystemCall);
    }

    void cpuTimeIsNotLostInRounding()
    {
        Channel channel;
        for (int tick = 1; tick <= 1000; ++tick) {
            auto sample = taken(0, 5);
            sample.detail.cpuNs = 333;
            channel.tick(tick, {sample});
        }
        std::int64_t sum = 0;
        for (const auto &sample : channel.receive().samples)
            sum += sample.cpu;
        QCOMPARE(sum, std::int64_t(333'000));
    }

    void aShortStopIsStillAStop()
    {
        Channel channel;
        auto sample = taken(0, 5);
        sample.detail.stopNs = 20;
        channel.tick(1, {sample});
        QCOMPARE(channel.receive().samples.front().stop, std::int64_t(100));
    }

    void aThreadsGoroutineHoldsUntilItChanges()
    {
        Channel channel;
        channel.tick(1, {ofGoroutine(18, 0, 5), ofGoroutine(7, 1, 6), taken(2, 7)});
        channel.tick(2, {ofGoroutine(18, 0, 5), ofGoroutine(9, 1, 6), taken(2, 7)});
        channel.tick(3, {credited(0), credited(1), credited(2)});
        channel.tick(4, {taken(0, 5), ofGoroutine(9, 2, 7)});
        channel.tick(5, {credited(0), ofGoroutine(std::uint64_t(1) << 62U, 1, 6), credited(2)});
        const auto seen = channel.receive();
        QVERIFY(!channel.hasFailed());
        QCOMPARE(seen.passedOver, 0);
        const std::vector<std::uint64_t> wanted{
            18, 7, 0, 18, 9, 0, 18, 9, 0, 0, 9, 0, std::uint64_t(1) << 62U, 9};
        QCOMPARE(seen.goroutines, wanted);
    }

    // A thread of no goroutine, and one that goes on with its own, cost what they did.
    void onlyNewGoroutinesCostBytes()
    {
        const auto size = [](std::uint64_t first, std::uint64_t second) {
            Channel channel;
            channel.tick(1, {ofGoroutine(first, 0, 5)});
            channel.tick(2, {ofGoroutine(second, 0, 5)});
            return channel.blockSize();
        };
        QCOMPARE(size(18, 18), size(0, 0) + 3);
        QCOMPARE(size(18, 19), size(0, 0) + 6);
    }

    void owedSamplesAreOfTheSameGoroutine()
    {
        Channel channel;
        channel.tick(1, {ofGoroutine(3, 0, 5)});
        channel.tick(2, {});
        auto late = ofGoroutine(4, 0, 6);
        late.owedTicks = 1;
        channel.tick(3, {late});
        QCOMPARE(channel.receive().goroutines, (std::vector<std::uint64_t>{3, 4, 4}));
    }

    void aNewSegmentSaysGoroutinesAgain()
    {
        TickEncoder encoder;
        const auto same = [](StackId stack) { return stack; };
        encoder.startSegment(base, period, same);
        encoder.addThread(ThreadSerial(0));
        encoder.tick(base, std::vector{ofGoroutine(18, 0, 5)});
        encoder.startSegment(base, period, same);
        encoder.tick(base + period, std::vector{credited(0)});
        TickDecoder decoder;
        decoder.startSegment(base, period);
        decoder.addThread(ThreadSerial(0));
        Collector seen;
        ByteReader from(encoder.block().view());
        decoder.decode(from, seen);
        QCOMPARE(seen.goroutines, std::vector<std::uint64_t>{18});
    }

    // So that a minor version can say more of a sample.
    void whatANewerRecorderSaysOfASampleIsPassedOver_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<int>("passedOver");
        QTest::newRow("nothing") << QByteArray() << 0;
        QTest::newRow("the goroutine") << QByteArray("\x01\x05") << 0;
        QTest::newRow("a field") << QByteArray("\x02\x05") << 1;
        QTest::newRow("the goroutine and a field") << QByteArray("\x03\x05\x06") << 1;
        QTest::newRow("long ones") << QByteArray(1000, '\x7f') << 1;
    }

    void whatANewerRecorderSaysOfASampleIsPassedOver()
    {
        QFETCH(QByteArray, more);
        QFETCH(int, passedOver);
        bool hasFailed = false;
        const auto seen = tickWith(plainEntry() + more.toStdString(), hasFailed);
        QVERIFY(!hasFailed);
        const auto time = toNs(base + period);
        const std::vector<SeenSample> wanted{
            {0, time, SampleKind::Taken, 5, ThreadState::Running, 0, 0},
            {2, time, SampleKind::Taken, 9, ThreadState::Running, 0, 0}};
        QCOMPARE(seen.samples, wanted);
        QCOMPARE(seen.passedOver, passedOver);
    }

    void anExtendedEntryThatHoldsNoSampleIsRefused()
    {
        bool hasFailed = false;
        for (const std::string &entry :
             {std::string(), std::string(1, '\x03'), plainEntry().substr(0, 1)}) {
            tickWith(entry, hasFailed);
            QVERIFY(hasFailed);
        }
    }

    void anEntryOfADeadThreadIsRefused()
    {
        TickEncoder encoder;
        encoder.startSegment(base, period, [](StackId stack) { return stack; });
        encoder.addThread(ThreadSerial(8));
        const auto sample = taken(8, 2);
        encoder.tick(base + period, {&sample, 1});
        TickDecoder decoder;
        decoder.startSegment(base, period);
        decoder.addThread(ThreadSerial(7));
        ByteReader from(encoder.block().view());
        Collector collector;
        decoder.decode(from, collector);
        QVERIFY(from.hasFailed());
        QVERIFY(collector.samples.empty());
    }
};

EMBER_TEST(TstTickCodec)
#include "tst_tickcodec.moc"
