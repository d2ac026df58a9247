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
const FormatExporter exporter(chrometrace::format);

} // namespace

// Events of counters, which are measurements.
class TstChromeCounters : public QObject {
    Q_OBJECT

private slots:
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
                 QStringList{QStringLiteral("1 what is known of the recording and its machine")});
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
};

EMBER_TEST(TstChromeCounters)
#include "tst_chromecounters.moc"
