// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/chrometraceformat.h"
#include "tests/formats/readfile.h"
#include "tests/formats/traceevents.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

const FormatImporter importer(chrometrace::format);

// A node of V8's profiles as traces have them.
std::string node(int id, int parent, const std::string &name)
{
    const auto caller = parent > 0 ? "'parent':" + std::to_string(parent) + "," : std::string();
    return "{'callFrame':{'functionName':'" + name
        + "','scriptId':1,'url':'x.js','lineNumber':3,'columnNumber':1}," + caller
        + "'id':" + std::to_string(id) + "}";
}

} // namespace

// Stacks that were sampled, in CPU profiles of V8 and by "stackFrames".
class TstChromeSamples : public QObject {
    Q_OBJECT

private slots:
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

    // As Node and old versions of Chrome write them for workers.
    void profilesWithoutIdsAreTheirThreads()
    {
        const auto whole = [](const char *tid, const std::string &name, int start) {
            return "{'ph':'I','name':'CpuProfile','pid':1,'tid':" + std::string(tid)
                + ",'ts':1,'args':{'data':{'cpuProfile':{'nodes':[" + node(1, 0, "(root)") + ","
                + node(2, 1, name) + "],'samples':[2],'timeDeltas':[10],'startTime':"
                + std::to_string(start) + ",'endTime':" + std::to_string(start + 1010) + "}}}}";
        };
        const auto import =
            readBytes(importer,
                      json("[" + whole("7", "seven", 0) + "," + whole("8", "eight", 0) + ","
                           + whole("8", "again", 2000) + "]"));
        QCOMPARE(printed(import),
                 QStringLiteral("thread 7\n0ms seven\n1ms \nthread 8\n0ms eight\n1ms \n"
                                "thread 8 samples 2\n2ms again\n3ms "));
        QCOMPARE(codesIn(import), QString());
    }

    // Another clock around the profile than in it.
    void timesThatAreSaidTwiceCountOnce()
    {
        const auto import =
            readBytes(importer,
                      json("[{'ph':'I','name':'CpuProfile','pid':1,'tid':7,'ts':1,'args':{'data':{"
                           "'startTime':1000,'timeDeltas':[10,1000],'cpuProfile':{'nodes':["
                           + node(1, 0, "(root)") + "," + node(2, 1, "f")
                           + "],'samples':[2,2],'timeDeltas':[10,1000],'startTime':466000000000,"
                             "'endTime':466000003010}}}}]"));
        QCOMPARE(printed(import), QStringLiteral("thread 7\n0ms f\n1ms f\n3ms "));
        QCOMPARE(codesIn(import), QString());
        const auto pieces = readBytes(
            importer,
            json("[{'ph':'P','name':'Profile','pid':1,'tid':7,'id':'1','ts':1,'args':{'data':{"
                 "'startTime':1000}}},{'ph':'P','name':'ProfileChunk','pid':1,'tid':7,'id':'1',"
                 "'ts':2,'args':{'data':{'cpuProfile':{'nodes':["
                 + node(1, 0, "(root)") + "," + node(2, 1, "f")
                 + "],'samples':[2,2],'startTime':466000000000,'endTime':466000003010},"
                   "'timeDeltas':[10,1000]}}}]"));
        QCOMPARE(printed(pieces), QStringLiteral("thread 7\n0ms f\n1ms f"));
    }

    void callsMayHaveTheirThreadsDurationOnly()
    {
        const auto import =
            readBytes(importer,
                      json("[" + traced("'ph':'X','ts':0,'tdur':2000,'name':'a'") + ","
                           + traced("'ph':'X','ts':5000,'tdur':2000,'dur':3000,'name':'b'") + "]"));
        QCOMPARE(printed(import), QStringLiteral("thread 2\n0ms a\n2ms \n5ms b\n8ms "));
        QCOMPARE(codesIn(import), QString());
    }

    void aProfileThatLostAPieceShowsTheRest()
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
        QCOMPARE(printed(import), QStringLiteral("thread 0x1\n0ms orphan\nthread 0x2\n0ms js"));
        QCOMPARE(codesIn(import),
                 QStringLiteral("chrometrace-broken-samples 1, chrometrace-lost-nodes 1"));
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
        QCOMPARE(printed(readBytes(importer, json("[" + traced("'ph':'P','ts':0,'sf':7") + "]"))),
                 QStringLiteral("NothingToShow: Chrome trace: none of its 1 events is a call or a "
                                "sampled stack of a thread; the stacks of 1 samples are not among "
                                "the \"stackFrames\""));
    }
};

EMBER_TEST(TstChromeSamples)
#include "tst_chromesamples.moc"
