// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/callgrind/callgrindformat.h"
#include "model/formats/chrometrace/chrometraceformat.h"
#include "model/formats/firefox/firefoxformat.h"
#include "model/formats/speedscope/speedscopeformat.h"
#include "tests/formats/readfile.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

const FormatImporter callgrindImporter(callgrind::format);
const FormatImporter chromeTraceImporter(chrometrace::format);
const FormatImporter cpuProfileImporter(chrometrace::cpuProfileFormat);
const FormatImporter firefoxImporter(firefox::format);
const FormatImporter speedscopeImporter(speedscope::format);

// "code count" of the notes, each in a line.
QString notesOf(const Result<Import> &import)
{
    if (!import)
        return QString::fromStdString(import.error().detail);
    QStringList lines;
    for (const Finding &finding : import->log.findings()) {
        if (finding.severity == Severity::Note)
            lines += QStringLiteral("%1 %2")
                         .arg(QString::fromStdString(finding.code))
                         .arg(finding.count);
    }
    return lines.join(u'\n');
}

// An entry of two samples, of 1 and of 2.
Result<Import> readEntry(const std::string &ends, const char *unit = "seconds")
{
    return readBytes(speedscopeImporter,
                     json("{'shared':{'frames':[{'name':'a'}]},'profiles':[{'type':'sampled',"
                          "'name':'t','unit':'"
                          + std::string(unit) + "'," + ends
                          + "'samples':[[0],[]],'weights':[1,2]}]}"));
}

} // namespace

// What readers do not take of a file is said.
class TstLeftOut : public QObject {
    Q_OBJECT

private slots:
    void callgrindSaysWhatItHasNoPlaceFor()
    {
        QCOMPARE(notesOf(readBytes(callgrindImporter,
                                   "desc: cache\ndesc: trigger\npositions: instr line\n"
                                   "event: Sum = Ir + Dr : all\nevents: Ir Dr\nfn=f\n0x10 1 5\n"
                                   "jump=3 0x20 2\n0x11 1\ncfn=g\ncalls=2 0x30 9\n0x12 1 4\n"
                                   "fn=g\n0x30 9 4\n")),
                 QStringLiteral("callgrind-call-counts 1\ncallgrind-addresses 4\n"
                                "callgrind-jumps 1\ncallgrind-derived-events 1\n"
                                "callgrind-descriptions 2\ncallgrind-stacks 1"));
        QCOMPARE(notesOf(readBytes(callgrindImporter, "events: Ir\nfn=f\n1 5\n")), QString());
    }

    void argumentsAndCategoriesOfCallsAreSaid()
    {
        const auto read = [](const std::string &more) {
            return readBytes(chromeTraceImporter,
                             json("[{'ph':'X','name':'a','ts':1,'dur':2,'pid':1,'tid':1" + more
                                  + "},{'ph':'X','name':'b','ts':5,'dur':2,'pid':1,'tid':1}]"));
        };
        QCOMPARE(notesOf(read(",'cat':'x','args':{'url':'y'}")),
                 QStringLiteral("chrometrace-arguments 1\nchrometrace-categories 1"));
        QCOMPARE(notesOf(read(",'args':{}")), QString());
    }

    void membersThatHoldSomethingAreNamed()
    {
        const auto import = readBytes(
            firefoxImporter,
            json("{'meta':{'startTime':0,'interval':1,'preprocessedProfileVersion':48},"
                 "'libs':[],'pages':[{'url':'a'}],'threads':[{'name':'t','registerTime':0,"
                 "'samples':{'stack':[0],'time':[1],'eventDelay':[null],'length':1,"
                 "'threadCPUDelta':[7]},'stackTable':{'frame':[0],'prefix':[null],'length':1},"
                 "'frameTable':{'func':[0],'category':[2],'inlineDepth':[0],'address':[-1],"
                 "'length':1},'funcTable':{'name':[0],'length':1},'stringArray':['a']}]}"));
        QCOMPARE(notesOf(import), QStringLiteral("firefox-members 3"));
        QCOMPARE(import->log.findings().back().detail,
                 std::string("members are left out: category, pages, threadCPUDelta"));
    }

    void membersThatHoldNothingAreNot()
    {
        const auto read = [](const std::string &members) {
            return notesOf(readBytes(
                firefoxImporter,
                json("{'meta':{'startTime':0,'preprocessedProfileVersion':48},'threads':[{"
                     "'samples':{'stack':[null],'time':[1]},"
                     + members + "}]}")));
        };
        for (const char *const nothing :
             {"'resourceTable':{'lib':[],'name' : [],'length':0}", "'a':{'b':[null,-1],'length':2}",
              "'processType':'default'", "'a':[{'length':7},{}]"})
            QVERIFY2(read(nothing).isEmpty(), nothing);
        for (const char *const something :
             {"'resourceTable':{'lib':[],'name':['x']}", "'a':{'b':[null,1],'length':2}",
              "'processType':'tab'", "'a':['length:']", "'a':'\\\"'", "'a':{'length':[7,8]}"})
            QCOMPARE(read(something), QStringLiteral("firefox-members 1"));
    }

    void ticksOfLinesAreSaid()
    {
        const auto read = [](const std::string &ticks) {
            return readBytes(
                cpuProfileImporter,
                json("{'nodes':[{'id':1,'callFrame':{'functionName':'a'},'positionTicks':[" + ticks
                     + "]}],'startTime':7000.5,'samples':[1],'timeDeltas':[1000]}"));
        };
        QCOMPARE(notesOf(read("{'line':3,'ticks':2},{'line':4,'ticks':1}")),
                 QStringLiteral("cpuprofile-position-ticks 1"));
        const auto import = read("");
        QCOMPARE(notesOf(import), QString());
        const auto &profile = *import->profiles.front().profile;
        const auto &attributes = profile.tables().sources[SourceIndex(0)].attributes;
        QCOMPARE(attributes.size(), std::size_t(1));
        QCOMPARE(profile.text(attributes[0].key), std::string_view("clock_start_ns"));
        QCOMPARE(profile.text(attributes[0].json), std::string_view("7000500"));
    }

    void theTimeBeforeTheFirstSampleComesBack()
    {
        const auto import = readBytes(
            cpuProfileImporter,
            json("{'nodes':[{'id':1,'callFrame':{'functionName':'a'}}],"
                 "'startTime':0,'endTime':9000,'samples':[1,1],'timeDeltas':[1000,2000]}"));
        const auto written =
            exported(FormatExporter(speedscope::format), import->profiles.front().profile);
        QCOMPARE(printed(readBytes(speedscopeImporter, written.bytes)),
                 QStringLiteral("thread 1 samples\n1ms a\n3ms a\n9ms "));
    }

    void anEndThatIsNotThatOfTheWeightsIsSaid_data()
    {
        QTest::addColumn<QByteArray>("ends");
        QTest::addColumn<QString>("notes");
        const auto odd = QStringLiteral("speedscope-odd-end 1");
        QTest::newRow("good") << QByteArray("'startValue':5,'endValue':8,") << QString();
        QTest::newRow("rounded") << QByteArray("'startValue':5,'endValue':8.0000001,") << QString();
        QTest::newRow("none") << QByteArray() << QString();
        QTest::newRow("late") << QByteArray("'startValue':5,'endValue':800,") << odd;
        QTest::newRow("date") << QByteArray(
            "'startValue':1700000000000.1,'endValue':1700000000003.1,")
                              << QString();
        QTest::newRow("late date")
            << QByteArray("'startValue':1700000000000,'endValue':1700000000900,") << odd;
        QTest::newRow("early") << QByteArray("'startValue':5,'endValue':7,") << odd;
    }

    void anEndThatIsNotThatOfTheWeightsIsSaid()
    {
        QFETCH(QByteArray, ends);
        QFETCH(QString, notes);
        QCOMPARE(notesOf(readEntry(ends.toStdString())), notes);
        QCOMPARE(notesOf(readEntry(ends.toStdString(), "none")), notes);
    }

    void aStartIsKept()
    {
        const auto import = readEntry("'startValue':100,'endValue':103,");
        QVERIFY(printed(import).contains(QStringLiteral("100000ms a")));
        const auto written =
            exported(FormatExporter(speedscope::format), import->profiles.front().profile);
        QCOMPARE(printed(readBytes(speedscopeImporter, written.bytes)), printed(import));
    }
};

EMBER_TEST(TstLeftOut)
#include "tst_leftout.moc"
