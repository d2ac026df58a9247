// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/support/testmain.h"
#include "tests/support/waitforend.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace ember::tests;

namespace {

QStringList commandNames()
{
    return {u"record"_qs,  u"validate"_qs, u"summary"_qs,      u"calltree"_qs,
            u"compare"_qs, u"convert"_qs,  u"check-tables"_qs, u"debug-files"_qs,
            u"split"_qs,   u"upload"_qs,   u"destinations"_qs, u"listen"_qs};
}

} // namespace

// The exit codes that scripts rely on.
class TstUsage : public QObject {
    Q_OBJECT

private slots:
    void wrongUsageExitsWith2_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("nothing") << QStringList{};
        QTest::newRow("no such command") << QStringList{u"burn"_qs};
        QTest::newRow("no such option") << QStringList{u"summary"_qs, u"--colour"_qs, u"x"_qs};
        QTest::newRow("record without command") << QStringList{u"record"_qs, u"-d"_qs, u"1"_qs};
        QTest::newRow("record with a rate that is none")
            << QStringList{u"record"_qs, u"-F"_qs, u"0"_qs, u"--"_qs, u"true"_qs};
        QTest::newRow("record to an unknown format")
            << QStringList{u"record"_qs, u"-o"_qs, u"x.tiff"_qs, u"--"_qs, u"true"_qs};
        QTest::newRow("convert without output") << QStringList{u"convert"_qs, u"x.ember"_qs};
        QTest::newRow("convert to an unknown format")
            << QStringList{u"convert"_qs, u"x.ember"_qs, u"-o"_qs, u"y.tiff"_qs};
        QTest::newRow("summary of nothing") << QStringList{u"summary"_qs};
        QTest::newRow("calltree of two files") << QStringList{u"calltree"_qs, u"a"_qs, u"b"_qs};
        QTest::newRow("compare one file") << QStringList{u"compare"_qs, u"a"_qs};
        QTest::newRow("compare in no known way")
            << QStringList{u"compare"_qs, u"--by"_qs, u"hand"_qs, u"a"_qs, u"b"_qs};
        QTest::newRow("convert without extension")
            << QStringList{u"convert"_qs, u"x.ember"_qs, u"-o"_qs, u"/dev/full"_qs};
        QTest::newRow("an empty release") << QStringList{u"convert"_qs, u"x.ember"_qs,   u"-o"_qs,
                                                         u"y.json"_qs,  u"--release"_qs, QString()};
        QTest::newRow("listen at a port that is none")
            << QStringList{u"listen"_qs, u"--port"_qs, u"65536"_qs};
        QTest::newRow("listen for no time") << QStringList{u"listen"_qs, u"-d"_qs, u"0"_qs};
        QTest::newRow("forward to nowhere")
            << QStringList{u"listen"_qs, u"--forward"_qs, u"nowhere"_qs};
        QTest::newRow("upload without DSN") << QStringList{u"upload"_qs, u"x.json"_qs};
    }

    void wrongUsageExitsWith2()
    {
        QFETCH(QStringList, arguments);
        const auto run = cli(arguments);
        QCOMPARE(run.exitCode, 2);
        QVERIFY(!run.err.isEmpty());
        QVERIFY(run.out.isEmpty());
    }

    void theEndingsThatThereAreAreNamed()
    {
        for (const char *command : {"convert", "record"}) {
            const auto run = cli({QLatin1String(command), u"-o"_qs, u"y.xyz"_qs, u"x.ember"_qs});
            QCOMPARE(run.exitCode, 2);
            for (const char *ending : {"y.xyz", ".json", ".envelope", ".sqlite", ".rds", ".pb.gz",
                                       ".speedscope.json", ".html"})
                QVERIFY2(run.err.contains(ending), run.err.constData());
        }
        QVERIFY(!cli({u"convert"_qs, u"x.ember"_qs, u"-o"_qs, u"y.xyz"_qs})
                     .err.contains("sentry-v1")); // which is a name
    }

    void whatIsWrongIsNamed_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("named");
        QTest::newRow("no CPU use at all")
            << QStringList{u"--ring"_qs, u"1min"_qs, u"--trigger"_qs, u"cpu>0"_qs, u"true"_qs}
            << QByteArray("above 0 and up to ");
        QTest::newRow("surroundings of a process")
            << QStringList{u"--cwd"_qs, u"/"_qs, u"--pid"_qs, u"1"_qs} << QByteArray("--cwd");
        QTest::newRow("a process elsewhere")
            << QStringList{u"--host"_qs, u"x"_qs, u"--cwd"_qs, u"/"_qs, u"--pid"_qs, u"1"_qs}
            << QByteArray("--host");
        QTest::newRow("a recorder elsewhere, but no machine")
            << QStringList{u"--remote-recorder"_qs, u"/bin/r"_qs, u"true"_qs}
            << QByteArray("--remote-recorder");
    }

    void whatIsWrongIsNamed()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, named);
        const auto run = cli(QStringList(u"record"_qs) + options);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(named), run.err.constData());
    }

    void helpGoesToStandardOutput_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("program") << QStringList{u"--help"_qs};
        for (const QString &command : commandNames())
            QTest::newRow(qPrintable(command)) << QStringList{command, u"--help"_qs};
    }

    void helpGoesToStandardOutput()
    {
        QFETCH(QStringList, arguments);
        const auto run = cli(arguments);
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.out.contains("Usage"));
        QVERIFY(run.err.isEmpty());
    }

    void theManualPageHasEveryOptionOfTheHelp()
    {
        const auto manual = cli({u"--man"_qs});
        QCOMPARE(manual.exitCode, 0);
        QVERIFY2(manual.out.startsWith(".TH "), manual.out.constData());
        const QString page = QString::fromUtf8(manual.out).remove(u'\\');
        static const QRegularExpression option(u"\\n  (?:-., )?(--[a-z-]+)"_qs);
        for (const QString &command : commandNames()) {
            const QString help = QString::fromUtf8(cli({command, u"--help"_qs}).out);
            int options = 0;
            for (auto found = option.globalMatch(help); found.hasNext(); ++options) {
                const QString name = found.next().captured(1);
                QVERIFY2(name.startsWith(u"--help") || page.contains(u"fB%1fR"_qs.arg(name)),
                         qPrintable(command + u' ' + name));
            }
            QVERIFY2(options > 1, qPrintable(command));
        }
    }

    void bashCompletesCommandsOptionsAndTheirValues_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("completions");
        QTest::newRow("command") << QStringList{u"comp"_qs} << QByteArray("compare\n");
        QTest::newRow("option") << QStringList{u"record"_qs, u"--max"_qs}
                                << QByteArray("--max-size\n");
        QTest::newRow("option of two letters")
            << QStringList{u"calltree"_qs, u"--js"_qs} << QByteArray("--json\n");
        QTest::newRow("value of the recorder's")
            << QStringList{u"record"_qs, u"--unwind"_qs, u"d"_qs} << QByteArray("dwarf\n");
        QTest::newRow("value") << QStringList{u"compare"_qs, u"--by"_qs, QString()}
                               << QByteArray("second\nshare\namount\n");
        QTest::newRow("format") << QStringList{u"convert"_qs, u"--to"_qs, u"s"_qs}
                                << QByteArray("sentry-v1\nsqlite\nspeedscope\n");
        QTest::newRow("file") << QStringList{u"summary"_qs, u"x"_qs} << QByteArray("\n");
        QTest::newRow("of another program")
            << QStringList{u"record"_qs, u"--"_qs, u"ls"_qs, u"--max"_qs} << QByteArray("\n");
    }

    void bashCompletesCommandsOptionsAndTheirValues()
    {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, completions);
        QProcess bash;
        bash.start(
            u"bash"_qs,
            QStringList{u"-c"_qs,
                        u"eval \"$1\"; shift; COMP_WORDS=(emberchart-cli \"$@\"); "
                        "COMP_CWORD=$#; _emberchart_cli; printf '%s\\n' \"${COMPREPLY[@]}\""_qs,
                        u"bash"_qs, QString::fromUtf8(cli({u"--completion"_qs}).out)}
                + words);
        QVERIFY(waitForEnd(bash));
        QCOMPARE(bash.readAllStandardOutput(), completions);
        QCOMPARE(bash.readAllStandardError(), QByteArray());
    }

    void whatCannotBeReadExitsWith1AndSaysWhy_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("binary") << QByteArray("\x7f"
                                              "ELF\0\1\2\3\xff\xfe",
                                              10);
        QTest::newRow("text") << QByteArray("hello\n");
        QTest::newRow("truncated JSON") << QByteArray("{\"version\":\"2\",\"chunk_id\":\"0432");
        QTest::newRow("deeply nested") << QByteArray(100000, '[');
        QTest::newRow("not UTF-8") << QByteArray("{\"version\":\"2\",\"chunk_id\":\"\xff\xfe\"}");
        QTest::newRow("another thing's JSON") << QByteArray("{\"hello\":[1,2,3]}");
        QTest::newRow("a log's magic alone") << QByteArray("EMBERLOG");
    }

    void whatCannotBeReadExitsWith1AndSaysWhy()
    {
        QFETCH(QByteArray, bytes);
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"profile"_qs);
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(bytes);
        file.close();
        for (const QStringList &arguments :
             {QStringList{u"summary"_qs, path}, QStringList{u"calltree"_qs, path},
              QStringList{u"convert"_qs, path, u"-o"_qs, folder.filePath(u"out.json"_qs)}}) {
            const auto run = cli(arguments);
            QCOMPARE(run.exitCode, 1);
            QVERIFY2(run.err.contains("profile"), run.err.constData());
            QVERIFY(run.out.isEmpty());
        }
        QVERIFY(!QFile::exists(folder.filePath(u"out.json"_qs)));
    }

    void eachFileThatCannotBeReadIsNamed()
    {
        const auto run = cli({u"summary"_qs, u"/nowhere/x.json"_qs, u"/nowhere/y.json"_qs});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.err.contains("x.json"), run.err.constData());
        QVERIFY2(run.err.contains("y.json"), run.err.constData());
        QVERIFY(run.out.isEmpty());
    }

    // One voice: our name in front, or an indented line below.
    void everyMessageIsOurs_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("no such command") << QStringList{u"burn"_qs};
        QTest::newRow("validate nothing") << QStringList{u"validate"_qs};
        QTest::newRow("validate what is not there")
            << QStringList{u"validate"_qs, u"/no/x.json"_qs};
        QTest::newRow("record nothing") << QStringList{u"record"_qs, u"-d"_qs, u"1"_qs};
        QTest::newRow("record at a rate that is none")
            << QStringList{u"record"_qs, u"-F"_qs, u"0"_qs, u"--"_qs, u"true"_qs};
        QTest::newRow("record a command that is not there")
            << QStringList{u"record"_qs, u"-o"_qs, u"/tmp/x.ember"_qs, u"no-such-command"_qs};
        QTest::newRow("record into nowhere")
            << QStringList{u"record"_qs, u"-o"_qs, u"/no/x.ember"_qs, u"true"_qs};
    }

    void everyMessageIsOurs()
    {
        QFETCH(QStringList, arguments);
        const auto run = cli(arguments);
        QVERIFY(run.exitCode != 0);
        QVERIFY2(run.err.startsWith("emberchart-cli: "), run.err.constData());
        QVERIFY2(!run.err.contains("emberchart-record"), run.err.constData());
        for (const char *code : {"CommandNotFound", "InvalidArgument", "FileNotWritable"})
            QVERIFY2(!run.err.contains(code), run.err.constData());
    }

    void aUsageErrorShowsTheUsageOfItsCommand_data()
    {
        QTest::addColumn<QStringList>("arguments");
        for (const char *command :
             {"validate", "summary", "calltree", "compare", "convert", "upload", "record"})
            QTest::newRow(command) << QStringList{QString::fromLatin1(command), u"--none"_qs};
        QTest::newRow("a value the recorder does not take")
            << QStringList{u"record"_qs, u"--unwind"_qs, u"magic"_qs, u"--"_qs, u"true"_qs};
    }

    void aUsageErrorShowsTheUsageOfItsCommand()
    {
        QFETCH(QStringList, arguments);
        const auto run = cli(arguments);
        QCOMPARE(run.exitCode, 2);
        const QByteArray name = "emberchart-cli " + arguments.first().toLatin1();
        QVERIFY2(run.err.contains(QByteArray("\n  Usage: " + name + " [")), run.err.constData());
        QVERIFY2(run.err.contains(QByteArray(name + " --help")), run.err.constData());
    }

    void helpIsInTheUsersLanguage()
    {
        QVERIFY(cli({u"--help"_qs}, u"de"_qs).out.contains("Befehl"));
        QVERIFY(cli({u"validate"_qs, u"--help"_qs}, u"de"_qs).out.contains("Sagt"));
    }

    void errorsAreInTheUsersLanguage()
    {
        const QStringList arguments{u"summary"_qs, u"/nowhere/x.json"_qs};
        QVERIFY(cli(arguments).err.contains("does not exist"));
        const auto german = cli(arguments, u"de"_qs);
        QCOMPARE(german.exitCode, 1);
        QVERIFY2(german.err.contains("gibt es nicht"), german.err.constData());
    }
};

EMBER_TEST(TstUsage)
#include "tst_usage.moc"
