// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tables/everyfact.h"

#include "model/profile/profilebuilder.h"

#include <array>

namespace ember::tests {

using namespace ember::model;

namespace {

constexpr std::int64_t start = 1'700'000'000'123'456'789;

class EveryFact {
public:
    ProfilePointer make()
    {
        addProcesses();
        addSources();
        addCode();
        addThreads();
        addSamples();
        addCapture();
        return m_builder.snapshot();
    }

private:
    StringIndex text(std::string_view text) { return m_builder.string(text); }

    static Timestamp at(std::int64_t ns) { return timestampFromNs(start + ns); }

    void addProcesses()
    {
        Process process;
        process.pid = 4'000'000'000;
        process.name = text("demo");
        process.command = text("demo --fast \"a b\"");
        process.executable = text("/usr/bin/demo");
        process.workingDirectory = text("/home/demo");
        process.profilerId = text("4d229f1d3807421ba62a5f8bc295d836");
        process.platform = text("native");
        process.release = text("demo@1");
        process.environment = text("test");
        process.dist = text("");
        process.sdkName = text("emberchart");
        process.sdkVersion = text("0.1.0");
        process.start = at(-5);
        process.end = at(900);
        process.exit = ExitStatus{11, true, true};
        process.launched = true;
        m_process = m_builder.addProcess(process);
        Process child;
        child.parent = m_process;
        child.exit = ExitStatus{0, false, false};
        m_child = m_builder.addProcess(child);
    }

    void addSources()
    {
        Source source;
        source.type = text("emberchart");
        source.uri = text("/tmp/ü.ember");
        source.chunkId = text("chunk");
        source.process = m_process;
        source.range = {at(0), at(30)};
        source.samples = 3;
        source.bytes = 123'456'789'012;
        source.attributes = {{text("z"), text("[1,2]")}, {text("a"), text("\"x\"")}};
        m_builder.addSource(source);
        source.chunkId = {};
        source.attributes.clear();
        m_builder.addSource(source);
    }

    void addCode()
    {
        Image image;
        image.process = m_process;
        image.type = text("elf");
        image.codeFile = text("/usr/bin/demo");
        image.debugFile = text("/usr/lib/debug/demo");
        image.debugId = text("0123");
        image.codeId = text("4567");
        image.address = 0xffff'ffff'ffff'0000;
        image.size = 0x20000; // beyond the end: files say such things
        image.bias = 0x555555554000;
        image.loaded = at(-3);
        image.unloaded = at(800);
        image.symbols = SymbolState::Debug;
        image.attributes = {{text("arch"), text("\"x86_64\"")}};
        const auto index = m_builder.addImage(image);

        Function named{text("run"),   text("_Z3runv"),    text("mod"), text("pkg"),
                       text("run.c"), text("/src/run.c"), 12};
        Function nameless;
        nameless.package = text("");
        Frame first;
        first.function = m_builder.function(named);
        first.line = 13;
        first.column = 7;
        first.address = 0;
        first.pc = 0xffff'ffff'ffff'1234;
        first.image = index;
        first.inApp = InApp::Yes;
        first.inAppOfFile = InApp::Unset;
        first.inlined = Inlined::Yes;
        first.platform = text("python");
        first.attributes = text("{\"vars\":{\"x\":1}}");
        Frame second;
        second.function = m_builder.function(nameless);
        second.address = 0xabc;
        second.inApp = InApp::No;
        second.inAppOfFile = InApp::Yes;
        Frame third = second;
        third.address = 0xdef;
        Frame bare; // not even a function
        m_frames = {m_builder.frame(first), m_builder.frame(second), m_builder.frame(third),
                    m_builder.frame(bare)};
    }

    void addThreads()
    {
        Thread thread;
        thread.process = m_process;
        thread.id = text("18446744073709551615");
        thread.name = text("first name");
        thread.priority = 31;
        thread.start = at(-4);
        thread.end = at(700);
        thread.isMain = true;
        m_thread = m_builder.addThread(thread);
        Thread again;
        again.process = m_child;
        again.id = text("18446744073709551615");
        m_again = m_builder.addThread(again);
        Thread idle; // without samples
        idle.id = text("");
        m_builder.addThread(idle);
        m_builder.addThreadChange({m_thread, at(5), text("changed"), std::nullopt});
        m_builder.thread(m_thread).name = text("newest name");
    }

    void addSamples()
    {
        const auto time =
            m_builder.addValueType({text("cpu"), text("nanoseconds"), ValueKind::Sum});
        const auto gauge = m_builder.addValueType({text("heap"), text("bytes"), ValueKind::Gauge});
        const auto deep = m_builder.stackFromLeafFirst(m_frames);
        const auto shallow = m_builder.stackFromLeafFirst(std::span(m_frames).subspan(1));
        const SampleDetail detail{7, 9, ThreadState::Blocked, SystemCall{202}};
        m_builder.addSample(m_thread, {at(0), deep, detail});
        m_builder.addSampleValue(m_thread, time, 0.1);
        m_builder.addSample(m_thread, {at(10), emptyStack, SampleDetail{}});
        m_builder.addSampleValue(m_thread, gauge, -1e300);
        m_builder.addSample(m_thread, {at(10), shallow, SampleDetail{}, SourceIndex(1)});
        m_builder.setSampleLabels(m_thread, text("[[\"k\",\"v\"]]"));
        m_builder.addSample(m_again, {at(10), deep, {}});
        m_builder.addSample(m_again, {at(30), deep, {}, SourceIndex(1)});
    }

    void addCapture()
    {
        const auto series =
            m_builder.addMeasurement({m_process, text("cpu_usage"), text("percent"), {}});
        m_builder.addMeasurementValue(series, {at(1), 0.1});
        m_builder.addMeasurementValue(series, {at(2), -0.5});
        m_builder.addMeasurement({m_process, text("cpu_usage"), text("hertz"), {}});
        addTracing();
        m_builder.addEvent({at(4), CaptureEventKind::Dropped, 17, {}});
        m_builder.addEvent({at(5), CaptureEventKind::Note, 0, text("note")});
        m_builder.addOutput({at(6), OutputStream::Error, text("oops")});
        m_builder.addOutput({at(7), OutputStream::Standard, text("")});
        m_builder.countCut(m_builder.stack(emptyStack, m_frames.back()), 3);
        auto &statistics = m_builder.statistics();
        statistics.rateHz = 101;
        statistics.ticks = 1;
        statistics.missedTicks = 2;
        statistics.suspensions = 3;
        statistics.reused = 4;
        statistics.dropped = 5;
        statistics.nativeStacks = 6;
        statistics.rootsReached = 7;
        statistics.framesByMethod = {8, 9, 10, 11, 12};
        statistics.stopTotal = Nanoseconds(9);
        statistics.stopP50 = Nanoseconds(12);
        statistics.stopP99 = Nanoseconds(13);
    }

    void addTracing()
    {
        Transaction transaction;
        transaction.process = m_process;
        transaction.thread = m_thread;
        transaction.name = text("GET /");
        transaction.op = text("http.server");
        transaction.traceId = text("0123456789abcdef0123456789abcdef");
        transaction.spanId = text("0123456789abcdef");
        transaction.parent = text("fedcba9876543210");
        transaction.status = text("ok");
        transaction.profilerId = text("4d229f1d3807421ba62a5f8bc295d836");
        transaction.start = at(1);
        transaction.end = at(11);
        transaction.event = text("{\"tags\":{\"k\":\"ü\"}}");
        const auto whole = m_builder.addTransaction(transaction);
        Transaction bare;
        bare.process = m_child;
        bare.start = at(8);
        bare.end = at(8);
        const auto other = m_builder.addTransaction(bare);
        m_builder.addTracingSpan({m_process, m_thread, text("request"), at(2), at(9),
                                  text("db.query"), text("00112233445566aa"), transaction.spanId,
                                  text("cancelled"), whole});
        m_builder.addTracingSpan({m_child, {}, text("lost"), at(3), at(3)});
        TracingSpan last{m_child, {}, text("last"), at(8), at(8)};
        last.transaction = other;
        m_builder.addTracingSpan(last);
    }

    ProfileBuilder m_builder;
    ProcessIndex m_process;
    ProcessIndex m_child;
    ThreadIndex m_thread;
    ThreadIndex m_again;
    std::vector<FrameIndex> m_frames;
};

} // namespace

ProfilePointer profileWithEveryFact()
{
    return EveryFact().make();
}

ProfilePointer profileOfValues()
{
    ProfileBuilder builder(TimeOrigin::None);
    const auto add = [&](std::string_view type, std::string_view unit, ValueKind kind) {
        return builder.addValueType({builder.string(type), builder.string(unit), kind});
    };
    const auto count = add("samples", "count", ValueKind::Sum);
    const auto objects = add("inuse", "count", ValueKind::Sum);
    const auto bytes = add("inuse", "bytes", ValueKind::Sum);
    builder.setMainValue(bytes);
    const auto thread = builder.addThread({});
    for (int row = 1; row <= 3; ++row) {
        Function function;
        function.name = builder.string("f" + std::to_string(row));
        Frame frame;
        frame.function = builder.function(function);
        const std::array stack{builder.frame(frame)};
        builder.addSample(thread, {Timestamp(), builder.stackFromLeafFirst(stack), {}});
        builder.addSampleValue(thread, count, 1);
        builder.addSampleValue(thread, objects, row);
        if (row == 2)
            builder.addSampleValue(thread, bytes, 1e15);
        builder.setSampleLabels(thread,
                                builder.string("[[\"size\"," + std::to_string(row)
                                               + ",\"bytes\"],"
                                                 "[\"na\\u0001me\",\"ä\\n\\\"\"]]"));
    }
    return builder.snapshot();
}

} // namespace ember::tests
