// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/recordcodec.h"
#include "model/formats/formatregistry.h"
#include "tests/formats/densefiles.h"
#include "tests/support/sanitizers.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ember::model;
using namespace ember::tests;

namespace {

// Of opening a file in a process of its own.
struct Opened {
    std::string outcome; // "read", or the error's code
    std::int64_t memory = 0; // bytes
};

Opened openAside(const std::string &path)
{
    const auto child = ::fork();
    if (child == 0) {
        const auto import = builtinFormats().open({path}, {});
        ::_exit(import->refused.empty() ? 0 : 1 + int(import->refused.front().code));
    }
    int status = 0;
    rusage usage{};
    ::wait4(child, &status, 0, &usage);
    const auto memory = std::int64_t(usage.ru_maxrss) * 1024;
    if (!WIFEXITED(status))
        return {"killed", memory};
    if (WEXITSTATUS(status) == 0)
        return {"read", memory};
    return {codeName(ErrorCode(WEXITSTATUS(status) - 1)), memory};
}

// One that needs as little as it can, so that `values` go on where the rules end.
std::string chunkOf(const std::string &profile)
{
    return "{\"version\":\"2\",\"profiler_id\":\"00000000000040008000000000000001\",\"chunk_id\":"
           "\"00000000000040008000000000000002\",\"platform\":\"node\",\"profile\":{\"frames\":[{"
           "\"function\":\"f\"},{\"function\":\"g\"}],"
        + profile;
}

const std::string oneSample =
    "\"samples\":[{\"timestamp\":1e9,\"stack_id\":0,\"thread_id\":\"1\"}]";

std::string message(char field, std::string_view content)
{
    std::string text(1, char(field << 3 | 2));
    auto size = content.size();
    for (; size > 127; size >>= 7U)
        text += char((size & 127U) | 128U);
    return (text += char(size)).append(content);
}

// A pprof profile with a type of value and a hundred locations.
std::string pprofStart()
{
    std::string text = message(1, "\x08\x01\x10\x02");
    for (const char *string : {"", "samples", "count", "f", "thread"})
        text += message(6, string);
    text += message(5, "\x08\x01\x10\x03");
    for (char id = 1; id <= 100; ++id)
        text += message(4, std::string("\x08") + id + message(4, std::string("\x08\x01\x10") + id));
    return text;
}

// "0,0,…,0"
std::string zeros(std::size_t count)
{
    std::string text = "0";
    while (--count > 0)
        text += ",0";
    return text;
}

std::string repeated(std::string_view part, std::size_t times)
{
    std::string text;
    for (std::size_t time = 0; time < times; ++time)
        text += part;
    return text;
}

// None of them has a sample.
std::string logOfThreads()
{
    auto log = capturelog::fileHeader() + capturelog::recordBytes(capturelog::SegmentRecord{});
    for (std::size_t thread = 0; log.size() < denseSize; ++thread) {
        capturelog::ThreadRecord record;
        record.serial = ThreadSerial(thread);
        record.process = ProcessSerial(0);
        log += capturelog::recordBytes(record, {});
    }
    return log;
}

std::string speedscopeStart()
{
    return "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"shared\":{"
           "\"frames\":[{\"name\":\"f\"},{\"name\":\"g\"}]},\"profiles\":[";
}

// Ten names that are all of the file, and 64 profiles of our own exporter that have them all.
std::string longNamesOfManyProfiles()
{
    std::string text = "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\","
                       "\"shared\":{\"frames\":[{\"name\":\"z\"}";
    for (char letter = 'a'; letter < 'k'; ++letter)
        text += R"(,{"name":")" + std::string(denseSize / 10, letter) + "\"}";
    text += "]},\"profiles\":[";
    for (int profile = 0; profile < 64; ++profile)
        text += (profile > 0 ? "," : "") + std::string(R"({"emberchart":{"profile":)")
            + std::to_string(profile)
            + R"(,"thread":0,"type":"n","unit":"u"},"type":"sampled","name":"","unit":"none",)"
              R"("samples":[[1,2,3,4,5,6,7,8,9,10]],"weights":[1]})";
    return text + "]}";
}

} // namespace

// Little that stands for much: a reader stays within 20 times the file and 64 MB, or refuses.
class TstMemory : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (isSanitized)
            QSKIP("sanitizers take memory of their own");
    }

    void littleNeverTakesMuch_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("outcome");
        const char *const tooBig = "FileTooBig";
        const auto row = [](const char *name, const std::string &content,
                            const char *outcome = "read") {
            QTest::newRow(name) << QByteArray::fromStdString(content) << QByteArray(outcome);
        };
        row("chunk, threads",
            filled(
                chunkOf("\"stacks\":[[0]]," + oneSample + ",\"thread_metadata\":{"),
                [](unsigned number) { return '"' + std::to_string(number) + "\":{}"; }, ",", "}}}"),
            tooBig);
        row("chunk, samples without members",
            filled(chunkOf("\"stacks\":[[0]],\"samples\":["), "{}", ",", "]}}"));
        row("chunk, frames",
            filled(chunkOf(oneSample + ",\"stacks\":[[0]],\"frames\":["), "{}", ",", "]}}"));
        row("chunk, deep", filled(chunkOf(oneSample + ",\"stacks\":[["), "0,1", ",", "]]}}"));
        row("chunk, millions of frames",
            "{\"version\":\"2\",\"profiler_id\":\"00000000000040008000000000000001\","
            "\"chunk_id\":\"00000000000040008000000000000002\",\"platform\":\"node\",\"profile\":{"
                + oneSample + ",\"stacks\":[[0]],\"frames\":[{}"
                + repeated(",{}", std::size_t(4) << 20U) + "]}}",
            tooBig);
        row("capture log, threads", logOfThreads());
        row("pprof, deep",
            pprofStart() + message(2, message(1, std::string(denseSize, '\x01')) + "\x10\x01"),
            tooBig);
        row("pprof, stacks of all kinds",
            filled(
                pprofStart(),
                [](unsigned number) {
                    std::string stack;
                    for (unsigned depth = 0; depth < 1000; ++depth)
                        stack += char(1 + (number = number * 1103515245U + 12345U) / 65536U % 100);
                    return message(2, message(1, stack) + "\x10\x01");
                },
                "", ""),
            tooBig);
        row("pprof, samples", filled(pprofStart(), "\x12\x02\x10\x01", "", ""));
        row("pprof, labels",
            filled(pprofStart(), message(2, "\x10\x01\x1a\x02\x08\x03\x1a\x02\x08\x03").c_str(), "",
                   ""));
        row("pprof, mappings",
            filled(
                pprofStart(),
                [](unsigned number) {
                    return message(3,
                                   std::string("\x08") + char(128U | (number & 127U))
                                       + char(128U | (number >> 7U & 127U))
                                       + char(1 + (number >> 14U)));
                },
                "", ""),
            tooBig);
        row("pprof, strings",
            filled(
                pprofStart(), [](unsigned) { return message(6, ""); }, "", ""));
        row("collapsed, short", filled("a;b 1\n", "a 1", "\n", ""));
        row("speedscope, profiles",
            filled(speedscopeStart(),
                   "{\"type\":\"evented\",\"name\":\"\",\"unit\":\"none\",\"startValue\":0,"
                   "\"endValue\":1,\"events\":[]}",
                   ",", "]}"),
            tooBig);
        row("speedscope, deep",
            filled(speedscopeStart()
                       + "{\"type\":\"sampled\",\"name\":\"\",\"unit\":\"none\",\"startValue\":0,"
                         "\"endValue\":1,\"weights\":[1],\"samples\":[[",
                   "0,1", ",", "]]}]}"));
        row("speedscope, long names of many profiles", longNamesOfManyProfiles());
        row("trace, threads",
            filled(
                "[",
                [](unsigned number) {
                    return "{\"ph\":\"X\",\"pid\":1,\"tid\":" + std::to_string(number)
                        + ",\"ts\":1,\"dur\":1}";
                },
                ",", "]"),
            tooBig);
        std::string manyThreads = "[";
        for (unsigned thread = 0; thread < 16'500; ++thread) {
            const std::string start = thread > 0 ? ",{" : "{";
            const auto ids = "\"pid\":1,\"tid\":" + std::to_string(thread) + ",\"ts\":";
            manyThreads += start + R"("name":"work","cat":"c","ph":"X",)" + ids
                + "1,\"dur\":1,\"args\":{\"some\":\"argument\"}},"
                + R"({"name":"rest","cat":"c","ph":"B",)" + ids + "5}";
        }
        row("trace, threads as a program has them", manyThreads + "]");
        row("trace, calls", filled("[", "{\"ph\":\"B\",\"pid\":1,\"tid\":1,\"ts\":1}", ",", "]"));
        row("trace, asynchronous calls",
            filled(
                "[",
                [](unsigned number) {
                    return "{\"ph\":\"b\",\"id\":" + std::to_string(number) + ",\"ts\":1}";
                },
                ",", ",{\"ph\":\"e\",\"id\":0,\"ts\":9}]"));
        row("trace, asynchronous calls one after the other",
            filled(
                "[",
                [](unsigned number) {
                    return "{\"ph\":\"b\",\"id\":" + std::to_string(number)
                        + ",\"ts\":" + std::to_string(number) + "}";
                },
                ",", "]"));
        row("trace, asynchronous calls of one id",
            filled(
                "[",
                [](unsigned number) {
                    const auto time = "\"ts\":" + std::to_string(number);
                    return "{\"ph\":\"b\"," + time + "},{\"ph\":\"e\"," + time + ".5}";
                },
                ",", "]"));
        row("trace, counters",
            filled(
                "[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1},",
                [](unsigned number) {
                    return R"({"ph":"C","ts":1,"args":{")" + std::to_string(number) + R"(":1}})";
                },
                ",", "]"));
        std::string numbers;
        for (int number = 0; number < 500; ++number)
            numbers += (number > 0 ? ",\"" : "\"") + std::to_string(number) + "\":1";
        row("trace, a long name of many counters",
            R"([{"ph":"C","ts":1,"name":")" + std::string(denseSize / 4, 'n') + R"(","args":{)"
                + numbers + "}}]");
        row("trace, values of a counter",
            filled("[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1},",
                   R"({"ph":"C","ts":1,"args":{"a":1}})", ",", "]"));
        row("perf script, threads",
            filled(
                "", [](unsigned number) { return "a " + std::to_string(number) + " 1.0:  c:\n"; },
                "\n", ""),
            tooBig);
        row("perf script, events",
            filled(
                "", [](unsigned number) { return "a 1 1.0: 1 e" + std::to_string(number) + ":\n"; },
                "\n", ""),
            tooBig);
        row("callgrind, functions",
            filled(
                "# callgrind format\nevents: Ir\n",
                [](unsigned number) { return "fn=" + std::to_string(number) + "\n1 1"; }, "\n",
                "\n"),
            tooBig);
        row("callgrind, a chain",
            filled(
                "# callgrind format\nevents: Ir\n",
                [](unsigned number) {
                    return "fn=" + std::to_string(number) + "\ncfn=" + std::to_string(number + 1)
                        + "\ncalls=1 1\n1 1";
                },
                "\n", "\n"));
        const auto lines = [](unsigned events, const char *line, int times = 1) {
            std::string start = "# callgrind format\nevents:";
            for (unsigned event = 0; event < events; ++event)
                start += " e" + std::to_string(event);
            start += "\nfn=f\n";
            const auto part = filled({}, line, "\n", "\n");
            for (int time = 0; time < times; ++time)
                start += part;
            return start;
        };
        row("callgrind, lines", lines(1, "+1 1"));
        row("callgrind, short lines", lines(1, "+3 12"));
        row("callgrind, a million lines", lines(1, "+3 12", 2));
        // Just behind where the tables that find lines again grow.
        const auto numbered = [](unsigned count) {
            std::string text = "# callgrind format\nevents: Ir\nfn=f\n";
            for (unsigned line = 0; line < count; ++line)
                text += "+3 12\n";
            return text;
        };
        row("callgrind, 1.5 million lines", numbered(1'500'000));
        row("callgrind, 2 million lines", numbered(2'000'000));
        row("callgrind, the shortest lines", lines(1, "+1 1", 4), tooBig);
        row("callgrind, two events", lines(2, "+1 1 1", 2));
        row("callgrind, lines that cost much", lines(1, "+1 1000000"));
        row("callgrind, many events", lines(13, "+1 10 0 0 2 0 0 10"));
        row("callgrind, most of many events left out", lines(32, "+1 1"), tooBig);
        const std::string firefox = "{\"meta\":{\"preprocessedProfileVersion\":48},\"threads\":[";
        row("Firefox, threads", filled(firefox, "{}", ",", "]}"), tooBig);
        row("Firefox, counters",
            filled(firefox + "],\"counters\":[", "{\"samples\":{\"count\":[1]}}", ",", "]}"),
            tooBig);
        row("Firefox, as many counters as may be",
            filled(firefox + "],\"counters\":[",
                   "{\"name\":\"n\",\"category\":\"Memory\",\"pid\":\"1234\",\"samples\":{"
                   "\"count\":[1],\"time\":[1]}}",
                   ",", "]}"));
        row("Firefox, counters that say how often they count",
            filled(firefox + "],\"counters\":[",
                   R"({"name":"i","samples":{"count":[1],"number":[1]}})", ",", "]}"),
            tooBig);
        std::string counted = firefox + "],\"counters\":[{\"samples\":{\"count\":[1";
        while (counted.size() < 15 * denseSize)
            counted += ",1";
        row("Firefox, many samples of a counter", counted + "]}}]}");
        row("Firefox, samples of a counter",
            filled(firefox + "],\"counters\":[{\"samples\":{\"count\":[0", ",1", "", "]}}]}"));
        row("Firefox, samples",
            filled(
                firefox
                    + "{\"stackTable\":{\"frame\":[0]},\"frameTable\":{\"func\":[0]},\"funcTable\":"
                      "{\"name\":[0]},\"stringArray\":[\"f\"],\"samples\":{\"stack\":[",
                "0", ",", "]}}]}"));
        row("Firefox, stacks",
            filled(firefox
                       + "{\"stringArray\":[\"f\"],\"funcTable\":{\"name\":[0]},\"frameTable\":{"
                         "\"func\":[0]},\"stackTable\":{\"frame\":["
                       + zeros(denseSize / 4) + "],\"prefixOffset\":[0",
                   ",1", "", "]}}]}"));
        row("Firefox, strings", filled(firefox + "{\"stringArray\":[", "\"\"", ",", "]}]}"));
        row("database, findings", denseDatabase("sample_values", "x'', x'', x'', x''"),
            "SyntaxError");
        row("database, samples", denseDatabase("samples", "n, 0"));
        row("database, sources", denseDatabase("sources", "n, 'x', NULL, NULL"));
        row("database, functions", denseDatabase("functions", "n, 'f', 'f', NULL, 0"));
        row("database, named functions", denseDatabase("functions", "n, n||'', n||'', NULL, 0"));
        row("database, locations", denseDatabase("locations", "n, NULL, NULL"));
        row("database, a stack", denseDatabase("sample_locations", "0, n, 0"));
        row("database, types of values", denseDatabase("sample_values", "0, n||'', 'u', 1"),
            "FileTooBig");
        row("database, listed types", denseDatabase("x_value_types", "0, n, n||'', 'u', NULL"));
        row("database, series", denseDatabase("x_measurements", "0, n||'', 'u', 1, 1"),
            "FileTooBig");
        row("database, mappings", denseDatabase("x_mappings", "n, 0, NULL"));
        row("database, processes", denseDatabase("x_processes", "n, 0"));
        row("database, attributes", denseDatabase("x_source_attrs", "0, 'k', '1'"));
        row("database, origins", denseDatabase("x_source_details", "n, 'unix'"));
        row("database, thread changes", denseDatabase("x_thread_changes", "n, n"));
        row("database, transactions", denseDatabase("x_transactions", "n, 0, 1, 2"));
        row("database, spans", denseDatabase("x_spans", "0, 1, 2"));
        row("database, events", denseDatabase("x_events", "0, 1, 2"));
        row("database, output", denseDatabase("x_output", "0, 1, ''"));
        row("database, labels", denseDatabase("x_sample_labels", "0, n, 'k', 1"));
        row("database, facts of locations", denseDatabase("x_location_attrs", "n, ''"));
        row("database, facts of functions", denseDatabase("x_function_attrs", "n, 'f'"));
        row("database, keys", denseDatabase("meta", "n||'', 'v'"));
        row("database, threads", denseDatabase("x_threads", "n, 0, '', NULL"), "FileTooBig");
        row("rds, samples", denseSamplesRds());
        row("rds, lists", denseRds(), "UnknownFormat");
        row("Rprof", filled("sample.interval=20000\n", "\"f\" ", "\n", "\n"));
    }

    void littleNeverTakesMuch()
    {
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, outcome);
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("file")).toStdString();
        std::ofstream(path) << "a;b 1\n";
        const auto without = openAside(path).memory;
        std::ofstream(path, std::ios::binary).write(content.data(), content.size());
        const auto opened = openAside(path);
        const auto taken = opened.memory - without;
        const auto allowed = 20 * content.size() + 64'000'000;
        QCOMPARE(opened.outcome, outcome.toStdString());
        QVERIFY2(taken <= allowed,
                 qPrintable(QStringLiteral("%1 MB of %2 MB for %3 bytes")
                                .arg(taken / 1'000'000)
                                .arg(allowed / 1'000'000)
                                .arg(content.size())));
    }
};

EMBER_TEST(TstMemory)
#include "tst_memory.moc"
