// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/chrometraceexporter.h"
#include "model/formats/chrometrace/chrometraceimporter.h"
#include "model/profile/profilebuilder.h"
#include "tests/formats/readfile.h"
#include "tests/formats/traceevents.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QRegularExpression>
#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

const chrometrace::ChromeTraceImporter importer;
const chrometrace::ChromeTraceExporter exporter;

QString reading(const std::string &events)
{
    return printed(readBytes(importer, json(events)));
}

// A node of V8's profiles as traces have them.
std::string node(int id, int parent, const std::string &name)
{
    const auto caller = parent > 0 ? "'parent':" + std::to_string(parent) + "," : std::string();
    return "{'callFrame':{'functionName':'" + name
        + "','scriptId':1,'url':'x.js','lineNumber':3,'columnNumber':1}," + caller
        + "'id':" + std::to_string(id) + "}";
}

} // namespace

class TstChromeTrace : public QObject {
    Q_OBJECT

private slots:
    void callsBeginAndEnd()
    {
        QCOMPARE(reading("[" + traced("'ph':'B','ts':1000,'name':'a'") + ","
                         + traced("'ph':'B','ts':2000,'name':'b'") + ","
                         + traced("'ph':'E','ts':3000") + "," + traced("'ph':'E','ts':'5000'")
                         + "]"),
                 QStringLiteral("thread 2\n0ms a\n1ms a;b\n2ms a\n4ms "));
    }

    void completeCallsComeInAnyOrder()
    {
        QCOMPARE(reading("{'traceEvents':[" + traced("'ph':'X','ts':1,'dur':1,'name':'inner'") + ","
                         + traced("'ph':'X','ts':1,'dur':3,'name':'outer'") + ","
                         + traced("'ph':'X','ts':2.5,'dur':0.25,'name':'late'") + "]}"),
                 QStringLiteral("thread 2\n0ms outer;inner\n0.001ms outer\n0.0015ms outer;late\n"
                                "0.00175ms outer\n0.003ms "));
    }

    void absurdTimesAreMovedSoThatSumsOverThreadsFit()
    {
        std::string text = "[";
        for (int thread = 0; thread < 100; ++thread)
            text += std::string(thread == 0 ? "" : ",") + "{'pid':1,'tid':" + std::to_string(thread)
                + ",'ph':'X','ts':-1e300,'dur':1e300,'name':'f'}";
        const auto import = readBytes(importer, json(text + "]"));
        QCOMPARE(absurdTimesMistake(import, "chrometrace-absurd-times"), QString());
    }

    // As Chrome's Performance panel saves them: arguments first, pieces from another thread.
    void profilesOfV8StandBesideTheCallsOfTheirThread()
    {
        const auto import = readBytes(
            importer,
            json("{'traceEvents':["
                 "{'args':{'name':'CrRendererMain'},'ph':'M','pid':1,'tid':5,'name':'thread_name'},"
                 "{'ph':'X','ts':1000,'dur':9000,'pid':1,'tid':5,'name':'RunTask'},"
                 "{'args':{'data':{'startTime':1000}},'id':'0x1','name':'Profile','ph':'P','pid':1,"
                 "'tid':5,'ts':1000},"
                 "{'args':{'data':{'cpuProfile':{'nodes':["
                 + node(1, 0, "(root)") + "," + node(2, 1, "js")
                 + "],'samples':[2,2]},'lines':[3,4],'timeDeltas':[500,2000]}},"
                   "'id':'0x1','name':'ProfileChunk','ph':'P','pid':1,'tid':6,'ts':5000},"
                   "{'args':{'data':{'cpuProfile':{'nodes':["
                 + node(3, 2, "leaf") + "," + node(4, 1, "(idle)")
                 + "],'samples':[3,4]},'timeDeltas':[1000,1000]}},"
                   "'id':'0x1','name':'ProfileChunk','ph':'P','pid':1,'tid':6,'ts':6000},"
                   "{'args':{'data':{'endTime':9000}},"
                   "'id':'0x1','name':'ProfileChunk','ph':'P','pid':1,'tid':6,'ts':7000}]}"));
        QCOMPARE(printed(import),
                 QStringLiteral("thread 5 CrRendererMain\n0ms RunTask\n9ms \n"
                                "thread 5 samples CrRendererMain samples\n"
                                "0.5ms js\n2.5ms js\n3.5ms js;leaf\n4.5ms \n8ms "));
        QCOMPARE(codesIn(import), QString());
        const auto &profile = *import->profiles.front().profile;
        const auto &samples = profile.samples(ThreadIndex(1));
        const auto &frame = profile.frame(profile.stack(samples.stacks[SampleIndex(0)]).frame);
        QCOMPARE(profile.text(profile.function(frame.function).file), std::string_view("x.js"));
        QCOMPARE(frame.line, 4U);
    }

    void aProfileThatLostAPieceIsLeftOutAndSaid()
    {
        const auto chunk = [](const char *id, const std::string &nodes) {
            return std::string("{'ph':'P','name':'ProfileChunk','pid':1,'tid':7,'ts':1,'id':'") + id
                + "','args':{'data':{'cpuProfile':{'nodes':[" + nodes
                + "],'samples':[2]},'timeDeltas':[10]}}}";
        };
        const auto text = json("[" + chunk("0x1", node(2, 1, "orphan")) + ","
                               + chunk("0x2", node(1, 0, "(root)") + "," + node(2, 1, "js")) + ","
                               + "{'ph':'P','name':'ProfileChunk','pid':1,'tid':7,'ts':1,'id':'3',"
                                 "'args':{'data':{'timeDeltas':[1,'a']}}}]");
        const auto import = readBytes(importer, text);
        QCOMPARE(printed(import), QStringLiteral("thread 0x2\n0ms js"));
        QCOMPARE(codesIn(import), QStringLiteral("chrometrace-broken-samples 2"));
        const auto &detail = import->log.findings().front().detail;
        QVERIFY(detail.starts_with("byte " + std::to_string(text.find("\"a\""))));
    }

    void samplesNameStackFrames()
    {
        const auto sample = [](int time, const char *frame) {
            return traced("'ph':'P','ts':" + std::to_string(time)
                          + ",'name':'s','sf':" + std::string(frame));
        };
        const auto import = readBytes(
            importer,
            json("{'traceEvents':[" + sample(0, "'2'") + "," + sample(1000, "1") + ","
                 + sample(2000, "9")
                 + "],'samples':[{'cpu':0,'tid':4,'ts':500,'sf':2,'weight':1}],"
                   "'stackFrames':{'2':{'name':'f','category':'c','parent':'1'},"
                   "'1':{'name':'main','category':'c'},"
                   "'5':{'name':'round','parent':'6'},'6':{'name':'round','parent':5}}}"));
        QCOMPARE(printed(import),
                 QStringLiteral("thread 4\n0.5ms main;f\nthread 2\n0ms main;f\n1ms main"));
        QCOMPARE(codesIn(import),
                 QStringLiteral("chrometrace-lost-stacks 1, chrometrace-cyclic-callers 1"));
    }

    // A row that names itself by two others, one whose caller is missing, one that comes twice.
    void stackFramesThatMakeNoSenseAreSaid()
    {
        const auto import =
            readBytes(importer,
                      json("{'traceEvents':[" + traced("'ph':'P','ts':0,'sf':7,'weight':1") + ","
                           + traced("'ph':'P','ts':1000,'sf':5,'weight':3")
                           + "],'stackFrames':{'5':{'name':'old'},'7':{'name':'g','parent':'8'},"
                             "'8':{'name':'h','parent':'7'},'5':{'name':'new','parent':'99'}}}"));
        QCOMPARE(printed(import), QStringLiteral("thread 2\n0ms h;g\n1ms new"));
        QCOMPARE(codesIn(import),
                 QStringLiteral("chrometrace-repeated-frames 1, chrometrace-lost-callers 1, "
                                "chrometrace-cyclic-callers 1, chrometrace-weights 1"));
    }

    void aTraceWithoutCallsAndSamplesIsAnError()
    {
        QCOMPARE(reading("[" + traced("'ph':'n','id':1,'ts':0,'name':'n'") + ","
                         + traced("'ph':'C','ts':1,'name':'n'") + "]"),
                 QStringLiteral("NothingToShow: Chrome trace: none of its 2 events is a call or a "
                                "sampled stack of a thread"));
        QCOMPARE(codesIn(readBytes(importer, json("{'traceEvents':[]}"))),
                 QStringLiteral("chrometrace-no-calls 1"));
    }

    void aTraceOfWhoseSamplesNothingIsLeftSaysWhy()
    {
        const auto text =
            json("{'traceEvents':[{'ph':'M','name':'process_name','pid':1,'args':{'name':'p'}},"
                 "{'ph':'P','name':'Profile','pid':1,'tid':5,'id':'1','ts':1,"
                 "'args':{'data':{'startTime':1}}},"
                 "{'ph':'P','name':'ProfileChunk','pid':1,'tid':5,'id':'1','ts':2,"
                 "'args':{'data':{'cpuProfile':{'nodes':["
                 + node(1, 0, "(root)") + "],'samples':['x']}}}}]}");
        QCOMPARE(printed(readBytes(importer, text)),
                 QStringLiteral("NothingToShow: Chrome trace: none of its 2 events is a call or a "
                                "sampled stack of a thread; the first CPU profile is broken at "
                                "byte %1: invalid number")
                     .arg(text.find("\"x\"")));
        QCOMPARE(reading("[" + traced("'ph':'P','ts':0,'sf':7") + "]"),
                 QStringLiteral("NothingToShow: Chrome trace: none of its 1 events is a call or a "
                                "sampled stack of a thread; the stacks of 1 samples are not among "
                                "the \"stackFrames\""));
    }

    void namesComeFromMetadata()
    {
        const auto import = readBytes(
            importer,
            json("[{'ph':'M','name':'process_name','pid':1,'args':{'name':'program'}},"
                 "{'ph':'M','name':'thread_name','pid':1,'tid':2,'args':{'name':'worker'}},"
                 + traced("'ph':'X','ts':0,'dur':2,'name':'a'") + "]"));
        const auto &profile = *import->profiles.front().profile;
        QCOMPARE(profile.text(profile.thread(ThreadIndex(0)).name), std::string_view("worker"));
        QCOMPARE(profile.text(profile.process(ProcessIndex(0)).name), std::string_view("program"));
    }

    void aProcessOfAsynchronousCallsOnlyHasItsName()
    {
        const auto import = readBytes(
            importer,
            json("[{'ph':'M','name':'process_name','pid':7,'tid':0,'args':{'name':'Browser'}},"
                 "{'ph':'b','cat':'c','id':1,'name':'r','pid':7,'tid':1,'ts':0},"
                 "{'ph':'e','cat':'c','id':1,'name':'r','pid':7,'tid':1,'ts':9}]"));
        const auto &profile = *import->profiles.front().profile;
        QCOMPARE(profile.text(profile.process(ProcessIndex(0)).name), std::string_view("Browser"));
    }

    void anOpenArrayIsReadAsFarAsItIsWhole()
    {
        const auto import = readBytes(
            importer,
            json("[" + traced("'ph':'X','ts':0,'dur':1000,'name':'a'") + ",\n{'ph':'X','ts"));
        QCOMPARE(printed(import), QStringLiteral("thread 2\n0ms a\n1ms "));
        QCOMPARE(import->log.findings().front().code, std::string("chrometrace-open-array"));
        QVERIFY(reading("[{'ph").startsWith(QStringLiteral("Truncated")));
        QVERIFY(reading("{'traceEvents':[").startsWith(QStringLiteral("Truncated")));
    }

    void anElementThatIsNoEventIsSaidByItsPlaceAndTheRestIsRead()
    {
        for (const char *container : {"[%1]", "{'traceEvents':[%1]}"}) {
            std::string text = container;
            text.replace(text.find("%1"), 2,
                         traced("'ph':'X','ts':0,'dur':1000,'name':'a'") + ",5,[{}],"
                             + traced("'ph':'X','ts':2000,'dur':1000,'name':'b'"));
            const auto import = readBytes(importer, json(text));
            QCOMPARE(printed(import), QStringLiteral("thread 2\n0ms a\n1ms \n2ms b\n3ms "));
            QCOMPARE(import->log.findings().size(), std::size_t(1));
            const auto &finding = import->log.findings().front();
            QCOMPARE(finding.code, std::string("chrometrace-no-events"));
            QCOMPARE(finding.count, std::uint64_t(2));
            QVERIFY(finding.detail.starts_with("byte " + std::to_string(text.find(",5,") + 1)));
        }
    }

    void aMistakeWithinTheArrayIsNotItsEnd()
    {
        const auto text = "[" + traced("'ph':'X','ts':0,'dur':1000,'name':'a'") + ",oops,"
            + traced("'ph':'X','ts':2000,'dur':1000,'name':'b'") + "]";
        const auto import = readBytes(importer, json(text));
        QCOMPARE(printed(import), QStringLiteral("thread 2\n0ms a\n1ms "));
        const auto &finding = import->log.findings().front();
        QCOMPARE(finding.code, std::string("chrometrace-broken-array"));
        QVERIFY(finding.detail.starts_with("byte " + std::to_string(text.find("oops"))));
    }

    void whatIsNoCallIsCounted()
    {
        const auto import = readBytes(importer,
                                      json("[" + traced("'ph':'i','ts':1,'name':'n'") + ","
                                           + traced("'ph':'E','ts':5") + ","
                                           + traced("'ph':'B','ts':5,'name':'open'") + "]"));
        QCOMPARE(import->log.findings().size(), std::size_t(2));
        QCOMPARE(import->log.findings()[0].count, std::uint64_t(2)); // a lone end, a lone beginning
        QCOMPARE(import->log.findings()[1].count, std::uint64_t(1));
    }

    void countersThatCannotBeReadAreCounted()
    {
        std::string text = "[" + traced("'ph':'X','ts':1,'dur':2,'name':'a'");
        for (const char *const members :
             {"'args':{'value':7}", "'ts':1", "'ts':1,'args':{}", "'ts':1,'args':null",
              "'ts':1,'args':{'value':null}", "'ts':1,'args':{'value':{'a':1}}"})
            text += "," + traced(std::string("'ph':'C','name':'n',") + members);
        QCOMPARE(codesIn(readBytes(importer, json(text + "]"))),
                 QStringLiteral("chrometrace-unread-counters 6"));
    }

    void countersAreMeasurements()
    {
        const auto counter = [](const char *members, int time) {
            return traced(std::string("'ph':'C','ts':") + std::to_string(1000 * time) + ","
                          + members);
        };
        const auto import =
            readBytes(importer,
                      json("[" + counter("'name':'pages','args':{'value':7}", 3) + ","
                           + counter("'name':'heap','args':{'used':'1.5','free':2,'text':'x'}", 1)
                           + "," + counter("'name':'pages','args':{'value':5}", 2) + ","
                           + counter("'name':'pages','id':4,'args':{'value':-1}", 2) + ","
                           + traced("'ph':'X','ts':2000,'dur':1000,'name':'a'") + "]"));
        QCOMPARE(codesIn(import), QString());
        const auto profile = import->profiles.front().profile;
        QCOMPARE(series(*profile),
                 QStringLiteral("1 pages []: 1ms 5, 2ms 7\n"
                                "1 heap [used]: 0ms 1.5\n"
                                "1 heap [free]: 0ms 2\n"
                                "1 pages 4 []: 1ms -1"));
        const auto file = exported(exporter, profile);
        QCOMPARE(lossesOf(file),
                 QStringList{QStringLiteral("1 facts about sources and their machine")});
        QCOMPARE(series(*readBytes(importer, file.bytes)->profiles.front().profile),
                 series(*profile));
    }

    void absurdTimesOfCountersMoveNothing()
    {
        const auto counter = [](const char *time) {
            return traced("'ph':'C','name':'n','args':{'value':7},'ts':" + std::string(time));
        };
        const auto import = readBytes(
            importer,
            json("[" + counter("0") + "," + counter("999999999998000") + "," + counter("1e300")
                 + "," + traced("'ph':'X','ts':1000000000000000,'dur':1000,'name':'a'") + "]"));
        QCOMPARE(printed(import), QStringLiteral("thread 2\n2ms a\n3ms "));
        QCOMPARE(codesIn(import), QStringLiteral("chrometrace-absurd-counters 2"));
        QCOMPARE(series(*import->profiles.front().profile), QStringLiteral("1 n []: 0ms 7"));
    }

    void countersAreEnough()
    {
        const auto import =
            readBytes(importer,
                      json("[" + traced("'ph':'C','ts':15,'name':'n','args':{'value':8}") + ","
                           + traced("'ph':'C','ts':5,'name':'n','args':{'value':7}") + "]"));
        QVERIFY(import.has_value());
        QCOMPARE(codesIn(import), QStringLiteral("chrometrace-no-calls 1"));
        const auto &profile = *import->profiles.front().profile;
        QCOMPARE(series(profile), QStringLiteral("1 n []: 0ms 7, 0.01ms 8"));
        QCOMPARE(profile.timeRange().duration(), Nanoseconds(10'000));
        const auto &finding = import->log.findings().front();
        QVERIFY(finding.severity == Severity::Note);
        QCOMPARE(finding.detail,
                 std::string("there are measurements only, neither calls nor samples"));
        const auto &attribute = profile.tables().sources[SourceIndex(0)].attributes.front();
        QCOMPARE(profile.text(attribute.key), std::string_view("clock_start_ns"));
        QCOMPARE(profile.text(attribute.json), std::string_view("5000"));
    }

    void callsWithoutTimeAndOfNegativeLengthAreFound()
    {
        const auto import = readBytes(importer,
                                      json("[" + traced("'ph':'X','dur':1,'name':'n'") + ","
                                           + traced("'ph':'B','name':'n'") + ","
                                           + traced("'ph':'X','ts':5,'dur':-10,'name':'n'") + ","
                                           + traced("'ph':'X','ts':6,'name':'n'") + "]"));
        QCOMPARE(codesIn(import),
                 QStringLiteral("chrometrace-momentary-calls 2, chrometrace-calls-without-time 2, "
                                "chrometrace-negative-durations 1, chrometrace-no-durations 1"));
    }

    void idsOfProcessesThatFitNoneAreFound()
    {
        const auto event = [](const char *pid) {
            return std::string("{'ph':'X','ts':1,'dur':1,'tid':1,'name':'a','pid':") + pid + "}";
        };
        const auto import =
            readBytes(importer,
                      json("[" + event("4294967295") + "," + event("4294967301") + ","
                           + event("4294967301") + "," + event("'browser'") + "]"));
        QCOMPARE(codesIn(import), QStringLiteral("chrometrace-odd-pids 2"));
        const auto &profile = *import->profiles.front().profile;
        QCOMPARE(profile.process(ProcessIndex(0)).pid, 4294967295U);
        QCOMPARE(profile.process(ProcessIndex(1)).pid, 0U);
        QCOMPARE(profile.process(ProcessIndex(2)).pid, 0U);
        // They are told apart by their names, and by made-up ids where they are written.
        const auto names = [](const Profile &of) {
            QStringList texts;
            for (const Process &process : of.tables().processes)
                texts += QStringLiteral("%1 %2")
                             .arg(process.pid)
                             .arg(QString::fromStdString(std::string(of.text(process.name))));
            texts.sort();
            return texts.join(QStringLiteral(", "));
        };
        QCOMPARE(names(profile), QStringLiteral("0 4294967301, 0 browser, 4294967295 "));
        const auto file = exported(exporter, import->profiles.front().profile);
        QCOMPARE(names(*readBytes(importer, file.bytes)->profiles.front().profile),
                 QStringLiteral("1 4294967301, 2 browser, 4294967295 "));
    }

    void idsThatAreNoneAreFound()
    {
        const auto event = [](const char *pid, const char *tid) {
            return std::string("{'ph':'X','ts':1,'dur':1,'pid':") + pid + ",'tid':" + tid + "}";
        };
        const auto good =
            readBytes(importer, json("[" + event("1", "'main'") + "," + event("0", "2") + "]"));
        QVERIFY(good->log.findings().empty());
        const auto odd = readBytes(importer,
                                   json("[" + event("null", "1") + "," + event("[]", "1") + ","
                                        + event("1", "-1") + "," + event("1.5", "1") + "]"));
        QCOMPARE(codesIn(odd), QStringLiteral("chrometrace-odd-ids 4, chrometrace-odd-pids 1"));
    }

    void whatIsWrittenHasTheSameCalls()
    {
        const auto profile = textProfile("a a b . a a\n"
                                         "c d . . c c\n");
        const auto file = exported(exporter, profile);
        const auto again = readBytes(importer, file.bytes)->profiles.front().profile;
        QCOMPARE(QString::fromStdString(printedCalls(again))
                     .remove(QRegularExpression(QStringLiteral(" \\(\\d+\\)"))),
                 QString::fromStdString(printedCalls(profile))
                     .remove(QRegularExpression(QStringLiteral(" \\(\\d+\\)"))));
    }

    void samplesWithoutTimeCannotBeHeld()
    {
        ProfileBuilder builder(TimeOrigin::None);
        const auto profile = builder.snapshot();
        const auto written = exporter.write({&profile, 1}, {});
        QVERIFY(!written && written.error().code == ErrorCode::FormatCannotHold);
    }

    void otherJsonIsRefused()
    {
        QCOMPARE(reading("{'a':1}"),
                 QStringLiteral("SyntaxError: Chrome trace, byte 7: expected \"traceEvents\""));
        QVERIFY(reading("[1]").startsWith(QStringLiteral("SyntaxError")));
        QVERIFY(importer.sniff("{\"nodes\":[]}") == Confidence::No);
    }
};

EMBER_TEST(TstChromeTrace)
#include "tst_chrometrace.moc"
