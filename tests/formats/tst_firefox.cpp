// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/firefox/firefoxformat.h"
#include "model/formats/formatregistry.h"
#include "model/profile/profilebuilder.h"
#include "model/profile/samplerows.h"
#include "tests/formats/readfile.h"
#include "tests/formats/traceevents.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

const FormatImporter importer(firefox::format);
const FormatExporter exporter(firefox::format);

const std::string code = "'stackTable':{'frame':[0,1],'prefix':[null,0]},"
                         "'frameTable':{'func':[0,1],'line':[null,7]},"
                         "'funcTable':{'name':[0,1],'fileName':[2,null]},"
                         "'stringArray':['main','leaf','a.c']";

QString reading(const std::string &threads, const std::string &shared = "{}")
{
    return printed(readBytes(importer,
                             json("{'meta':{'preprocessedProfileVersion':48,'startTime':0},"
                                  "'shared':"
                                  + shared + ",'threads':[" + threads + "]}")));
}

// As Firefox writes it: short rows lack what is null.
std::string rawThread(const std::string &name, int tid)
{
    return "{'name':'" + name + "','processType':'default','pid':1,'tid':" + std::to_string(tid)
        + ",'samples':{'schema':{'stack':0,'time':1,'eventDelay':2},"
          "'data':[[1,1,0.5],[0,2.5],[null,3]]},"
          "'markers':{'schema':{'name':0,'startTime':1},'data':[[0,1,2]]},"
          "'stackTable':{'schema':{'prefix':0,'frame':1},'data':[[null,0],[0,1]]},"
          "'frameTable':{'schema':{'location':0,'relevantForJS':1,'innerWindowID':2,"
          "'implementation':3,'line':4,'column':5,'category':6},"
          "'data':[[0,false,0],[1,true,0,null,14,2,1]]},"
          "'stringTable':['0x1f00','draw (chrome://a.js:12:5)']}";
}

} // namespace

class TstFirefox : public QObject {
    Q_OBJECT

private slots:
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
        QCOMPARE(again.tables().sources[SourceIndex(0)].samples, std::uint64_t(4));
        // Of other programs' files it is a sample as any other.
        auto other = exported(exporter, profile).bytes;
        other.replace(other.find("gaps"), 4, "span");
        QCOMPARE(readBytes(importer, other)->profiles.front().profile->sampleCount(),
                 std::uint64_t(5));
    }

    void samplesReferToStacksOfTheirThread()
    {
        QCOMPARE(reading("{'name':'main','tid':7,'pid':'3','samples':{'stack':[1,0,null],"
                         "'time':[0,1.5,2],'weight':null},"
                         + code + "}"),
                 QStringLiteral("thread 7 main\n0ms main;leaf\n1.5ms main\n2ms "));
    }

    void absurdTimesAreMovedSoThatSumsOverThreadsFit()
    {
        std::string threads;
        for (int thread = 0; thread < 100; ++thread)
            threads += std::string(thread == 0 ? "" : ",")
                + "{'name':'t','samples':{'stack':[1,1],'time':[-1e300,1e300]}," + code + "}";
        const auto import =
            readBytes(importer,
                      json("{'meta':{'preprocessedProfileVersion':48,'startTime':1e300},'threads':["
                           + threads + "]}"));
        QCOMPARE(absurdTimesMistake(import, "firefox-absurd-times"), QString());
    }

    void aStartThatIsNoDateIsSaid()
    {
        const auto codes = [](const char *start) {
            return codesIn(readBytes(
                importer,
                json(std::string("{'meta':{'preprocessedProfileVersion':48,'startTime':") + start
                     + "},'threads':[{'samples':{'stack':[1,1],'time':[1,2]}," + code + "}]}")));
        };
        QCOMPARE(codes("1.7e12"), QString());
        QCOMPARE(codes("4.7e12"), QStringLiteral("firefox-absurd-start 2"));
        QCOMPARE(codes("1.7e15"), QStringLiteral("firefox-absurd-start 2"));
    }

    void samplesWithoutTimesAreSaid()
    {
        const auto import = readBytes(
            importer,
            json("{'meta':{'preprocessedProfileVersion':48},'threads':[{'samples':{'stack':[1,1]},"
                 + code + "},{'samples':{'stack':[]}," + code + "}]}"));
        QVERIFY(import);
        const auto &findings = import->log.findings();
        QCOMPARE(findings.size(), std::size_t(1));
        QCOMPARE(findings.front().code, std::string("firefox-no-times"));
        QCOMPARE(findings.front().count, std::uint64_t(2));
    }

    void aTimeThatIsMissingIsThatOfTheSampleBefore()
    {
        const auto import = readBytes(
            importer,
            json("{'meta':{'preprocessedProfileVersion':48},'threads':[{'samples':{'stack':[1,1,1],"
                 "'time':[3,null,null]},"
                 + code + "}]}"));
        QVERIFY(import);
        const auto &samples = import->profiles.front().profile->samples(ThreadIndex(0));
        QVERIFY(samples.times[SampleIndex(0)] == samples.times[SampleIndex(2)]);
        const auto &findings = import->log.findings();
        QCOMPARE(findings.size(), std::size_t(1));
        QCOMPARE(findings.front().code, std::string("firefox-missing-times"));
        QCOMPARE(findings.front().count, std::uint64_t(2));
    }

    void rawProfilesHaveRowsAndTheirSchema()
    {
        const auto import =
            readBytes(importer,
                      json("{'meta':{'version':24,'interval':1,'startTime':1000},'libs':[],"
                           "'threads':["
                           + rawThread("GeckoMain", 5)
                           + "],'processes':[{'meta':{"
                             "'version':24,'startTime':1500},'libs':[],'threads':["
                           + rawThread("Worker", 6) + "],'processes':[]}]}"));
        QCOMPARE(printed(import),
                 QStringLiteral("thread 5 GeckoMain\n1001ms 0x1f00;draw\n1002.5ms 0x1f00\n1003ms \n"
                                "thread 6 Worker\n1501ms 0x1f00;draw\n1502.5ms 0x1f00\n1503ms "));
        const auto &profile = *import->profiles.front().profile;
        QVERIFY(profile.thread(ThreadIndex(0)).isMain && !profile.thread(ThreadIndex(1)).isMain);
        const auto &findings = import->log.findings();
        QCOMPARE(findings.size(), std::size_t(2));
        QCOMPARE(findings[0].code, std::string("firefox-addresses"));
        QCOMPARE(findings[1].code, std::string("firefox-markers"));
        QCOMPARE(findings[1].count, std::uint64_t(2));
        const auto &samples = profile.samples(ThreadIndex(0));
        const auto &frame = profile.frame(profile.stack(samples.stacks[SampleIndex(0)]).frame);
        const auto &function = profile.function(frame.function);
        QCOMPARE(profile.text(function.file), std::string_view("chrome://a.js"));
        QCOMPARE(function.startLine, 12U);
        QCOMPARE(frame.line, 14U);
    }

    void processesAsTextAreLeftOut()
    {
        const auto import = readBytes(importer,
                                      json("{'meta':{'version':3},'threads':["
                                           + rawThread("GeckoMain", 5) + ",'{\\'meta\\':{}}']}"));
        QVERIFY(import);
        QCOMPARE(import->profiles.front().profile->tables().threads.size(), std::size_t(1));
        const auto &findings = import->log.findings();
        const auto found =
            std::ranges::find(findings, std::string("firefox-nested-processes"), &Finding::code);
        QVERIFY(found != findings.end());
        QCOMPARE(found->count, std::uint64_t(1));
    }

    // Programs that sort the members of their objects have rows first.
    void rawRowsMayStandBeforeTheirSchema()
    {
        const auto import =
            readBytes(importer,
                      json("{'meta':{'version':24,'startTime':0},'threads':[{"
                           "'frameTable':{'data':[[0],[1,14]],'schema':{'line':1,'location':0}},"
                           "'name':'GeckoMain','samples':{'data':[[1,1],[0,2.5],[null,3]],"
                           "'schema':{'stack':0,'time':1}},"
                           "'stackTable':{'data':[[null,0],[0,1]],'schema':{'frame':1,'prefix':0}},"
                           "'stringTable':['main','draw (a.js:12)'],'tid':5}]}"));
        QCOMPARE(printed(import),
                 QStringLiteral("thread 5 GeckoMain\n1ms main;draw\n2.5ms main\n3ms "));
        QCOMPARE(codesIn(import), QString());
    }

    void recordingsOfTheDeveloperToolsAreRead()
    {
        const auto text =
            json("{'fileType':'Recorded Performance Data','version':2,'label':'','duration':3,"
                 "'markers':[],'ticks':[1,2],'profile':{'meta':{'version':3,'interval':1,"
                 "'startTime':1000},'libs':[],'threads':["
                 + rawThread("GeckoMain", 5) + "]}}");
        QVERIFY(importer.sniff(text) == Confidence::Certain);
        QCOMPARE(builtinFormats().find(text)->format(), std::string_view("firefox"));
        QCOMPARE(printed(readBytes(importer, text)),
                 QStringLiteral("thread 5 GeckoMain\n1001ms 0x1f00;draw\n1002.5ms 0x1f00\n"
                                "1003ms "));
    }

    void rawRowsNeedTheirSchema()
    {
        QVERIFY(reading("{'samples':{'data':[[0,1]]}}")
                    .contains(QStringLiteral("expected \"schema\" beside \"data\"")));
        QVERIFY(reading("{'samples':{'schema':{'stack':'a'},'data':[]}}")
                    .contains(QStringLiteral("expected the number of a cell")));
        QVERIFY(reading("{'samples':{'schema':{'stack':0,'time':0},'data':[]}}")
                    .contains(QStringLiteral("expected a cell that is no other column's")));
    }

    void filesWithoutSamplesSaySo()
    {
        const auto import =
            readBytes(importer, json("{'meta':{'preprocessedProfileVersion':48},'threads':[]}"));
        QVERIFY(import);
        QCOMPARE(import->log.findings().size(), std::size_t(1));
        QCOMPARE(import->log.findings().front().code, std::string("firefox-no-samples"));
    }

    void newerFilesShareTheirTables()
    {
        QCOMPARE(reading("{'name':'t','samples':{'stack':[1],'timeDeltas':[4]}}",
                         "{'stackTable':{'frame':[0,1],'prefixOffset':[0,1]},"
                         "'frameTable':{'func':[0,1]},'funcTable':{'name':[0,1]},"
                         "'stringArray':['main','leaf']}"),
                 QStringLiteral("thread  t\n4ms main;leaf"));
    }

    void weightsAreValues()
    {
        QCOMPARE(reading("{'name':'t','samples':{'stack':[0],'time':[0],'weight':[-64],"
                         "'weightType':'bytes'},"
                         + code + "}"),
                 QStringLiteral("thread  t\n0ms main [-64]"));
    }

    void weightsThatAreMissingAreSaid()
    {
        const auto import = readBytes(
            importer,
            json("{'threads':[{'samples':{'stack':[0,0,0],'time':[0,1,2],'weight':[null,5,null]},"
                 + code + "}]}"));
        QCOMPARE(printed(import),
                 QStringLiteral("thread\n0ms main [nan]\n1ms main [5]\n2ms main [nan]"));
        QCOMPARE(import->log.findings().size(), std::size_t(1));
        QCOMPARE(import->log.findings().front().code, std::string("firefox-missing-weights"));
        QCOMPARE(import->log.findings().front().count, std::uint64_t(2));
    }

    void brokenReferencesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("thread");
        QTest::addColumn<QString>("error");
        const auto row = [](const char *name, const char *thread, const char *error) {
            QTest::newRow(name) << QByteArray(thread)
                                << QStringLiteral("SyntaxError: Firefox profile, ")
                    + QString::fromLatin1(error);
        };
        row("sample",
            "{'samples':{'stack':[5]},'stackTable':{'frame':[0],'prefix':[null]},"
            "'frameTable':{'func':[0]},'funcTable':{'name':[0]},'stringArray':['a']}",
            "samples row 0: its stack is not there");
        row("half a sample",
            "{'samples':{'stack':[0.5]},'stackTable':{'frame':[0,0],'prefix':[null,0]},"
            "'frameTable':{'func':[0]},'funcTable':{'name':[0]},'stringArray':['a']}",
            "samples row 0: its stack is not there");
        row("half a prefix",
            "{'stackTable':{'frame':[0,0],'prefix':[null,0.5]},"
            "'frameTable':{'func':[0]},'funcTable':{'name':[0]},'stringArray':['a']}",
            "stackTable row 1: its prefix does not stand before it");
        row("half a location",
            "{'stackTable':{'schema':{'prefix':0,'frame':1},'data':[[null,0]]},"
            "'frameTable':{'schema':{'location':0},'data':[[0.5]]},'stringTable':['a']}",
            "frameTable row 0: its function or that one's name is not there");
        row("prefix",
            "{'stackTable':{'frame':[0],'prefix':[0]},"
            "'frameTable':{'func':[0]},'funcTable':{'name':[0]},'stringArray':['a']}",
            "stackTable row 0: its prefix does not stand before it");
        row("negative prefix",
            "{'stackTable':{'frame':[0,0],'prefix':[null,-7]},"
            "'frameTable':{'func':[0]},'funcTable':{'name':[0]},'stringArray':['a']}",
            "stackTable row 1: its prefix does not stand before it");
        row("negative offset",
            "{'stackTable':{'frame':[0,0],'prefixOffset':[0,-1]},"
            "'frameTable':{'func':[0]},'funcTable':{'name':[0]},'stringArray':['a']}",
            "stackTable row 1: its prefix does not stand before it");
        row("frame", "{'stackTable':{'frame':[0],'prefix':[null]}}",
            "stackTable row 0: its frame is not there");
        row("name",
            "{'stackTable':{'frame':[0]},'frameTable':{'func':[0]},'funcTable':{'name':[1]},"
            "'stringArray':['a']}",
            "frameTable row 0: its function or that one's name is not there");
        for (const char *file : {"1", "-1", "0.5"})
            row(file,
                ("{'stackTable':{'frame':[0]},'frameTable':{'func':[0]},'funcTable':{'name':[0],"
                 "'fileName':["
                 + std::string(file) + "]},'stringArray':['a']}")
                    .c_str(),
                "funcTable row 0: its fileName is not there");
    }

    void brokenReferencesAreRefused()
    {
        QFETCH(QByteArray, thread);
        QFETCH(QString, error);
        QCOMPARE(reading(thread.toStdString()), error);
    }

    void columnsThatAreNoneAreRefused()
    {
        for (const char *column : {"'stack':", "'stack':[0],'weight':", "'time':"}) {
            const auto start = "{'threads':[{'samples':{" + std::string(column);
            for (const char *value : {"'x'", "{'a':1}", "5", "true"})
                QCOMPARE(printed(readBytes(importer, json(start + value + "}}]}"))),
                         QStringLiteral("SyntaxError: Firefox profile, byte %1: expected a column, "
                                        "an array or null")
                             .arg(start.size()));
        }
        QVERIFY(printed(readBytes(importer, json("{'threads':[{'samples':{'stack':'x")))
                    .startsWith(QStringLiteral("Truncated")));
    }

    void whatIsNotReadIsSaid()
    {
        const auto thread = [](const char *pid, const char *times) {
            return std::string("{'pid':") + pid + ",'samples':{'stack':[0,1,0]," + times
                + "},'jsAllocations':{'time':[1],'length':1},"
                  "'nativeAllocations':{'time':[1,2],'weight':[8,8],'length':2},"
                  "'markers':{'name':[0],'data':[null],'length':1},"
                + code + "}";
        };
        const auto import =
            readBytes(importer,
                      json("{'meta':{'preprocessedProfileVersion':48},'threads':["
                           + thread("'100.1'", "'time':[3,1,2]") + ','
                           + thread("4294967301", "'timeDeltas':[1,-5,2]") + ','
                           + thread("'4294967295'", "'time':[1,2,2]")
                           + "],'processes':[{'threads':[],'processes':[{'threads':[]},{}]}]}"));
        QVERIFY(import);
        QStringList found;
        for (const auto &one : import->log.findings())
            found.append(
                QStringLiteral("%1 %2").arg(QString::fromStdString(one.code)).arg(one.count));
        QCOMPARE(found.join(QStringLiteral(", ")),
                 QStringLiteral("firefox-times-go-back 4, firefox-odd-pids 2, "
                                "firefox-nested-processes 2, firefox-allocations 9, "
                                "firefox-markers 3"));
        const auto &profile = *import->profiles.front().profile;
        QCOMPARE(profile.process(ProcessIndex(0)).pid, 0U);
        QCOMPARE(profile.process(ProcessIndex(2)).pid, 4294967295U);
    }

    void whatTheFileSaysOfItselfIsChecked_data()
    {
        QTest::addColumn<QByteArray>("members");
        QTest::addColumn<QByteArray>("finding");
        const auto row = [](const char *name, const std::string &members, const char *finding) {
            QTest::newRow(name) << QByteArray::fromStdString(members) << QByteArray(finding);
        };
        const std::string samples = "'samples':{'stack':[null],'time':[0]}}]";
        row("good",
            "'meta':{'preprocessedProfileVersion':72,'interval':0.5},'threads':[{" + samples, "");
        row("version", "'meta':{'preprocessedProfileVersion':999},'threads':[{" + samples,
            "firefox-newer-version test: meta");
        row("interval",
            "'meta':{'preprocessedProfileVersion':48,'interval':-1},'threads':[{" + samples,
            "firefox-odd-interval test: meta");
        row("length of strings",
            "'threads':[{'stringArray':['a'],'funcTable':{'length':1,'name':[0]}," + samples, "");
        row("length of a table",
            "'threads':[{'frameTable':{'func':[0],'length':1000000000000}," + samples,
            "firefox-odd-length test: frameTable");
        row("columns of samples",
            "'threads':[{'samples':{'stack':[null],'time':[0,1],'length':2}}]",
            "firefox-odd-columns test: samples");
        row("columns of a table",
            "'threads':[{'frameTable':{'func':[],'line':[null],'column':null},'funcTable':{'name':"
            "[0],'fileName':[null],'lineNumber':[]},"
                + samples,
            "firefox-odd-columns test: frameTable");
        row("length of samples", "'threads':[{'samples':{'length':-1,'stack':[null],'time':[0]}}]",
            "firefox-odd-length test: samples");
    }

    void whatTheFileSaysOfItselfIsChecked()
    {
        QFETCH(QByteArray, members);
        QFETCH(QByteArray, finding);
        const auto import = readBytes(importer, json('{' + members.toStdString() + '}'));
        QVERIFY(import.has_value());
        std::string found;
        for (const auto &one : import->log.findings())
            found += one.code + ' ' + one.subject;
        QCOMPARE(QByteArray::fromStdString(found), finding);
    }

    void aVersionThatIsNoneIsRefused()
    {
        for (const char *version : {"-1", "1.5", "1e300"})
            QCOMPARE(printed(readBytes(importer,
                                       json(std::string("{'meta':{'preprocessedProfileVersion':")
                                            + version + "},'threads':[]}")))
                         .section(QStringLiteral(": "), 2),
                     QStringLiteral("expected a whole number as version"));
    }

    void whatIsWrittenIsReadAgain()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        builder.addProcess({});
        addTextThread(builder, "a:3 a:3 . a\nc d . .\n", "1", "main");
        addTextThread(builder, "x\n", "2", "other");
        const auto profile = builder.snapshot();
        const auto first = exported(exporter, profile);
        const auto import = readBytes(importer, first.bytes);
        QCOMPARE(printed(import), printed(*profile));
        const auto second = exported(exporter, import->profiles.front().profile);
        QCOMPARE(QString::fromStdString(second.bytes), QString::fromStdString(first.bytes));
    }

    void timesOfADatedProfileComeBackToTheNanosecond()
    {
        ProfileBuilder builder(TimeOrigin::UnixEpoch);
        builder.addProcess({});
        const auto thread = builder.addThread({});
        const auto start = timestampFromNs(1'700'000'000'123'456'789);
        builder.addSample(thread, {start, emptyStack, {}});
        builder.addSample(thread, {start + Nanoseconds(3'600'000'000'001), emptyStack, {}});
        const auto profile = builder.snapshot();
        const auto file = exported(exporter, profile);
        const auto again = readBytes(importer, file.bytes)->profiles.front().profile;
        QVERIFY(again->tables().origin == TimeOrigin::UnixEpoch);
        QCOMPARE(again->timeRange(), profile->timeRange());
    }

    void samplesWithoutTimeCannotBeHeld()
    {
        ProfileBuilder builder(TimeOrigin::None);
        const auto profile = builder.snapshot();
        const auto written = exporter.write({&profile, 1}, {});
        QVERIFY(!written && written.error().code == ErrorCode::FormatCannotHold);
    }
};

EMBER_TEST(TstFirefox)
#include "tst_firefox.moc"
