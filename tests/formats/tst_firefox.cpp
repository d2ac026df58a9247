// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/firefox/firefoxexporter.h"
#include "model/formats/firefox/firefoximporter.h"
#include "model/profile/profilebuilder.h"
#include "tests/formats/readfile.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

const firefox::FirefoxImporter importer;
const firefox::FirefoxExporter exporter;

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

} // namespace

class TstFirefox : public QObject {
    Q_OBJECT

private slots:
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
                 "'time':[3,null]},"
                 + code + "}]}"));
        QVERIFY(import);
        const auto &samples = import->profiles.front().profile->samples(ThreadIndex(0));
        QVERIFY(samples.times[SampleIndex(0)] == samples.times[SampleIndex(2)]);
        const auto &findings = import->log.findings();
        QCOMPARE(findings.size(), std::size_t(1));
        QCOMPARE(findings.front().code, std::string("firefox-missing-times"));
        QCOMPARE(findings.front().count, std::uint64_t(2));
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
    }

    void brokenReferencesAreRefused()
    {
        QFETCH(QByteArray, thread);
        QFETCH(QString, error);
        QCOMPARE(reading(thread.toStdString()), error);
    }

    void whatTheFileSaysOfItselfIsChecked_data()
    {
        QTest::addColumn<QByteArray>("members");
        QTest::addColumn<QByteArray>("finding");
        const auto row = [](const char *name, const char *members, const char *finding) {
            QTest::newRow(name) << QByteArray(members) << QByteArray(finding);
        };
        row("good", "'meta':{'preprocessedProfileVersion':72,'interval':0.5},'threads':[]", "");
        row("version", "'meta':{'preprocessedProfileVersion':999},'threads':[]",
            "firefox-newer-version test: meta");
        row("interval", "'meta':{'preprocessedProfileVersion':48,'interval':-1},'threads':[]",
            "firefox-odd-interval test: meta");
        row("length of strings",
            "'threads':[{'stringArray':['a'],'funcTable':{'length':1,'name':[0]}}]", "");
        row("length of a table", "'threads':[{'frameTable':{'func':[0],'length':1000000000000}}]",
            "firefox-odd-length test: frameTable");
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
