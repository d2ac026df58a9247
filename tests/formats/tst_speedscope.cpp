// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/speedscope/speedscopeformat.h"
#include "model/profile/profilebuilder.h"
#include "model/profile/samplerows.h"
#include "model/query/weights.h"
#include "tests/formats/readfile.h"
#include "tests/support/program.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

const FormatImporter importer(speedscope::format);
const FormatExporter exporter(speedscope::format);

// A file of these entries, with the frames a, b and c.
std::string file(const std::string &profiles)
{
    return json("{'$schema':'https://www.speedscope.app/file-format-schema.json','profiles':["
                + profiles
                + "],'shared':{'frames':[{'name':'a'},{'name':'b','file':'b.c','line':3},"
                  "{'name':'c','line':null}]},'name':'program'}");
}

QString reading(const std::string &profiles)
{
    return printed(readBytes(importer, file(profiles)));
}

// An entry of our own exporter, of one sample.
std::string valueEntry(unsigned profile, const std::string &name, unsigned weight)
{
    return "{'name':'" + name + "','emberchart':{'profile':" + std::to_string(profile)
        + ",'thread':0,'id':'1','type':'n','unit':'count'},'unit':'none','type':'sampled',"
          "'samples':[[0]],'weights':["
        + std::to_string(weight) + "]}";
}

// "code subject count", each in a line.
QString findingsOf(const Result<Import> &import)
{
    QStringList lines;
    for (const Finding &finding : import->log.findings())
        lines +=
            QStringLiteral("%1 %2 %3")
                .arg(QString::fromStdString(finding.code), QString::fromStdString(finding.subject))
                .arg(finding.count);
    return lines.join(u'\n');
}

} // namespace

class TstSpeedscope : public QObject {
    Q_OBJECT

private slots:
    // speedscope takes frames of other lines for other functions.
    void aFunctionIsOneFrameHoweverManyLinesWereSampled()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        Function function;
        function.name = builder.string("f");
        function.file = builder.string("a.c");
        function.startLine = 10;
        const auto index = builder.function(function);
        for (std::uint32_t line = 11; line < 15; ++line) {
            Frame frame;
            frame.function = index;
            frame.line = line;
            frame.column = 3;
            builder.addSample(thread,
                              {timestampFromNs(line * 1000),
                               builder.stack(emptyStack, builder.frame(frame)),
                               {}});
        }
        const auto file = exported(exporter, builder.snapshot());
        QVERIFY2(file.bytes.find(R"("frames":[{"name":"f","file":"a.c","line":10}])")
                     != std::string::npos,
                 file.bytes.c_str());
        QVERIFY(lossesOf(file).contains(QStringLiteral("4 lines of frames")));
    }

    // Viewers open one entry first: one that waits says little.
    void theThreadThatRanMostIsOpenedFirst()
    {
        Program program(2);
        program.add(program.thread("waiter"), 101, {"Main", "poll"}, Program::Doing::blocked());
        program.add(program.thread("worker"), 60, {"Main", "Work"}, Program::Doing::running());
        program.add(program.thread("helper"), 20, {"Main", "Help"}, Program::Doing::running());
        const auto file = exported(exporter, program.builder.snapshot());
        QVERIFY2(file.bytes.find("\"activeProfileIndex\":1") != std::string::npos,
                 file.bytes.c_str());
        QVERIFY(readBytes(importer, file.bytes)->log.findings().empty());
    }

    void amountsOfSeveralUnitsAreNotCompared()
    {
        const auto opened = [](const std::vector<std::pair<const char *, double>> &amounts) {
            std::vector<ProfilePointer> profiles;
            for (const auto &[unit, amount] : amounts) {
                ProfileBuilder builder(TimeOrigin::None);
                const auto thread = builder.addThread({});
                const auto type =
                    builder.addValueType({builder.string("amount"), builder.string(unit)});
                builder.addSample(thread,
                                  {{}, builder.stack(emptyStack, builder.frame(Frame())), {}});
                builder.addSampleValue(thread, type, amount);
                profiles.push_back(builder.snapshot());
            }
            const std::string text = exporter.write(profiles, {})->bytes;
            return text.substr(text.find("activeProfileIndex") + 20, 1);
        };
        QCOMPARE(opened({{"bytes", 4000}, {"seconds", 2}, {"milliseconds", 3000}}),
                 std::string("2"));
        QCOMPARE(opened({{"milliseconds", 3000}, {"seconds", 2}, {"bytes", 4000}}),
                 std::string("0"));
        QCOMPARE(opened({{"bytes", 1}, {"calls", 9}, {"bytes", 2}}), std::string("2"));
    }

    // Between chunks of a session nothing was sampled: there is no sample, and calls do not go on.
    void aGapBetweenChunksIsNoSample()
    {
        const auto profile = profileWithGap();
        QCOMPARE(profile->sampleCount(), std::uint64_t(4));
        const auto import = readBytes(importer, exported(exporter, profile).bytes);
        QVERIFY(import.has_value());
        const auto &again = *import->profiles.front().profile;
        QCOMPARE(again.sampleCount(), std::uint64_t(4));
        QCOMPARE(printed(again), printed(*profile));
        QVERIFY(isGapMark(again.samples(ThreadIndex(0)), SampleIndex(2)));
        QCOMPARE(again.tables().sources[SourceIndex(0)].samples, std::uint64_t(3)); // and an end
        // Of other programs' files it is a sample as any other.
        auto other = exported(exporter, profile).bytes;
        other.replace(other.find("gaps"), 4, "span");
        QCOMPARE(readBytes(importer, other)->profiles.front().profile->sampleCount(),
                 std::uint64_t(5));
    }

    // perf knows no names in several binaries: to speedscope the same name in one file is one
    // frame.
    void eachModuleHasItsOwnUnknownFunction()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        const auto thread = builder.addThread({});
        auto stack = emptyStack;
        for (const char *const binary : {"/bin/p", "/lib/libc.so.6", "/bin/p"}) {
            Function function;
            function.name = builder.string("[unknown]");
            function.package = builder.string(binary);
            Frame frame;
            frame.function = builder.function(function);
            stack = builder.stack(stack, builder.frame(frame));
        }
        builder.addSample(thread, {{}, stack, {}});
        const auto file = exported(exporter, builder.snapshot());
        const std::string frames = R"("frames":[{"name":"[unknown]","file":"/bin/p"},)"
                                   R"({"name":"[unknown]","file":"/lib/libc.so.6"}])";
        QVERIFY2(file.bytes.find(frames) != std::string::npos, file.bytes.c_str());
        QVERIFY2(file.bytes.find("[0,1,0]") != std::string::npos, file.bytes.c_str());
    }

    void sampledStacksLastAsLongAsTheirWeights()
    {
        QCOMPARE(reading("{'type':'sampled','name':'main','unit':'milliseconds','startValue':5,"
                         "'endValue':8,'samples':[[0,1],[0],[]],'weights':[1,1.5,0]}"),
                 QStringLiteral("thread 1 main\n5ms a;b\n6ms a\n7.5ms "));
    }

    void aLastWeightEndsInAnEmptyStack()
    {
        QCOMPARE(reading("{'type':'sampled','name':'main','unit':'microseconds','startValue':0,"
                         "'endValue':8,'samples':[[0]],'weights':[2000]}"),
                 QStringLiteral("thread 1 main\n0ms a\n2ms "));
    }

    void whatIsOpenBetweenEventsIsASample()
    {
        QCOMPARE(reading("{'type':'evented','name':'t','unit':'milliseconds','startValue':0,"
                         "'endValue':9,'events':[{'type':'O','frame':0,'at':1},"
                         "{'type':'O','frame':1,'at':2},{'type':'C','frame':1,'at':4},"
                         "{'type':'C','frame':0,'at':6}]}"),
                 QStringLiteral("thread 1 t\n1ms a\n2ms a;b\n4ms a\n6ms \n9ms "));
    }

    void whatIsNeverClosedLastsUntilTheEndAndIsSaid()
    {
        const auto import = readBytes(
            importer,
            file("{'type':'evented','name':'t','unit':'milliseconds','startValue':0,'endValue':9,"
                 "'events':[{'type':'O','frame':0,'at':1},{'type':'O','frame':1,'at':2}]},"
                 "{'type':'evented','name':'u','unit':'milliseconds','startValue':0,'endValue':9,"
                 "'events':[{'type':'O','frame':0,'at':1},{'type':'C','frame':0,'at':2}]}"));
        QVERIFY(printed(import).startsWith(QStringLiteral("thread 1 t\n1ms a\n2ms a;b\n9ms ")));
        const auto &findings = import->log.findings();
        QCOMPARE(findings.size(), std::size_t(1));
        QCOMPARE(findings[0].code, std::string("speedscope-unclosed-events"));
        QCOMPARE(findings[0].subject, std::string("t"));
        QCOMPARE(findings[0].count, std::uint64_t(2));
    }

    void endsThatDoNotHoldWhatIsBetweenThemAreSaid()
    {
        const std::string events = "'events':[{'type':'O','frame':0,'at':1},"
                                   "{'type':'C','frame':0,'at':5}]}";
        const auto import = readBytes(
            importer,
            file("{'type':'evented','name':'e','unit':'milliseconds','startValue':2,'endValue':4,"
                 + events
                 + ",{'type':'sampled','name':'s','unit':'milliseconds','startValue':2,"
                   "'endValue':1,'samples':[[1]],'weights':[3]}"));
        QCOMPARE(printed(import),
                 QStringLiteral("thread 1 e\n1ms a\n5ms \nthread 2 s\n2ms b\n5ms "));
        QStringList said;
        for (const auto &finding : import->log.findings())
            said += QString::fromStdString(finding.code + ' ' + finding.subject);
        QCOMPARE(said,
                 (QStringList{QStringLiteral("speedscope-late-start e"),
                              QStringLiteral("speedscope-early-end e"),
                              QStringLiteral("speedscope-end-before-start s")}));
        const auto good = readBytes(
            importer,
            file("{'type':'evented','name':'e','unit':'milliseconds','startValue':1,'endValue':5,"
                 + events + ",{'type':'evented','name':'e','unit':'milliseconds'," + events));
        QVERIFY(good->log.findings().empty());
    }

    void entriesWithoutTimeAreAnotherProfile()
    {
        const auto import = readBytes(
            importer,
            file("{'type':'sampled','name':'heap','unit':'bytes','startValue':0,'endValue':3,"
                 "'samples':[[0],[0,2]],'weights':[1,2]},"
                 "{'type':'sampled','name':'cpu','unit':'nanoseconds','startValue':0,"
                 "'endValue':0,'samples':[[1]],'weights':[0]}"));
        QCOMPARE(printed(import),
                 QStringLiteral("thread 1 cpu\n0ms b\n--\nthread 1 heap\na [1]\na;c [2]"));
        QVERIFY(import->profiles[1].profile->tables().origin == TimeOrigin::None);
    }

    void whatIsWrittenIsReadAgain()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        builder.addProcess({});
        addTextThread(builder, "a:3 a:3 b a\nc d . .\n", "1", "main");
        addTextThread(builder, "x\n", "2", "other");
        const auto profile = builder.snapshot();
        const auto first = exported(exporter, profile);
        const auto import = readBytes(importer, first.bytes);
        QCOMPARE(printed(import), printed(*profile));
        const auto second = exported(exporter, import->profiles.front().profile);
        QCOMPARE(QString::fromStdString(second.bytes), QString::fromStdString(first.bytes));
    }

    void theEndOfAThreadStaysTheEnd()
    {
        const auto text = file("{'type':'sampled','name':'main','unit':'nanoseconds',"
                               "'startValue':0,'endValue':8,'samples':[[0],[1]],'weights':[3,5]}");
        const auto import = readBytes(importer, text);
        const auto written = exported(exporter, import->profiles.front().profile);
        QCOMPARE(printed(readBytes(importer, written.bytes)), printed(import));
    }

    void typesOfValueComeBackAsThoseOfTheirThreads()
    {
        ProfileBuilder builder(TimeOrigin::None);
        const auto count = builder.addValueType({builder.string("n"), builder.string("count")});
        const auto cpu = builder.addValueType({builder.string("cpu"), builder.string("seconds")});
        builder.setMainValue(cpu);
        for (const char *const id : {"17", "18"}) {
            Thread row;
            row.id = builder.string(id);
            row.name = builder.string("worker");
            const auto thread = builder.addThread(row);
            for (int sample = 0; sample < 2; ++sample) {
                builder.addSample(thread, {{}, emptyStack, {}});
                builder.addSampleValue(thread, count, 2 + sample);
                builder.addSampleValue(thread, cpu, sample - 0.5);
            }
        }
        const auto written = exported(exporter, builder.snapshot());
        QVERIFY(lossesOf(written).contains(QStringLiteral("2 negative values, which are 0 now")));
        const auto import = readBytes(importer, written.bytes);
        QCOMPARE(printed(import),
                 QStringLiteral("thread 17 worker\n [2] [0]\n [3] [0.5]\n"
                                "thread 18 worker\n [2] [0]\n [3] [0.5]"));
        const auto &profile = *import->profiles.front().profile;
        QCOMPARE(weightName(profile, firstWeight(profile)), std::string("cpu (seconds)"));
        QCOMPARE(QString::fromStdString(exported(exporter, import->profiles.front().profile).bytes),
                 QString::fromStdString(written.bytes));
    }

    void aValueThatIsNotThereIsSaid()
    {
        ProfileBuilder builder(TimeOrigin::None);
        const auto thread = builder.addThread({});
        const auto count = builder.addValueType({builder.string("n"), builder.string("count")});
        builder.addSample(thread, {{}, emptyStack, {}});
        builder.addSample(thread, {{}, emptyStack, {}});
        builder.addSampleValue(thread, count, 2);
        const auto written = exported(exporter, builder.snapshot());
        QVERIFY(lossesOf(written).contains(
            QStringLiteral("1 values that samples do not have, which are 0 now")));
    }

    // Whoever changes the samples of one of our entries, and not of the others.
    void entriesOfOtherSamplesStayThreads()
    {
        const std::string own = "'emberchart':{'profile':0,'thread':0,'id':'1','type':'a',"
                                "'unit':'b'},'unit':'none','type':'sampled',";
        QCOMPARE(reading("{'name':'x'," + own + "'samples':[[0]],'weights':[3]},{'name':'y'," + own
                         + "'samples':[[1]],'weights':[4]}"),
                 QStringLiteral("thread 1 y\nb [4]\n--\nthread 1\na [3]"));
    }

    void aSecondValueOfOneTypeStaysAThread()
    {
        const auto import =
            readBytes(importer, file(valueEntry(0, "first", 1) + ',' + valueEntry(0, "again", 5)));
        QCOMPARE(printed(import), QStringLiteral("thread 1 again\na [5]\n--\nthread 1\na [1]"));
        QCOMPARE(findingsOf(import), QStringLiteral("speedscope-odd-values again 1"));
    }

    void profilesBehindTheLastThatIsReadAreThreadsWithAFinding()
    {
        const auto import = readBytes(importer,
                                      file(valueEntry(63, "last", 1) + ',' + valueEntry(64, "x", 2)
                                           + ',' + valueEntry(65, "y", 3)));
        QCOMPARE(printed(import),
                 QStringLiteral("thread 1 x\na [2]\nthread 2 y\na [3]\n--\nthread 1\na [1]"));
        QCOMPARE(findingsOf(import), QStringLiteral("speedscope-odd-values x 2"));
    }

    void framesOfNoLengthAreSaid()
    {
        const std::string events =
            "'events':[{'type':'O','frame':0,'at':0},{'type':'O','frame':1,'at':5},{'type':'O',"
            "'frame':2,'at':5},{'type':'C','frame':2,'at':5},{'type':'C','frame':1,'at':5},{'type':"
            "'C','frame':0,'at':10}]}";
        for (const char *unit : {"milliseconds", "bytes"}) {
            const auto import = readBytes(importer,
                                          file("{'type':'evented','name':'e','startValue':0,"
                                               "'endValue':10,'unit':'"
                                               + std::string(unit) + "'," + events));
            QCOMPARE(findingsOf(import), QStringLiteral("speedscope-momentary-frames e 2"));
            QVERIFY(import->log.findings().front().severity == Severity::Note);
        }
    }

    void aFileWithoutEntriesIsAnEmptyProfile()
    {
        const auto written = exported(exporter, ProfileBuilder().snapshot());
        const auto import = readBytes(importer, written.bytes);
        QVERIFY(import.has_value());
        QCOMPARE(import->profiles.size(), std::size_t(1));
        QCOMPARE(import->profiles.front().profile->sampleCount(), std::size_t(0));
        QCOMPARE(findingsOf(import).section(u' ', 0, 0), QStringLiteral("speedscope-no-samples"));
    }

    void badDocumentsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("profiles");
        QTest::addColumn<QByteArray>("reason");
        const auto row = [](const char *name, const char *profiles, const char *reason) {
            QTest::newRow(name) << QByteArray(profiles) << QByteArray(reason);
        };
        row("type", "{'type':'x','unit':'none'}", "expected a profile of type sampled or evented");
        row("unit", "{'type':'sampled','unit':'miles'}", "a profile has an unknown unit");
        row("weights", "{'type':'sampled','unit':'none','samples':[[0]],'weights':[]}",
            "a profile has not as many weights as samples");
        row("negative", "{'type':'sampled','unit':'none','samples':[[0]],'weights':[-1]}",
            "a weight is negative");
        row("frame", "{'type':'sampled','unit':'none','samples':[[3]],'weights':[1]}",
            "a sample or event is of a frame that is not in \"shared\"");
        row("event without frame",
            "{'type':'evented','unit':'none','events':[{'type':'O','at':2}]}",
            "an event has no frame");
        row("index", "{'type':'sampled','unit':'none','samples':[[-1]],'weights':[1]}",
            "expected the number of a frame");
        row("order",
            "{'type':'evented','unit':'none','events':[{'type':'O','frame':0,'at':2},"
            "{'type':'C','frame':0,'at':1}]}",
            "an event is earlier than the one before it");
        row("huge", "{'type':'sampled','unit':'none','samples':[[0]],'weights':[1e999]}",
            "expected a finite number");
    }

    void badDocumentsAreRefused()
    {
        QFETCH(QByteArray, profiles);
        QFETCH(QByteArray, reason);
        const auto import = readBytes(importer, file(profiles.toStdString()));
        QVERIFY(!import.has_value());
        QVERIFY2(import.error().detail.ends_with(reason.toStdString()),
                 import.error().detail.c_str());
    }

    void aFrameThatIsNotThereHasAPlace()
    {
        const auto bytes =
            file("{'type':'sampled','unit':'none','samples':[[0],[1,7],[5]],'weights':[1,1,1]}");
        QCOMPARE(readBytes(importer, bytes).error().detail,
                 "speedscope, byte " + std::to_string(bytes.find("7]"))
                     + ": a sample or event is of a frame that is not in \"shared\"");
    }

    void everyCutIsTruncated()
    {
        const auto whole = file("{'type':'sampled','name':'main','unit':'nanoseconds',"
                                "'samples':[[0]],'weights':[3]}");
        for (std::size_t size = 1; size < whole.size(); ++size)
            QVERIFY2(printed(readBytes(importer, std::string_view(whole).substr(0, size)))
                         .startsWith(QStringLiteral("Truncated")),
                     whole.substr(0, size).c_str());
    }

    void absurdTimesAreMovedSoThatSumsOverThreadsFit()
    {
        std::string text =
            "{'$schema':'https://www.speedscope.app/file-format-schema.json','shared':{"
            "'frames':[{'name':'f'}]},'profiles':[";
        for (int thread = 0; thread < 100; ++thread)
            text += std::string(thread == 0 ? "" : ",")
                + "{'type':'sampled','name':'t','unit':'seconds','startValue':0,'endValue':1e300,"
                  "'samples':[[0]],'weights':[1e300]}";
        const auto import = readBytes(importer, json(text + "]}"));
        QCOMPARE(absurdTimesMistake(import, "speedscope-absurd-times"), QString());
    }

    void contentTells()
    {
        QVERIFY(importer.sniff(file("")) == Confidence::Certain);
        QVERIFY(importer.sniff("{\"version\":\"2\",\"profile\":{\"frames\":[]}}")
                == Confidence::No);
    }
};

EMBER_TEST(TstSpeedscope)
#include "tst_speedscope.moc"
