// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/windowoptions.h"
#include "tests/support/testmain.h"
#include "tests/support/waitforend.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace ember::app;

namespace {

WindowOptions parse(const char *line)
{
    return parseWindowOptions(
        QString::fromLatin1(line).split(QLatin1Char(' '), Qt::SkipEmptyParts));
}

} // namespace

class TstWindowOptions : public QObject {
    Q_OBJECT
private slots:
    void filesAreFiles()
    {
        QCOMPARE(parse("a.json b.ember").files,
                 (QStringList{QStringLiteral("a.json"), QStringLiteral("b.ember")}));
        QVERIFY(parse("").error.isEmpty());
    }

    void pidAttachesToTheProcess()
    {
        const auto options = parseWindowOptions({QStringLiteral("--pid"), QStringLiteral("1")});
        QVERIFY2(options.error.isEmpty(), qPrintable(options.error));
        QCOMPARE(options.launch->pid, qint64(1));
        QVERIFY(options.launch->commandLine().endsWith(QLatin1String(" (1)")));
    }

    void aPidIsANumberAndStandsAlone()
    {
        QVERIFY(!parse("--pid x").error.isEmpty());
        QVERIFY(!parse("--pid 0").error.isEmpty());
        QVERIFY(!parse("--pid 1 a.json").error.isEmpty());
    }

    void launchTakesRecorderOptionsAndACommand()
    {
        const auto options = parse("--launch -F 997 --no-follow --env A=1 --ring 2GB --trigger "
                                   "cpu>50 -- xz -T2 --screenshot");
        QVERIFY2(options.error.isEmpty(), qPrintable(options.error));
        QCOMPARE(options.launch->program, QStringLiteral("xz"));
        QCOMPARE(options.launch->arguments,
                 (QStringList{QStringLiteral("-T2"), QStringLiteral("--screenshot")}));
        QCOMPARE(options.launch->rateHz, 997);
        QCOMPARE(options.launch->followChildren, FollowChildren::No);
        QCOMPARE(options.launch->environment, QStringList{QStringLiteral("A=1")});
        QCOMPARE(options.launch->ring.limit, QStringLiteral("2GB"));
        QCOMPARE(options.launch->ring.triggers, QStringList{QStringLiteral("cpu>50")});
        QVERIFY(!options.screenshot);
    }

    void launchTakesWhatRecordTakes()
    {
        const auto options = parse("--launch -d 5 --kill --max-size 1GB --unwind fp --jitter "
                                   "-o a.ember true");
        QVERIFY2(options.error.isEmpty(), qPrintable(options.error));
        QCOMPARE(options.launch->options.join(QLatin1Char(' ')),
                 QStringLiteral("--jitter -d 5 --max-size 1GB --unwind fp --kill"));
        QCOMPARE(options.launch->output, QDir::current().filePath(QStringLiteral("a.ember")));
        QCOMPARE(launchCommandFromJson(toJson(*options.launch)).options, options.launch->options);
    }

    void whatIsWrongIsNamed()
    {
        const QString error = parse("--launch -F fast -- true").error;
        QVERIFY2(error.contains(QLatin1String("from 1 to 4000, not fast")), qPrintable(error));
    }

    void theInputOfTheCommandIsNotWrittenOver()
    {
        const QTemporaryDir folder;
        QFile input(folder.filePath(QStringLiteral("in.ember")));
        QVERIFY(input.open(QIODevice::WriteOnly));
        const auto link = folder.filePath(QStringLiteral("link.ember"));
        QVERIFY(QFile::link(input.fileName(), link));
        for (const QString &output : {input.fileName(), link}) {
            const QByteArray line = "--launch -o " + output.toUtf8() + " --stdin "
                + input.fileName().toUtf8() + " -- true";
            const QString error = parse(line.constData()).error;
            QVERIFY2(error.contains(QLatin1String("--stdin")), qPrintable(error));
        }
    }

    void aPictureHasItsOptions()
    {
        const auto options = parse("--screenshot o.png --size 800x600 --theme dark --thread 7 "
                                   "--range 0.5..2 --search main --view calltree "
                                   "--baseline b.json a.json");
        QVERIFY2(options.error.isEmpty(), qPrintable(options.error));
        QCOMPARE(options.screenshot->output, QStringLiteral("o.png"));
        QCOMPARE(options.screenshot->size, QSize(800, 600));
        QCOMPARE(*options.screenshot->theme, ThemeChoice::Dark);
        QCOMPARE(options.screenshot->thread, QStringLiteral("7"));
        QCOMPARE(options.screenshot->range->start, 0.5);
        QCOMPARE(options.screenshot->range->end, 2.0);
        QCOMPARE(options.screenshot->view, QStringLiteral("calltree"));
        QCOMPARE(options.screenshot->baseline, QStringLiteral("b.json"));
        QCOMPARE(options.files, QStringList{QStringLiteral("a.json")});
    }

    void aWindowMayCompareFromTheStart()
    {
        const auto options = parse("--baseline b.json a.json");
        QVERIFY2(options.error.isEmpty(), qPrintable(options.error));
        QCOMPARE(options.baseline, QStringLiteral("b.json"));
        QVERIFY(!options.screenshot);
    }

    void whatIsWrongIsSaid_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("unknown option") << QByteArray("--frobnicate");
        QTest::newRow("size") << QByteArray("--screenshot o.png --size 800 a.json");
        QTest::newRow("huge size") << QByteArray("--screenshot o.png --size 99999x9 a.json");
        QTest::newRow("theme") << QByteArray("--screenshot o.png --theme pink a.json");
        QTest::newRow("range backwards") << QByteArray("--screenshot o.png --range 2..1 a.json");
        QTest::newRow("no file") << QByteArray("--screenshot o.png");
        QTest::newRow("picture option without picture") << QByteArray("--size 800x600 a.json");
        QTest::newRow("baseline of nothing") << QByteArray("--baseline b.json");
        QTest::newRow("baseline of a process") << QByteArray("--pid 1 --baseline b.json");
        QTest::newRow("launch without command") << QByteArray("--launch -F 101");
        QTest::newRow("ring of another machine")
            << QByteArray("--launch --host there --ring 10min -- true");
        QTest::newRow("rate") << QByteArray("--launch -F 9999 -- true");
        QTest::newRow("rate that is no number") << QByteArray("--launch -F fast -- true");
        QTest::newRow("duration") << QByteArray("--launch -d 0 -- true");
        QTest::newRow("unwinding") << QByteArray("--launch --unwind well -- true");
        QTest::newRow("trigger without ring") << QByteArray("--launch --trigger cpu>9 -- true");
        QTest::newRow("a limit beside a ring")
            << QByteArray("--launch --ring 2GB --max-size 1GB -- true");
        QTest::newRow("another format") << QByteArray("--launch -o a.json -- true");
        QTest::newRow("host") << QByteArray("--launch --host -x -- true");
        QTest::newRow("a process") << QByteArray("--launch --pid 1 -- true");
        QTest::newRow("launch option") << QByteArray("--launch --nope x -- true");
    }

    void whatIsWrongIsSaid()
    {
        QFETCH(QByteArray, line);
        QVERIFY(!parse(line.constData()).error.isEmpty());
    }

    void helpAndVersionAnswer()
    {
        QVERIFY(parse("--help").answer.contains(QLatin1String("--screenshot")));
        for (const char *option : {"--jitter", "--kill", "--max-size", "--unwind", "-o, --output",
                                   "--remote-recorder", "-d, --duration"}) {
            QVERIFY2(parse("--help").answer.contains(QLatin1String(option)), option);
            QVERIFY2(parse("--launch --help").answer.contains(QLatin1String(option)), option);
        }
        QVERIFY(parse("--version").answer.startsWith(QLatin1String("emberchart ")));
    }

    void anAnswerThatCannotBePrintedIsAFailure()
    {
        QProcess process;
        process.start(QStringLiteral("/bin/sh"),
                      {QStringLiteral("-c"), QStringLiteral("exec \"$0\" --version >/dev/full"),
                       QStringLiteral(EMBER_BUILD_DIR "/emberchart")});
        QVERIFY(ember::tests::waitForEnd(process));
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("stdout"));
    }
};

EMBER_TEST(TstWindowOptions)
#include "tst_windowoptions.moc"
