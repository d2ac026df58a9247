// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/contentof.h"
#include "tests/support/testmain.h"
#include "tests/support/waitforend.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace ember::tests;

// What the commands read: files, standard input, several files at once.
class TstInput : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    QString write(const char *name, const nlohmann::json &chunk) const
    {
        QFile file(path(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(QByteArray::fromStdString(chunk.dump()));
        return path(name);
    }

    // The chunk of another process, which no other chunk goes on with.
    static nlohmann::json strangersChunk()
    {
        auto chunk = baseChunk();
        chunk["profiler_id"] = "b0f1c9a2d3e44f5a8b7c6d5e4f3a2b1c";
        chunk["chunk_id"] = "c0f1c9a2d3e44f5a8b7c6d5e4f3a2b1c";
        return chunk;
    }

    static QString profilerOf(const nlohmann::json &chunk)
    {
        return QString::fromStdString(chunk["profiler_id"].get<std::string>());
    }

private slots:
    void aDashIsStandardInput_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("summary") << QStringList{u"summary"_qs};
        QTest::newRow("summary --json") << QStringList{u"summary"_qs, u"--json"_qs};
        QTest::newRow("calltree") << QStringList{u"calltree"_qs, u"--json"_qs};
        QTest::newRow("validate") << QStringList{u"validate"_qs};
        QTest::newRow("convert") << QStringList{u"convert"_qs, u"-o"_qs, path("converted.json")};
        QTest::newRow("upload") << QStringList{u"upload"_qs, u"--dry-run"_qs, u"--dsn"_qs,
                                               u"https://0123456789abcdef0123456789abcdef@"
                                               "sentry.example/1"_qs};
    }

    void aDashIsStandardInput()
    {
        QFETCH(QStringList, arguments);
        const QString file = write("in.json", baseChunk());
        auto expected = cli(arguments + QStringList{file});
        QVERIFY2(expected.exitCode == 0, expected.err.constData());
        const auto read = cliReading(file, arguments + QStringList{u"-"_qs});
        QVERIFY2(read.exitCode == 0, read.err.constData());
        QCOMPARE(read.out, expected.out.replace(file.toLocal8Bit(), "-"));
    }

    // Which was copied to the disk as far as a file may go before.
    void anEndlessDeviceIsNoProfileAtOnce()
    {
        const auto run = cli({u"summary"_qs, u"/dev/zero"_qs});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.err.contains("not a profile in a known format"), run.err.constData());
    }

    void standardInputThatIsNoProfileIsNamedByItsDash()
    {
        const QString file = write("hello.json", "hello");
        for (const char *command : {"summary", "calltree"}) {
            const auto run = cliReading(file, {QString::fromLatin1(command), u"-"_qs});
            QCOMPARE(run.exitCode, 1);
            QVERIFY2(run.err.startsWith("emberchart-cli: \xE2\x80\x9C-\xE2\x80\x9D "),
                     run.err.constData());
        }
    }

    void standardInputTwiceIsRefused()
    {
        const auto run =
            cliReading(write("in.json", baseChunk()), {u"summary"_qs, u"-"_qs, u"-"_qs});
        QCOMPARE(run.exitCode, 1);
        QVERIFY(run.out.isEmpty());
    }

    void standardInputIsNowhereLater()
    {
        const QString file = write("in.json", baseChunk());
        const auto run = cliReading(file, {u"convert"_qs, u"-"_qs, u"-o"_qs, path("in.sqlite")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        const auto database = contentOf(path("in.sqlite"));
        QVERIFY(database.contains("sentry-v2"));
        QVERIFY(!database.contains("emberchart-")); // the copy's name
    }

    void aDatabaseIsReadFromStandardInput()
    {
        const QString file = write("in.json", baseChunk());
        auto run = cli({u"convert"_qs, file, u"-o"_qs, path("in.sqlite")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        run = cliReading(path("in.sqlite"), {u"check-tables"_qs, u"-"_qs});
        QCOMPARE(run.out, QByteArray("-\tvalid\n"));
        QCOMPARE(run.exitCode, 0);
    }

    void aFolderStandsForItsFiles()
    {
        QVERIFY(QDir(m_folder.path()).mkdir(u"session"_qs));
        const QString first = write("session/a.json", baseChunk());
        const QString second = write("session/b.json", strangersChunk());
        const auto run = cli({u"summary"_qs, path("session")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(run.out, cli({u"summary"_qs, first, second}).out);
        QVERIFY(QDir(m_folder.path()).mkdir(u"nothing"_qs));
        const auto refused = cli({u"summary"_qs, path("nothing")});
        QCOMPARE(refused.exitCode, 1);
        QVERIFY2(refused.err.contains("nothing"), refused.err.constData());
    }

    void aRecordingOfPerfIsReadThroughPerf()
    {
        QVERIFY(QDir(m_folder.path()).mkdir(u"bin"_qs));
        QFile perf(path("bin/perf"));
        QVERIFY(perf.open(QIODevice::WriteOnly));
        perf.write("#!/bin/sh\nprintf 'sh 7/8 1.0: 250000 cpu-clock: \\n\\t 10 leaf+0x10 "
                   "(/bin/work)\\n\\nwork 7/8 1.1: 250000 cpu-clock: \\n\\t 10 leaf+0x10 "
                   "(/bin/work)\\n\\n'\n");
        perf.close();
        QVERIFY(perf.setPermissions(perf.permissions() | QFileDevice::ExeOwner));
        QFile data(path("perf.data"));
        QVERIFY(data.open(QIODevice::WriteOnly));
        data.write("PERFILE2 and so on");
        data.close();
        auto environment = speaking(u"en"_qs);
        environment.insert(u"PATH"_qs, path("bin"));
        const auto run =
            runProgram(u"emberchart-cli"_qs, {u"summary"_qs, path("perf.data")}, environment);
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.out.contains("leaf"), run.out.constData());
        const QByteArray finding = "perfscript-renamed-threads — " + path("perf.data").toUtf8();
        QVERIFY2(run.err.contains(finding), run.err.constData());
        environment.insert(u"PATH"_qs, path("nowhere"));
        const auto without =
            runProgram(u"emberchart-cli"_qs, {u"summary"_qs, path("perf.data")}, environment);
        QCOMPARE(without.exitCode, 1);
        QVERIFY2(without.err.contains("perf script --no-inline"), without.err.constData());
    }

    void pipesAreReadByTheirNames()
    {
        const QString file = write("in.json", baseChunk());
        const auto fifo = QFile::encodeName(path("fifo"));
        QCOMPARE(::mkfifo(fifo.constData(), 0600), 0);
        QProcess writer;
        writer.start(u"/bin/sh"_qs, {u"-c"_qs, u"cat \"$0\" > \"$1\""_qs, file, path("fifo")});
        const auto run = cli({u"summary"_qs, path("fifo")});
        QVERIFY(waitForEnd(writer));
        QVERIFY2(run.exitCode == 0, run.err.constData());
        auto expected = cli({u"summary"_qs, file}).out;
        QCOMPARE(run.out, expected.replace(file.toLocal8Bit(), fifo));
    }

    void devicesAreReadByTheirNames()
    {
        const auto run = cli({QStringLiteral("summary"), QStringLiteral("/dev/null")});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.err.contains("/dev/null") && run.err.contains("empty"), run.err.constData());
    }

    void aFolderWithoutProfilesIsSaidToBeOne()
    {
        const QTemporaryDir empty;
        for (const char *command : {"summary", "convert", "check-tables"}) {
            QStringList arguments{QString::fromLatin1(command), empty.path()};
            if (arguments.first() == u"convert"_qs)
                arguments += {u"-o"_qs, path("no.json")};
            const auto run = cli(arguments);
            QCOMPARE(run.exitCode, 1);
            QVERIFY2(run.err.contains("no file in this folder"), run.err.constData());
            QVERIFY2(!run.err.contains("allowed"), run.err.constData());
        }
    }

    void oneBadFileDoesNotTakeTheOthersWithIt_data()
    {
        QTest::addColumn<QString>("command");
        for (const char *command : {"summary", "check-tables"})
            QTest::newRow(command) << QString::fromLatin1(command);
    }

    void oneBadFileDoesNotTakeTheOthersWithIt()
    {
        QFETCH(QString, command);
        const QString good = write("good.json", baseChunk());
        const QString bad = write("bad.json", "hello");
        for (const QStringList &files : {QStringList{good, bad}, QStringList{bad, good}}) {
            const auto text = cli(QStringList(command) + files);
            QCOMPARE(text.exitCode, 1);
            QVERIFY2(text.out.contains("good.json"), text.out.constData());
            QVERIFY2(text.err.contains("bad.json"), text.err.constData());
            const auto json = cli(QStringList{command, u"--json"_qs} + files);
            QCOMPARE(json.exitCode, 1);
            QCOMPARE(json.json().array().size(), qsizetype(1));
        }
        const auto both = cli({u"convert"_qs, good, bad, u"-o"_qs, path("no.sqlite")});
        QCOMPARE(both.exitCode, 1);
        QVERIFY(!QFile::exists(path("no.sqlite")));
    }

    void whatCannotBeReadOfAnEnvelopeIsSaidAndExitsOne_data()
    {
        QTest::addColumn<QByteArray>("beside");
        QTest::newRow("chunk") << QByteArray("{\"type\":\"profile_chunk\"}\n"
                                             + QByteArray::fromStdString(baseChunk().dump())
                                             + '\n');
        QTest::newRow("transaction") << QByteArray(
            "{\"type\":\"transaction\"}\n{\"transaction\":\"GET /\",\"contexts\":{\"trace\":"
            "{\"trace_id\":\"0123456789abcdef0123456789abcdef\"}},\"start_timestamp\":1000,"
            "\"timestamp\":1001}\n");
    }

    void whatCannotBeReadOfAnEnvelopeIsSaidAndExitsOne()
    {
        QFETCH(QByteArray, beside);
        QFile file(path("half.envelope"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("{}\n{\"type\":\"profile_chunk\"}\n{\"version\":\n" + beside));
        file.close();
        const auto run = cli({u"summary"_qs, u"--json"_qs, file.fileName()});
        QCOMPARE(run.exitCode, 1);
        QCOMPARE(run.json().array().size(), qsizetype(1));
        QVERIFY2(run.err.contains("half.envelope#1"), run.err.constData());
    }

    void whatIsCompressedIsJudgedByItsContent()
    {
        const QString file = write("in.json", baseChunk());
        QProcess gzip;
        gzip.start(u"gzip"_qs, {u"-k"_qs, u"-f"_qs, file});
        if (!waitForEnd(gzip) || gzip.exitCode() != 0)
            QSKIP("no gzip command");
        const auto run = cli({u"validate"_qs, file + u".gz"_qs});
        QVERIFY2(run.exitCode == 0, QByteArray(run.out + run.err).constData());
        QCOMPARE(run.out, cli({u"validate"_qs, file}).out.replace("in.json", "in.json.gz"));
        const auto fixed = cli({u"validate"_qs, u"--fix"_qs, path("fixed.json"), file + u".gz"_qs});
        QVERIFY2(fixed.exitCode == 0, fixed.err.constData());
        QCOMPARE(cli({u"validate"_qs, path("fixed.json")}).exitCode, 0);
    }

    // Threads without samples are not counted.
    void oneThreadIsOneThread()
    {
        auto chunk = baseChunk();
        auto &samples = chunk["profile"]["samples"];
        for (auto sample = samples.begin(); sample != samples.end();)
            sample = (*sample)["thread_id"] == "1" ? sample + 1 : samples.erase(sample);
        const QString file = write("one.json", chunk);
        const auto english = cli({u"summary"_qs, file}).out;
        QVERIFY2(english.contains("4 samples of 1 thread in"), english.constData());
        const auto german = cli({u"summary"_qs, file}, u"de"_qs).out;
        QVERIFY2(german.contains("4 Stichproben von 1 Thread in"), german.constData());
    }

    void chunksOfDifferentProfilersKeepApart()
    {
        const QString ours = write("a.json", baseChunk());
        const QString theirs = write("b.json", strangersChunk());
        QDir(m_folder.path()).mkdir(u"out"_qs);
        const auto run = cli({u"convert"_qs, ours, theirs, u"-o"_qs, path("out/x.json")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        const QStringList files = QDir(path("out")).entryList(QDir::Files);
        QCOMPARE(files, (QStringList{u"x.2.json"_qs, u"x.json"_qs}));
        QCOMPARE(profilerOf(jsonFile(path("out/x.json"))), profilerOf(baseChunk()));
        QCOMPARE(profilerOf(jsonFile(path("out/x.2.json"))), profilerOf(strangersChunk()));
    }
};

EMBER_TEST(TstInput)
#include "tst_input.moc"
