// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/callgrind/callgrindformat.h"
#include "model/formats/chrometrace/chrometraceformat.h"
#include "model/formats/collapsed/collapsedformat.h"
#include "model/formats/firefox/firefoxformat.h"
#include "model/formats/perfscript/perfscriptformat.h"
#include "model/formats/speedscope/speedscopeformat.h"
#include "tests/formats/readfile.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <memory>

using namespace ember::model;
using namespace ember::tests;

namespace {

struct Form {
    std::unique_ptr<Importer> importer;
    std::string start;
    std::string end;

    Result<Import> read(const std::string &value) const
    {
        return readBytes(*importer, start + value + end);
    }
};

// Files of every format whose values are numbers of any size, around one value.
Form form(const QString &format)
{
    if (format == QLatin1String("collapsed"))
        return {std::make_unique<FormatImporter>(collapsed::format), "a;b 1\na;c ", "\n"};
    if (format == QLatin1String("speedscope"))
        return {std::make_unique<FormatImporter>(speedscope::format),
                json("{'shared':{'frames':[{'name':'a'}]},'profiles':[{'type':'sampled','name':'t',"
                     "'unit':'none','samples':[[0],[0]],'weights':[1,"),
                "]}]}"};
    if (format == QLatin1String("firefox"))
        return {std::make_unique<FormatImporter>(firefox::format),
                json("{'meta':{'preprocessedProfileVersion':48},'threads':[{'samples':{"
                     "'stack':[null,null],'time':[0,1],'weight':[1,"),
                "]}}]}"};
    if (format == QLatin1String("cpuprofile"))
        return {std::make_unique<FormatImporter>(chrometrace::cpuProfileFormat),
                json("{'nodes':[{'id':1,'callFrame':{'functionName':'a'},'hitCount':1},"
                     "{'id':2,'callFrame':{'functionName':'b'},'hitCount':"),
                "}]}"};
    if (format == QLatin1String("perfscript"))
        return {std::make_unique<FormatImporter>(perfscript::format),
                "a 1 1.0: 1 cycles:\n\t1 f (x)\n\na 1 1.1: ", " cycles:\n\t1 f (x)\n\n"};
    return {std::make_unique<FormatImporter>(callgrind::format), "events: Ir\nfn=f\n1 1\n2 ", "\n"};
}

// "code count", each in a line.
QString valueFindingsOf(const Result<Import> &import)
{
    if (!import)
        return QString::fromStdString(import.error().detail);
    QStringList lines;
    for (const Finding &finding : import->log.findings())
        lines +=
            QStringLiteral("%1 %2").arg(QString::fromStdString(finding.code)).arg(finding.count);
    return lines.join(u'\n');
}

} // namespace

class TstValues : public QObject {
    Q_OBJECT

private slots:
    void whatDoublesRoundIsSaid_data()
    {
        QTest::addColumn<QString>("format");
        for (const char *format :
             {"collapsed", "speedscope", "firefox", "cpuprofile", "perfscript", "callgrind"})
            QTest::newRow(format) << QString::fromLatin1(format);
    }

    void whatDoublesRoundIsSaid()
    {
        QFETCH(QString, format);
        const QString finding = format + QStringLiteral("-value-not-exact 1");
        const auto file = form(format);
        QVERIFY(valueFindingsOf(file.read("9007199254740993")).contains(finding)); // 2^53 + 1
        QVERIFY(!valueFindingsOf(file.read("9007199254740991")).contains(QStringLiteral("-exact")));
    }

    void whatAddsUpToMoreThanDoublesHoldIsRefused_data()
    {
        QTest::addColumn<QString>("format");
        for (const char *format : {"collapsed", "speedscope", "firefox", "cpuprofile"})
            QTest::newRow(format) << QString::fromLatin1(format);
    }

    void whatAddsUpToMoreThanDoublesHoldIsRefused()
    {
        QFETCH(QString, format);
        const auto refused = form(format).read("1e308");
        QVERIFY(!refused);
        QVERIFY(refused.error().code == ErrorCode::SyntaxError);
        QCOMPARE(refused.error().subject, std::string("test"));
        QVERIFY2(refused.error().detail.ends_with("add up to more than 1e305"),
                 refused.error().detail.c_str());
        QVERIFY(form(format).read("1e304"));
    }

    void valuesBelowZeroAreSaid()
    {
        QCOMPARE(valueFindingsOf(form(QStringLiteral("firefox")).read("-3")),
                 QStringLiteral("firefox-negative-weights 1"));
        QCOMPARE(valueFindingsOf(form(QStringLiteral("cpuprofile")).read("-3")),
                 QStringLiteral("cpuprofile-hits-only 1\ncpuprofile-negative-hits 1"));
    }

    void linesThatAreNoneAreSaid()
    {
        const FormatImporter firefox(firefox::format);
        const auto places = readBytes(
            firefox,
            json("{'meta':{'preprocessedProfileVersion':48},'threads':[{'samples':{'stack':[0],"
                 "'time':[0]},'stackTable':{'frame':[0],'prefix':[null]},'frameTable':{'func':[0],"
                 "'line':[-4],'column':[1e12]},'funcTable':{'name':[0],'lineNumber':[null]},"
                 "'stringArray':['f']}]}"));
        QCOMPARE(valueFindingsOf(places), QStringLiteral("firefox-odd-lines 2"));
        const FormatImporter speedscope(speedscope::format);
        const auto frames = readBytes(
            speedscope,
            json("{'shared':{'frames':[{'name':'a','line':2.5,'col':-1},{'name':'b','line':null,"
                 "'col':3}]},'profiles':[{'type':'sampled','unit':'none','samples':[],'weights':[]}"
                 "]}"));
        QCOMPARE(valueFindingsOf(frames), QStringLiteral("speedscope-odd-lines 2"));
        QVERIFY(frames->log.findings().front().severity == Severity::Note);
    }
};

EMBER_TEST(TstValues)
#include "tst_values.moc"
