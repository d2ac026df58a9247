// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/callgrind/callgrindformat.h"
#include "model/formats/chrometrace/chrometraceformat.h"
#include "model/formats/firefox/firefoxformat.h"
#include "model/formats/perfscript/perfscriptformat.h"
#include "model/formats/rprof/rprofformat.h"
#include "model/formats/sentry/files/chunkimporter.h"
#include "model/formats/speedscope/speedscopeformat.h"
#include "tests/formats/readfile.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>

using namespace ember::model;
using namespace ember::tests;

namespace {

const FormatImporter callgrindFiles(callgrind::format);
const FormatImporter chromeTraces(chrometrace::format);
const FormatImporter cpuProfiles(chrometrace::cpuProfileFormat);
const FormatImporter firefoxFiles(firefox::format);
const FormatImporter perfScripts(perfscript::format);
const FormatImporter rprofFiles(rprof::format);
const sentry::ChunkImporter sentryFiles;
const FormatImporter speedscopeFiles(speedscope::format);

std::vector<std::string> codesOf(const ImportLog &log, bool areNotes)
{
    std::vector<std::string> codes;
    for (const Finding &finding : log.findings()) {
        if ((finding.severity == Severity::Note) == areNotes)
            codes.push_back(finding.code);
    }
    return codes;
}

void addFile(const char *name, const Importer &importer, const std::string &bytes, const char *code)
{
    QTest::newRow(name) << &importer << QByteArray::fromStdString(bytes) << QByteArray(code);
}

// A call's begin, its end, or a chunk of a CPU profile, of one thread.
std::string trace(const std::string &events)
{
    return json("{'traceEvents':[" + events + "]}");
}

std::string callEvent(const char *kind, const char *name, int at)
{
    return std::string("{'ph':'") + kind + "','name':'" + name
        + "','pid':1,'tid':2,'ts':" + std::to_string(at) + "}";
}

std::string profileChunk(const char *data)
{
    return std::string("{'ph':'P','name':'ProfileChunk','id':'0x1','pid':1,'tid':2,'ts':5,"
                       "'args':{'data':{")
        + data + "}}}";
}

std::string cpuProfile(const char *nodes, const char *deltas)
{
    return json(std::string("{'nodes':[{'id':1,'callFrame':{'functionName':'a'}") + nodes
                + "}],'startTime':0,'endTime':9000,'samples':[1,1],'timeDeltas':" + deltas + "}");
}

} // namespace

// A file that a known program writes is opened without a warning, whatever is odd about it, as long
// as no sample is lost.
class TstGoodFiles : public QObject {
    Q_OBJECT

private slots:
    void oddityIsANote_data()
    {
        QTest::addColumn<const Importer *>("importer");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("code");
        addFile("Chrome: recording began within a call", chromeTraces,
                trace(callEvent("E", "before", 1) + ',' + callEvent("B", "a", 2) + ','
                      + callEvent("E", "a", 9)),
                "chrometrace-unmatched-calls");
        addFile("Chrome: ends of one time in another order", chromeTraces,
                trace(callEvent("B", "a", 2) + ',' + callEvent("B", "b", 3) + ','
                      + callEvent("E", "a", 9) + ',' + callEvent("E", "b", 9)),
                "chrometrace-other-ends");
        addFile("Chrome: V8's time goes back", chromeTraces,
                trace(profileChunk("'cpuProfile':{'nodes':[{'id':1,'callFrame':{'functionName':"
                                   "'a'}}],'samples':[1,1]},'timeDeltas':[10,-3]")),
                "chrometrace-times-go-back");
        addFile("V8: time goes back", cpuProfiles, cpuProfile("", "[10,-3]"),
                "cpuprofile-times-go-back");
        addFile("V8: a callee that was left out", cpuProfiles,
                cpuProfile(",'children':[7]", "[10,10]"), "cpuprofile-lost-nodes");
        const std::string stack = "\t1 f (x)\n\n";
        addFile("perf: exec", perfScripts,
                "sh 7/7 1.0: 1 cycles:\n" + stack + "ls 7/7 1.5: 1 cycles:\n" + stack,
                "perfscript-renamed-threads");
        addFile("perf: two events", perfScripts,
                "w 1 1.5: 5 cycles: \n" + stack + "w 1 1.6: 7 instructions: \n" + stack,
                "perfscript-several-events");
        addFile("perf: two buffers", perfScripts,
                "w 1 1.5: 5 cycles: \n" + stack + "w 1 1.4: 7 cycles: \n" + stack,
                "perfscript-times-go-back");
        addFile("Firefox: a version of tomorrow", firefoxFiles,
                json("{'meta':{'preprocessedProfileVersion':999},'threads':[{'samples':{'stack':"
                     "[null],'time':[0]}}]}"),
                "firefox-newer-version");
        addFile("Firefox: a process without a number", firefoxFiles,
                json("{'meta':{'preprocessedProfileVersion':48},'threads':[{'pid':'100.1',"
                     "'samples':{'stack':[null],'time':[0]}}]}"),
                "firefox-odd-pids");
        addFile("pprof -callgrind: costs of calls within a recursion", callgrindFiles,
                "events: Ir\nfn=main\n1 5\ncfn=f\ncalls=1 1\n2 100\nfn=f\n3 40\n",
                "callgrind-call-costs");
        addFile("speedscope: the end is of another clock", speedscopeFiles,
                json("{'shared':{'frames':[{'name':'a'}]},'profiles':[{'type':'evented','name':"
                     "'t','unit':'seconds','startValue':0,'endValue':1,'events':[{'type':'O',"
                     "'frame':0,'at':0},{'type':'C','frame':0,'at':2}]}]}"),
                "speedscope-early-end");
    }

    void oddityIsANote()
    {
        QFETCH(const Importer *, importer);
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, code);
        const auto import = readBytes(*importer, bytes.toStdString());
        QVERIFY(import);
        QCOMPARE(codesOf(import->log, false), std::vector<std::string>());
        QVERIFY(std::ranges::count(codesOf(import->log, true), code.toStdString()) == 1);
    }

    void lostSamplesAreAWarning_data()
    {
        QTest::addColumn<const Importer *>("importer");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("code");
        addFile("Chrome: samples of a profile that began before", chromeTraces,
                trace(callEvent("B", "a", 2) + ',' + callEvent("E", "a", 9) + ','
                      + profileChunk("'cpuProfile':{'samples':[1]},'timeDeltas':[10]")),
                "chrometrace-broken-samples");
        addFile("V8: a caller that is not there", cpuProfiles, cpuProfile(",'parent':7", "[10,10]"),
                "cpuprofile-lost-nodes");
        addFile("V8: a caller and a callee that are not there", cpuProfiles,
                cpuProfile(",'parent':7,'children':[8]", "[10,10]"), "cpuprofile-lost-nodes");
        addFile("R: a line that was cut", rprofFiles,
                "sample.interval=10000\n\"f\" \n\"leaf\" \"mid\" \"ro\n", "rprof-cut-sample");
    }

    void lostSamplesAreAWarning()
    {
        QFETCH(const Importer *, importer);
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, code);
        const auto import = readBytes(*importer, bytes.toStdString());
        QVERIFY(import);
        QCOMPARE(codesOf(import->log, false), std::vector{code.toStdString()});
    }

    // R's package "profile" writes that line where it knows lines and no files.
    void aFileLineWithoutAFileIsNoSample()
    {
        const auto import = readBytes(
            rprofFiles, "line profiling: sample.interval=20000\n#File : \n\"f\" \"g\" \n\"f\" \n");
        QVERIFY(import);
        QCOMPARE(import->profiles.front().profile->sampleCount(), std::size_t(2));
        QVERIFY(import->log.findings().empty());
    }

    // V1 profiles as the SDK for Node writes them: numbers where the text wants strings.
    void whatSentrysSdkWroteIsOpenedWithoutAWarning_data()
    {
        addReferenceFiles({QStringLiteral("sentry/real/node_v1"),
                           QStringLiteral("sentry/real/node_manual_long"),
                           QStringLiteral("sentry/real/py_manual")},
                          {QStringLiteral("*.envelope")});
    }

    void whatSentrysSdkWroteIsOpenedWithoutAWarning()
    {
        QFETCH(QString, path);
        const auto bytes = fileBytes(path);
        const auto import = readBytes(sentryFiles, bytes.view());
        QVERIFY(import);
        QCOMPARE(codesOf(import->log, false), std::vector<std::string>());
    }
};

EMBER_TEST(TstGoodFiles)
#include "tst_goodfiles.moc"
