// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/chrometraceformat.h"
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

const FormatImporter importer(chrometrace::format);
const FormatExporter exporter(chrometrace::format);

QString reading(const std::string &events)
{
    return printed(readBytes(importer, json(events)));
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

    void aTraceWithoutCallsAndSamplesIsAnError()
    {
        QCOMPARE(reading("[" + traced("'ph':'n','id':1,'ts':0,'name':'n'") + ","
                         + traced("'ph':'C','ts':1,'name':'n'") + "]"),
                 QStringLiteral("NothingToShow: Chrome trace: none of its 2 events is a call or a "
                                "sampled stack of a thread"));
        QCOMPARE(codesIn(readBytes(importer, json("{'traceEvents':[]}"))),
                 QStringLiteral("chrometrace-no-calls 1"));
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
