// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/tickcodec.h"
#include "model/profile/pauses.h"
#include "model/profile/profile.h"
#include "model/query/callweights.h"
#include "model/query/namelesstime.h"
#include "model/query/rangestatistics.h"
#include "tests/capturelog/logfixture.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <array>

using namespace ember::model;
using namespace ember::model::capturelog;
using namespace ember::tests;

namespace {

// Knows every address: an inlined function in an outer one.
class TwoNames : public FrameResolver {
public:
    std::vector<std::uint64_t> asked;

    std::vector<ResolvedFrame> resolve(const ImageKey &image, std::uint64_t address) override
    {
        asked.push_back(address - image.bias);
        return {{"inner()", "", "/src/inner.h", 5, 1, image.bias + 0x80, Inlined::Yes},
                {"outer()", "_Z5outerv", "/src/outer.cpp", 50, 2, image.bias + 0x80, Inlined::No}};
    }

    SymbolState state(const ImageKey &) override { return SymbolState::Debug; }
};

std::vector<std::string> namesLeafFirst(const Profile &profile, StackIndex stack)
{
    std::vector<std::string> names;
    for (; stack != emptyStack; stack = profile.stack(stack).parent)
        names.push_back(frameName(profile, profile.stack(stack).frame));
    return names;
}

StackIndex firstStack(const Profile &profile)
{
    return profile.samples(ThreadIndex(0)).stacks[SampleIndex(0)];
}

// The ticks of a thread that has no owed ones, each entry with a field of a newer version.
std::string withNewerField(std::string_view ticks)
{
    ByteReader from(ticks);
    ByteWriter to;
    while (!from.atEnd()) {
        to.signedVarint(from.signedVarint());
        to.varint(from.varint());
        to.varint(from.varint()); // the gap
        ByteWriter entry;
        const auto tag = from.byte();
        entry.byte(tag);
        for (const unsigned field : {ticktag::hasStack, ticktag::hasCpu, ticktag::hasStop}) {
            if ((tag & field) != 0)
                entry.varint(from.varint());
        }
        entry.raw("\x02newer");
        to.byte(
            static_cast<std::uint8_t>(ticktag::extended | entry.size() << ticktag::lengthShift));
        to.raw(entry.view());
    }
    return std::string(to.view());
}

// The small log, as a recorder of a newer minor version might write it.
std::string newerLog()
{
    const auto bytes = smallLog();
    auto newer = bytes.substr(0, fileHeaderBytes);
    for (auto rest = std::string_view(bytes).substr(fileHeaderBytes); !rest.empty();) {
        const auto [type, payload, size] = scanRecord(rest).record;
        appendRecord(newer, type,
                     type == RecordType::Ticks ? withNewerField(payload) : std::string(payload));
        rest.remove_prefix(size);
    }
    return newer;
}

TickSample sleeping(ThreadSerial thread, StackId stack)
{
    return {thread, SampleKind::Taken, stack, {0, 0, ThreadState::Blocked}};
}

// Two threads that mostly sleep, in several segments, with a pause and with ticks that are owed.
std::string sleepersLog()
{
    LogFile log({200ms, std::uint64_t(32) << 20U, 1000});
    const auto small = beginSmallProcess(log);
    const auto other = log.startThread({{}, small.process, 78, false, "other", {}, captureStart});
    const auto tick = [&](int number, std::vector<TickSample> samples) {
        if (!log->tick(tickTime(number), samples))
            qFatal("no tick");
    };
    const auto again = [](ThreadSerial thread) {
        TickSample sample;
        sample.thread = thread;
        sample.kind = SampleKind::Credited;
        return sample;
    };
    const auto stack = [&](std::uint64_t leaf) { return smallStack(log, small, leaf); };
    tick(0, {sleeping(small.thread, stack(0x300)), sleeping(other, stack(0x310))});
    for (int number = 1; number < 50; ++number)
        tick(number, {again(small.thread), again(other)});
    tick(50, {sleeping(small.thread, stack(0x320)), again(other)});
    for (int number = 51; number < 70; ++number)
        tick(number, {again(small.thread)});
    log->event({CaptureEventKind::Paused, tickTime(70), 0, ""});
    log->event({CaptureEventKind::Resumed, tickTime(100), 0, ""});
    for (int number = 100; number < 130; ++number)
        tick(number, {again(small.thread)});
    auto owed = sleeping(other, stack(0x330));
    owed.owedTicks = 20;
    tick(130, {again(small.thread), owed});
    for (int number = 131; number < 160; ++number)
        tick(number, {again(small.thread), again(other)});
    log->endThread({small.thread, tickTime(160)});
    for (int number = 160; number < 180; ++number)
        tick(number, {again(other)});
    log.finish();
    return log.bytes();
}

// From when on the thread had which stack, and the time of its last sample.
std::vector<std::pair<std::int64_t, StackIndex>> stretches(const Profile &profile,
                                                           ThreadIndex thread)
{
    const auto &samples = profile.samples(thread);
    std::vector<std::pair<std::int64_t, StackIndex>> found;
    for (std::size_t row = 0; row < samples.size(); ++row) {
        const SampleIndex sample(row);
        if (found.empty() || found.back().second != samples.stacks[sample])
            found.emplace_back(toNs(samples.times[sample]), samples.stacks[sample]);
    }
    found.emplace_back(toNs(samples.times.back()), StackIndex());
    return found;
}

} // namespace

class TstCaptureLogReader : public QObject {
    Q_OBJECT

private slots:
    void everyRecordComesBack()
    {
        const auto reading = read(smallLog());
        const auto &profile = *reading.profile;
        const auto &tables = profile.tables();
        QVERIFY(reading.log.findings().empty());

        const auto &process = profile.process(ProcessIndex(0));
        QCOMPARE(process.pid, 77U);
        QCOMPARE(profile.text(process.name), std::string_view("demo"));
        QCOMPARE(profile.text(process.command), std::string_view("/opt/app/demo --fast"));
        QCOMPARE(profile.text(process.executable), std::string_view("/opt/app/demo"));
        QCOMPARE(profile.text(process.workingDirectory), std::string_view("/opt"));
        QCOMPARE(profile.text(process.platform), std::string_view("native"));
        QVERIFY(process.launched && process.start == captureStart && process.end == tickTime(3));
        QCOMPARE(process.exit->code, 3);
        QVERIFY(!process.exit->bySignal);

        const auto &thread = profile.thread(ThreadIndex(0));
        QCOMPARE(profile.text(thread.id), std::string_view("77"));
        QCOMPARE(profile.text(thread.name), std::string_view("worker"));
        QCOMPARE(thread.priority, std::optional<std::uint32_t>(15));
        QVERIFY(thread.isMain && thread.start == captureStart && thread.end == tickTime(3));
        // The first of them is what it was from its start on.
        QCOMPARE(tables.threadChanges.size(), std::size_t(2));
        const auto began = tables.threadChanges[Index<ThreadChangeTag>(0)];
        QVERIFY(began.thread == ThreadIndex(0) && began.time == captureStart);
        QCOMPARE(profile.text(began.name), std::string_view("demo"));

        const auto &image = profile.image(ImageIndex(0));
        QCOMPARE(profile.text(image.codeFile), std::string_view("/opt/app/demo"));
        QCOMPARE(profile.text(image.codeId), std::string_view(buildId));
        QCOMPARE(profile.text(image.debugId),
                 std::string_view("67452301-ab89-efcd-0123-456789abcdef"));
        QCOMPARE(image.address, imageAddress);
        QCOMPARE(image.size, std::uint64_t(0x10000));
        QCOMPARE(image.symbols, SymbolState::Table);
        QVERIFY(image.unloaded == tickTime(3));

        const auto &series = tables.measurements[MeasurementIndex(0)];
        QCOMPARE(profile.text(series.name), std::string_view("memory_footprint"));
        QCOMPARE(series.values.back().value, 4096.5);
        QVERIFY(series.values.back().time == tickTime(1));
        QCOMPARE(tables.output.size(), std::size_t(1));
        QCOMPARE(profile.text(tables.output.back().text), std::string_view("hello"));
        QCOMPARE(tables.output.back().stream, OutputStream::Error);
        std::vector<CaptureEventKind> events;
        tables.events.forEach(
            [&](std::size_t, const CaptureEvent &event) { events.push_back(event.kind); });
        QCOMPARE(events,
                 (std::vector{CaptureEventKind::Started, CaptureEventKind::MissedTicks,
                              CaptureEventKind::Stopped}));
    }

    // Of a recorder that began a series anew behind the process's end.
    void aSeriesInTwoPiecesIsOne()
    {
        LogFile log;
        const auto small = beginSmallProcess(log, "/home/me");
        const auto first =
            log->beginSeries({{}, small.process, "slow_frame_renders", "nanosecond"});
        log->value({first, tickTime(1), 30e6});
        const auto second =
            log->beginSeries({{}, small.process, "slow_frame_renders", "nanosecond"});
        const auto other = log->beginSeries({{}, small.process, "slow_frame_renders", "byte"});
        log->value({second, tickTime(2), 31e6});
        log->value({other, tickTime(2), 1});
        log.finish();
        const auto reading = read(log.bytes());
        const auto &measurements = reading.profile->tables().measurements;
        QCOMPARE(measurements.size(), std::size_t(2));
        QCOMPARE(measurements[MeasurementIndex(0)].values.size(), std::size_t(2));
        QCOMPARE(measurements[MeasurementIndex(1)].values.size(), std::size_t(1));
    }

    void samplesAndStatisticsComeBack()
    {
        const auto bytes = smallLog();
        const auto reading = read(bytes);
        const auto &profile = *reading.profile;
        const auto &samples = profile.samples(ThreadIndex(0));
        QCOMPARE(samples.size(), std::size_t(3));
        for (int tick = 0; tick < 3; ++tick) {
            const SampleIndex index{std::size_t(tick)};
            QCOMPARE(toNs(samples.times[index]), toNs(tickTime(tick)));
            QCOMPARE(samples.details[index].cpuNs, 9'000'000U);
            QCOMPARE(samples.details[index].stopNs, 12'000U);
            QCOMPARE(samples.details[index].state, ThreadState::Running);
        }
        const auto &statistics = profile.tables().statistics;
        QCOMPARE(statistics.rateHz, tickRate);
        QCOMPARE(statistics.ticks, std::uint64_t(3));
        QCOMPARE(statistics.missedTicks, std::uint64_t(7));
        QCOMPARE(statistics.suspensions, std::uint64_t(3));
        QCOMPARE(statistics.nativeStacks, std::uint64_t(3));
        QCOMPARE(statistics.rootsReached, std::uint64_t(3));
        QCOMPARE(statistics.framesByMethod, (std::array<std::uint64_t, 5>{3, 3, 3, 0, 0}));
        QCOMPARE_GE(statistics.stopP50.count(), std::int64_t(12'000));
        QCOMPARE_LT(statistics.stopP99.count(), std::int64_t(12'400));
        const auto &source = profile.tables().sources[SourceIndex(0)];
        QCOMPARE(profile.text(source.type), std::string_view("emberchart"));
        QCOMPARE(profile.text(source.uri), std::string_view("small.ember"));
        QCOMPARE(source.bytes, std::uint64_t(bytes.size()));
        QCOMPARE(source.samples, std::uint64_t(3));
        QVERIFY(source.range == (TimeRange{tickTime(0), tickTime(2)}));
        QCOMPARE(profile.text(source.attributes.front().key), std::string_view("host"));
    }

    void whatGoesOnEndsWithAPause()
    {
        LogFile log;
        const auto small = beginSmallProcess(log);
        const auto ended = log.startThread(
            {{}, small.process, 78, false, "ended", std::uint32_t(20), captureStart});
        const auto stack = smallStack(log, small, 0x300);
        const auto tick = [&](int number, std::initializer_list<ThreadSerial> threads) {
            std::vector<TickSample> samples;
            for (const auto thread : threads)
                samples.push_back({thread, SampleKind::Taken, stack, {0, 0, ThreadState::Running}});
            QVERIFY(log->tick(tickTime(number), samples));
        };
        tick(0, {small.thread, ended});
        log->endThread({ended, tickTime(1)});
        tick(1, {small.thread});
        log->event({CaptureEventKind::Paused, tickTime(2), 0, ""});
        log->event({CaptureEventKind::Resumed, tickTime(500), 0, ""});
        tick(500, {small.thread});
        tick(501, {small.thread});
        log.finish();
        const auto profile = read(log.bytes()).profile;
        const auto &samples = profile->samples(ThreadIndex(0));
        QCOMPARE(samples.size(), std::size_t(5));
        QVERIFY(samples.times[SampleIndex(2)] == tickTime(2));
        QVERIFY(samples.stacks[SampleIndex(2)] == emptyStack);
        QCOMPARE(profile->samples(ThreadIndex(1)).size(), std::size_t(1));
        const auto calls = CallWeigher().weigh(profile, {});
        QCOMPARE(calls->total.front().time.count(), (3 * tickPeriod).count());
        const auto statistics = rangeStatistics(*profile, {});
        QCOMPARE(statistics.all.time.count(), (3 * tickPeriod).count());
        QCOMPARE(statistics.all.samples, std::uint64_t(5));
        QCOMPARE(statistics.idle.samples, std::uint64_t(0));
    }

    // The recorder was stopped or got no CPU: what it saw last is not what happened meanwhile.
    void aStallEndsWhatTheThreadsDid_data()
    {
        QTest::addColumn<int>("missed");
        QTest::addColumn<bool>("isStall");
        QTest::newRow("a few ticks") << 7 << false;
        QTest::newRow("many") << 400 << true;
    }

    void aStallEndsWhatTheThreadsDid()
    {
        QFETCH(int, missed);
        QFETCH(bool, isStall);
        LogFile log;
        const auto small = beginSmallProcess(log);
        const auto stack = smallStack(log, small, 0x300);
        const auto tick = [&](int number, std::uint32_t owed) {
            TickSample sample{small.thread, SampleKind::Taken, stack, {0, 0, ThreadState::Running}};
            sample.owedTicks = owed;
            QVERIFY(log->tick(tickTime(number), {&sample, 1}));
        };
        tick(0, 0);
        QVERIFY(log->tick(tickTime(1), {}));
        const int resumed = 2 + missed;
        log->event({CaptureEventKind::MissedTicks, tickTime(resumed), std::uint64_t(missed), ""});
        tick(resumed, 1); // it waited for a CPU at tick 1, too
        tick(resumed + 1, 0);
        log.finish();
        const auto profile = read(log.bytes()).profile;
        const auto pauses = pausesOf(*profile);
        QCOMPARE(pauses.empty(), !isStall);
        const auto calls = CallWeigher().weigh(profile, {});
        const auto seen = isStall ? 3 : 1 + resumed;
        QCOMPARE(calls->total.front().time.count(), (seen * tickPeriod).count());
        if (!isStall)
            return;
        QVERIFY(pauses.front().start == tickTime(2) && pauses.front().end == tickTime(resumed));
        const auto &samples = profile->samples(ThreadIndex(0));
        QVERIFY(samples.times[SampleIndex(1)] == tickTime(2));
        QVERIFY(samples.stacks[SampleIndex(1)] == emptyStack);
        QVERIFY(samples.times[SampleIndex(2)] == tickTime(resumed));
    }

    void namesInTheLogAreUsedWithoutAResolver()
    {
        const auto reading = read(smallLog());
        const auto &profile = *reading.profile;
        const auto names = namesLeafFirst(profile, firstStack(profile));
        QCOMPARE(names, (std::vector<std::string>{"leaf()", "demo+0x200", "demo+0x100"}));
        const auto &leaf = profile.frame(profile.stack(firstStack(profile)).frame);
        QCOMPARE(leaf.line, 12U);
        QCOMPARE(leaf.address, std::optional<std::uint64_t>(imageAddress + 0x2f0));
        QCOMPARE(leaf.pc, imageAddress + 0x300);
        const auto &function = profile.function(leaf.function);
        QCOMPARE(profile.text(function.rawName), std::string_view("_Z4leafv"));
        QCOMPARE(profile.text(function.package), std::string_view("/opt/app/demo"));
    }

    void anUnnamedFrameKeepsItsAddress()
    {
        const auto reading = read(smallLog());
        const auto &profile = *reading.profile;
        const auto caller = profile.stack(profile.stack(firstStack(profile)).parent);
        const auto &frame = profile.frame(caller.frame);
        QCOMPARE(frame.address, std::optional<std::uint64_t>(imageAddress + 0x200));
        QVERIFY(frame.image.isValid() && !frame.function.isValid());
    }

    void callersAreLookedUpBeforeTheReturnAddressAndInlinedFramesExpanded()
    {
        TwoNames names;
        ReadOptions options;
        options.resolver = &names;
        const auto reading = read(smallLog(), options);
        const auto &profile = *reading.profile;
        QCOMPARE(names.asked, (std::vector<std::uint64_t>{0xff, 0x1ff, 0x301}));
        QCOMPARE(namesLeafFirst(profile, firstStack(profile)),
                 (std::vector<std::string>{"leaf()", "inner()", "outer()", "inner()", "outer()"}));
        const auto caller = profile.stack(profile.stack(firstStack(profile)).parent);
        const auto &inner = profile.frame(caller.frame);
        QCOMPARE(inner.inlined, Inlined::Yes);
        QCOMPARE(inner.pc, imageAddress + 0x200);
        QCOMPARE(inner.address, std::optional<std::uint64_t>(imageAddress + 0x80));
        QCOMPARE(profile.frame(profile.stack(caller.parent).frame).inlined, Inlined::No);

        QCOMPARE(reading.newSymbols.size(), std::size_t(1));
        const auto &learnt = reading.newSymbols.front();
        QCOMPARE(learnt.buildId, std::string(buildId));
        QCOMPARE(learnt.addresses.size(), std::size_t(3));
        QCOMPARE(learnt.addresses.front().address, std::uint64_t(0xff));
        QCOMPARE(learnt.addresses.front().frames.front().functionStart, std::uint64_t(0x80));
    }

    void theLaunchedProgramIsTheUsersOwn()
    {
        const InAppRule rule;
        ReadOptions options;
        options.inApp = &rule;
        const auto reading = read(smallLog(), options);
        const auto &profile = *reading.profile;
        QCOMPARE(profile.frame(profile.stack(firstStack(profile)).frame).inApp, InApp::Yes);
    }

    void aStackThatWasNotUnwoundToItsRootCountsAsThat()
    {
        LogFile log;
        const auto small = beginSmallProcess(log);
        const std::array frames{UnwoundFrame{0x1234, UnwindMethod::Leaf}};
        const TickSample sample{small.thread,
                                SampleKind::Taken,
                                log->stack(small.process, frames, RootReached::No),
                                {0, 0, ThreadState::Running}};
        QVERIFY(log->tick(tickTime(0), {&sample, 1}).has_value());
        log.finish();
        const auto profile = read(log.bytes()).profile;
        QCOMPARE(profile->tables().statistics.nativeStacks, std::uint64_t(1));
        QCOMPARE(profile->tables().statistics.rootsReached, std::uint64_t(0));
        const auto &cut = profile->tables().cutRoots;
        QCOMPARE(cut.size(), std::size_t(1));
        QCOMPARE(cut.begin()->samples, std::uint64_t(1));
        QCOMPARE(cutFrame(*profile, firstStack(*profile)),
                 profile->stack(cut.begin()->stack).frame);
        QCOMPARE(frameName(*profile, profile->stack(firstStack(*profile)).frame),
                 std::string(madeCodeName)); // no file is mapped there
    }

    void outputIsPutTogetherToLines()
    {
        LogFile log;
        log->output({OutputStream::Standard, tickTime(0), "one\ntw"});
        log->output({OutputStream::Error, tickTime(1), "error\n"});
        log->output({OutputStream::Standard, tickTime(2), "o\n\nlast \xff"});
        log.finish();
        const auto profile = read(log.bytes()).profile;
        std::vector<std::pair<std::int64_t, std::string>> lines;
        profile->tables().output.forEach([&](std::size_t, const OutputLine &line) {
            lines.emplace_back(toNs(line.time), std::string(profile->text(line.text)));
        });
        const std::vector<std::pair<std::int64_t, std::string>> wanted{
            {toNs(tickTime(0)), "one"},
            {toNs(tickTime(1)), "error"},
            {toNs(tickTime(0)), "two"},
            {toNs(tickTime(2)), ""},
            {toNs(tickTime(2)), "last \xEF\xBF\xBD"}};
        QCOMPARE(lines, wanted);
    }

    void whatANewerRecorderSaysOfSamplesIsPassedOver()
    {
        const auto reading = read(newerLog());
        const auto known = read(smallLog());
        const auto &samples = reading.profile->samples(ThreadIndex(0));
        const auto &wanted = known.profile->samples(ThreadIndex(0));
        QCOMPARE(samples.size(), wanted.size());
        for (std::size_t row = 0; row < samples.size(); ++row) {
            const SampleIndex index(row);
            QCOMPARE(toNs(samples.times[index]), toNs(wanted.times[index]));
            QCOMPARE(samples.stacks[index], wanted.stacks[index]);
            QCOMPARE(samples.details[index].cpuNs, wanted.details[index].cpuNs);
            QCOMPARE(samples.details[index].stopNs, wanted.details[index].stopNs);
            QCOMPARE(samples.details[index].state, wanted.details[index].state);
        }
        const auto &findings = reading.log.findings();
        QCOMPARE(findings.size(), known.log.findings().size() + 1);
        const auto said = std::ranges::find(findings, "ember-newer-fields", &Finding::code);
        QVERIFY(said != findings.end());
        QCOMPARE(said->severity, Severity::Note);
    }

    void aRecordOfAnUnknownTypeIsPassedOver()
    {
        auto bytes = smallLog();
        std::string unknown;
        appendRecord(unknown, static_cast<RecordType>(200), "from the future");
        const auto segment = findSegments(bytes).front();
        bytes.insert(bytes.size(), unknown);
        bytes.insert(static_cast<std::size_t>(segment.offset + segment.bytes), unknown);
        const auto reading = read(bytes);
        QVERIFY(reading.log.findings().empty());
        QCOMPARE(reading.profile->sampleCount(), std::size_t(3));
    }

    void sleepersAreKeptAsRunsBehindALimit()
    {
        const auto bytes = sleepersLog();
        ReadOptions options;
        const auto whole = read(bytes, options);
        options.repeatLimit = 5;
        const auto runs = read(bytes, options);
        QVERIFY(whole.log.findings().empty());
        QCOMPARE(runs.log.findings().size(), std::size_t(1));
        QCOMPARE(runs.log.findings().front().code, std::string("ember-repeats"));
        QVERIFY(runs.profile->sampleCount() * 4 < whole.profile->sampleCount());
        for (const ThreadIndex thread : {ThreadIndex(0), ThreadIndex(1)})
            QCOMPARE(stretches(*runs.profile, thread), stretches(*whole.profile, thread));
        QCOMPARE(runs.profile->timeRange().end, whole.profile->timeRange().end);
        const auto &statistics = runs.profile->tables().statistics;
        QCOMPARE(statistics.reused, whole.profile->tables().statistics.reused);
        QCOMPARE(statistics.ticks, whole.profile->tables().statistics.ticks);
        QCOMPARE(runs.profile->tables().sources[SourceIndex(0)].samples,
                 whole.profile->tables().sources[SourceIndex(0)].samples);
    }

    // 2 KB more of a log are a thousand ticks: each says nothing, so each of the threads slept on.
    void aTickThatSaysNothingTakesNothing()
    {
        ReadOptions options;
        options.repeatLimit = 1000;
        LogFile log;
        const auto small = beginSmallProcess(log);
        std::vector<TickSample> samples;
        for (std::uint32_t thread = 0; thread < 500; ++thread)
            samples.push_back(
                {log.startThread({{}, small.process, 100 + thread, false, "", {}, captureStart}),
                 SampleKind::Taken,
                 smallStack(log, small, 0x300),
                 {0, 0, ThreadState::Blocked}});
        QVERIFY(log->tick(tickTime(0), samples));
        for (auto &sample : samples)
            sample.kind = SampleKind::Credited;
        for (int number = 1; number < 1000; ++number)
            QVERIFY(log->tick(tickTime(number), samples));
        log.finish();
        QVERIFY(log.bytes().size() < 30'000);
        const auto reading = read(log.bytes(), options);
        QCOMPARE(reading.profile->sampleCount(), std::size_t(500 + 2 * 500 + 500));
        QCOMPARE(reading.profile->tables().sources[SourceIndex(0)].samples, std::uint64_t(500'000));
        QCOMPARE(reading.profile->timeRange().end, tickTime(999));
    }

    void aWorkingDirectoryIsAnAbsolutePath_data()
    {
        QTest::addColumn<QByteArray>("folder");
        QTest::addColumn<bool>("isKept");
        QTest::newRow("absolute") << QByteArray("/-c!touch PWNED") << true;
        QTest::newRow("an option") << QByteArray("-c!touch PWNED") << false;
        QTest::newRow("a command") << QByteArray("+!touch PWNED") << false;
        QTest::newRow("relative") << QByteArray("src") << false;
        QTest::newRow("above") << QByteArray("../src") << false;
        QTest::newRow("none") << QByteArray() << true;
    }

    void aWorkingDirectoryIsAnAbsolutePath()
    {
        QFETCH(QByteArray, folder);
        QFETCH(bool, isKept);
        const auto reading = read(smallLog({.workingDirectory = folder.toStdString()}));
        const auto &process = reading.profile->tables().processes[ProcessIndex(0)];
        QCOMPARE(std::string(reading.profile->text(process.workingDirectory)),
                 isKept ? folder.toStdString() : std::string());
        QCOMPARE(reading.log.findings().empty(), isKept);
        if (!isKept)
            QCOMPARE(reading.log.findings().front().code, std::string("ember-relative-folder"));
    }

    // The bytes find the names, a text of them is shown.
    void aPathThatIsNoUtf8KeepsItsNames()
    {
        const std::string path = "/opt/caf\xe9/demo";
        LogFile log;
        ProcessRecord process;
        process.pid = 77;
        process.start = captureStart;
        const auto serial = log.beginProcess(process);
        log->loadImage({{}, serial, path, "", imageAddress, 0x10000, imageAddress, captureStart});
        const auto thread = log.startThread({{}, serial, 77, true, "", {}, captureStart});
        const std::array frames{UnwoundFrame{imageAddress + 0x300, UnwindMethod::Leaf}};
        const TickSample sample{thread,
                                SampleKind::Taken,
                                log->stack(serial, frames, RootReached::Yes),
                                {0, 0, ThreadState::Running}};
        QVERIFY(log->tick(tickTime(0), {&sample, 1}));
        log->symbols({path,
                      "",
                      SymbolState::Table,
                      {{0x300, {{"leaf()", "", "", 0, 0, 0x2f0, Inlined::No}}}}});
        log.finish();
        const auto reading = read(log.bytes());
        const auto &profile = *reading.profile;
        QCOMPARE(namesLeafFirst(profile, firstStack(profile)), std::vector<std::string>{"leaf()"});
        const Image &image = profile.image(ImageIndex(0));
        QCOMPARE(image.symbols, SymbolState::Table);
        QVERIFY(validUtf8(profile.text(image.codeFile)) == profile.text(image.codeFile));
    }

    void readingStopsAtTheLimitOfSamples()
    {
        ReadOptions options;
        options.sampleLimit = 2;
        const auto reading = read(smallLog(), options);
        QCOMPARE(reading.profile->sampleCount(), std::size_t(2));
        QCOMPARE(reading.log.findings().front().code, std::string("ember-too-many-samples"));
    }
};

EMBER_TEST(TstCaptureLogReader)
#include "tst_capturelogreader.moc"
