// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/support/contentof.h"
#include "tests/support/testmain.h"
#include "tests/support/waitforend.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace ember::tests;

namespace {

void putFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

struct Call {
    QString name;
    qint64 start = 0;
    qint64 duration = 0;
};

// The calls of a tree, parents first, without recursion: stacks may be deep.
QList<Call> calls(const QJsonObject &thread)
{
    QList<Call> all;
    QList<QJsonObject> open;
    for (const auto &root : thread[u"roots"].toArray())
        open.prepend(root.toObject());
    while (!open.isEmpty()) {
        const QJsonObject node = open.takeLast();
        all.append({node[u"name"].toString(), node[u"start_ns"].toVariant().toLongLong(),
                    node[u"duration_ns"].toVariant().toLongLong()});
        const QJsonArray children = node[u"children"].toArray();
        for (auto child = children.size(); child-- > 0;)
            open.append(children[child].toObject());
    }
    return all;
}

QMap<QString, QList<Call>> callsByThread(const QJsonDocument &tree)
{
    QMap<QString, QList<Call>> threads;
    for (const auto &thread : tree.object()[u"threads"].toArray()) {
        const auto found = calls(thread.toObject());
        if (!found.isEmpty())
            threads.insert(thread.toObject()[u"id"].toString(), found);
    }
    return threads;
}

// With files of at most so many blocks of 512 bytes.
ProgramRun limited(int blocks, const QStringList &arguments)
{
    QProcess process;
    process.setProcessEnvironment(speaking(QStringLiteral("en")));
    process.start(u"/bin/sh"_qs,
                  QStringList{u"-c"_qs, u"ulimit -f %1; exec \"$0\" \"$@\""_qs.arg(blocks),
                              QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli")}
                      + arguments);
    constexpr int longestMs = 110'000;
    if (!process.waitForFinished(longestMs) || process.exitStatus() != QProcess::NormalExit)
        return {-1, process.readAllStandardOutput(), process.readAllStandardError()};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace

// emberchart-cli record, with the real recorder and real targets.
class TstRecord : public QObject {
    Q_OBJECT

private slots:
    void aFileThatMayNotGrowIsSaidAndEndsNothingElse()
    {
        const QTemporaryDir folder;
        const QString log = folder.filePath(u"a.ember"_qs);
        const auto run =
            limited(8,
                    {u"record"_qs, u"-F"_qs, u"997"_qs, u"-o"_qs, log, u"--"_qs, u"sh"_qs, u"-c"_qs,
                     u"i=0; while test $i -lt 500000; do i=$((i + 1)); done"_qs});
        QVERIFY2(run.exitCode == 125, run.err.constData());
        QVERIFY2(run.err.count("may not grow any further") == 1, run.err.constData());
        QVERIFY2(!run.err.contains("no space left"), run.err.constData());
        QVERIFY2(run.err.count("runs on as process") <= 1, run.err.constData());
        const auto whole = cli({u"record"_qs, u"-o"_qs, log, u"--"_qs, u"sh"_qs, u"-c"_qs,
                                u"i=0; while test $i -lt 200000; do i=$((i + 1)); done"_qs});
        QCOMPARE(whole.exitCode, 0);
        const auto converted =
            limited(1, {u"convert"_qs, log, u"-o"_qs, folder.filePath(u"a.speedscope.json"_qs)});
        QVERIFY2(converted.exitCode == 1, converted.err.constData());
        QVERIFY2(converted.err.contains("File too large"), converted.err.constData());
        QCOMPARE(QDir(folder.path()).entryList({u"a.speed*"_qs}, QDir::Files), QStringList());
    }

    void theTargetsStatusIsTheExitCode_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<int>("code");
        QTest::newRow("success") << QStringList{u"true"_qs} << 0;
        QTest::newRow("failure") << QStringList{u"sh"_qs, u"-c"_qs, u"exit 7"_qs} << 7;
        QTest::newRow("signal") << QStringList{u"sh"_qs, u"-c"_qs, u"kill -KILL $$"_qs} << 128 + 9;
        QTest::newRow("not found") << QStringList{u"no-such-command-here"_qs} << 127;
        QTest::newRow("not executable") << QStringList{u"/etc/passwd"_qs} << 126;
    }

    void theTargetsStatusIsTheExitCode()
    {
        QFETCH(QStringList, command);
        QFETCH(int, code);
        const QTemporaryDir folder;
        const auto run =
            cli(QStringList{u"record"_qs, u"-o"_qs, folder.filePath(u"a.ember"_qs), u"--"_qs}
                + command);
        QVERIFY2(run.exitCode == code, run.err.constData());
    }

    void unwritableOutputExitsWith125()
    {
        const auto run =
            cli({u"record"_qs, u"-o"_qs, u"/no/such/folder/a.ember"_qs, u"--"_qs, u"true"_qs});
        QCOMPARE(run.exitCode, 125);
        QVERIFY(run.err.contains("/no/such/folder"));
    }

    // The program ends behind the last one.
    void aChunkHasEveryFrameThatWasReported()
    {
        const QTemporaryDir folder;
        const QString chunk = folder.filePath(u"a.json"_qs);
        const auto run =
            cli({u"record"_qs, u"--measurements"_qs, u"-o"_qs, chunk, u"--"_qs,
                 QStringLiteral(EMBER_BUILD_DIR "/targets/reporter"), u"slow"_qs, u"60"_qs});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QFile file(chunk);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto content = QJsonDocument::fromJson(file.readAll()).object();
        const auto frames = content[u"measurements"][u"slow_frame_renders"][u"values"].toArray();
        QCOMPARE(frames.size(), 60);
    }

    void aRateInStepWithPeriodicWorkIsNamed()
    {
        const QTemporaryDir folder;
        const auto run = cli({u"record"_qs, u"-F"_qs, u"100"_qs, u"-o"_qs,
                              folder.filePath(u"a.ember"_qs), u"--"_qs, u"true"_qs});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.err.contains("101"), run.err.constData());
    }

    void aChunkSaysTheSameAsTheLogItCameFrom()
    {
        const QTemporaryDir folder;
        const QString log = folder.filePath(u"a.ember"_qs);
        const QString chunk = folder.filePath(u"a.json"_qs);
        QCOMPARE(
            recordWithSamples({u"record"_qs, u"-F"_qs, u"499"_qs, u"-o"_qs, log, u"--"_qs, u"sh"_qs,
                               u"-c"_qs, u"i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done"_qs})
                .exitCode,
            0);
        const auto converted = cli({u"convert"_qs, log, u"-o"_qs, chunk});
        QVERIFY2(converted.exitCode == 0, converted.err.constData());

        const auto verdict = cli({u"validate"_qs, u"--strict"_qs, chunk});
        QVERIFY2(verdict.exitCode == 0, QByteArray(verdict.out + verdict.err).constData());
        QVERIFY(verdict.out.contains("accepted"));

        const auto ofLog = callsByThread(cli({u"calltree"_qs, u"--json"_qs, log}).json());
        const auto ofChunk = callsByThread(cli({u"calltree"_qs, u"--json"_qs, chunk}).json());
        QVERIFY(!ofLog.isEmpty());
        QCOMPARE(ofChunk.keys(), ofLog.keys());
        constexpr qint64 tolerance = 1000; // ns: what double seconds can hold
        for (const auto &thread : ofLog.keys()) {
            QCOMPARE(ofChunk[thread].size(), ofLog[thread].size());
            for (qsizetype i = 0; i < ofLog[thread].size(); ++i) {
                QCOMPARE(ofChunk[thread][i].name, ofLog[thread][i].name);
                QVERIFY(qAbs(ofChunk[thread][i].start - ofLog[thread][i].start) <= tolerance);
                QVERIFY(qAbs(ofChunk[thread][i].duration - ofLog[thread][i].duration) <= tolerance);
            }
        }
    }

    // Also what starting the recorder does to them: that is not the recorder's own test.
    void theTargetsSignalsAreThoseOfABareRun()
    {
        const QTemporaryDir folder;
        const QStringList grep{u"grep"_qs, u"^Sig[BIC]"_qs, u"/proc/self/status"_qs};
        QProcess bare;
        bare.start(grep.first(), grep.mid(1));
        QVERIFY(waitForEnd(bare));
        const auto recorded = cli(
            QStringList{u"record"_qs, u"-o"_qs, folder.filePath(u"a.ember"_qs), u"--"_qs} + grep);
        QCOMPARE(recorded.out, bare.readAllStandardOutput());
    }

    void whatIsRefusedLeavesOlderFilesAlone()
    {
        const QTemporaryDir folder;
        const QString chunk = folder.filePath(u"a.json"_qs);
        const QString log = folder.filePath(u"a.json.ember"_qs);
        for (const QString &path : {chunk, log}) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("older");
        }
        for (const QString &output : {chunk, log}) {
            const auto run =
                cli({u"record"_qs, u"-o"_qs, output, u"--"_qs, u"no-such-command-here"_qs});
            QCOMPARE(run.exitCode, 127);
            QCOMPARE(run.err.count('\n'), 1);
        }
        QCOMPARE(cli({u"record"_qs, u"-o"_qs, chunk, u"--"_qs, u"sleep"_qs, u"0.3"_qs}).exitCode,
                 0);
        QFile file(log);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("older"));
    }

    void theEndingOfTheOutputChoosesTheFormat()
    {
        const QTemporaryDir folder;
        const QStringList command{u"--"_qs, u"sh"_qs, u"-c"_qs,
                                  u"i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"_qs};
        for (const QString &ending :
             {u"pb.gz"_qs, u"speedscope.json"_qs, u"folded"_qs, u"sqlite"_qs, u"rds"_qs}) {
            const QString output = folder.filePath(u"a."_qs + ending);
            const auto run =
                recordWithSamples(QStringList{u"record"_qs, u"-o"_qs, output} + command);
            QVERIFY2(run.exitCode == 0, run.err.constData());
            const auto summary = cli({u"summary"_qs, output});
            QVERIFY2(summary.exitCode == 0, summary.err.constData());
            QVERIFY(!summary.out.contains("(ember)") && !summary.out.contains("(sentry-v2)"));
        }
        QVERIFY(QDir(folder.path()).entryList({u"*.ember"_qs}, QDir::Files).isEmpty());

        const auto unknown =
            cli(QStringList{u"record"_qs, u"-o"_qs, folder.filePath(u"a.unknown"_qs)} + command);
        QVERIFY(unknown.exitCode != 0);
        QVERIFY2(unknown.err.contains(".pb.gz"), unknown.err.constData());
    }

    void aRecorderThatIsKilledIsNotTheTargetsEnd()
    {
        const QTemporaryDir folder;
        const auto run = cli({u"record"_qs, u"-o"_qs, folder.filePath(u"a.ember"_qs), u"--"_qs,
                              u"sh"_qs, u"-c"_qs, u"kill -KILL $PPID"_qs});
        QCOMPARE(run.exitCode, 125);
        QVERIFY2(run.err.contains("signal 9"), run.err.constData());
    }

    void aSignalThatEndsTheTargetIsNamed()
    {
        const QTemporaryDir folder;
        const QString log = folder.filePath(u"a.ember"_qs);
        const auto run = recordWithSamples({u"record"_qs, u"-o"_qs, log, u"--"_qs, u"sh"_qs,
                                            u"-c"_qs, u"sleep 0.3; kill -TERM $$"_qs});
        QCOMPARE(run.exitCode, 128 + 15);
        QVERIFY2(run.err.contains("signal 15"), run.err.constData());
        const auto summary = cli({u"summary"_qs, u"--json"_qs, log}).json().array();
        const auto end = summary.first().toObject()[u"capture"].toObject()[u"exit"].toObject();
        QCOMPARE(end[u"signal"].toInt(), 15);
    }

    void aCaptureWithoutSamplesLeavesNoFile_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<int>("code");
        QTest::newRow("success") << QStringList{u"true"_qs} << 0;
        QTest::newRow("failure") << QStringList{u"false"_qs} << 1;
    }

    void aCaptureWithoutSamplesLeavesNoFile()
    {
        QFETCH(QStringList, command);
        QFETCH(int, code);
        const QTemporaryDir folder;
        const QString file = folder.filePath(u"a.json"_qs);
        ProgramRun run;
        // On a busy machine a second may pass before it ends, and then there is a sample.
        for (int time = 0; time < 3 && !run.err.contains("before a sample"); ++time) {
            QFile::remove(file);
            run = cli(QStringList{u"record"_qs, u"-F"_qs, u"1"_qs, u"-o"_qs, file, u"--"_qs}
                      + command);
            QVERIFY2(run.exitCode == code, run.err.constData());
        }
        QVERIFY2(run.err.contains("before a sample"), run.err.constData());
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void whatWasRecordedIsSaid()
    {
        const QTemporaryDir folder;
        const QString log = folder.filePath(u"a.ember"_qs);
        const auto run =
            recordWithSamples({u"record"_qs, u"-o"_qs, log, u"--"_qs, u"sleep"_qs, u"0.3"_qs});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.err.contains("a.ember: "), run.err.constData());
        QVERIFY2(run.err.contains("1 thread in"), run.err.constData());
    }

    void anOlderLogOfTheUsualNameIsKept()
    {
        const QTemporaryDir folder;
        const QDir files(folder.path());
        const auto record = [&](const QString &command) {
            return runProgram(u"emberchart-cli"_qs, {u"record"_qs, u"--"_qs, command},
                              speaking(u"en"_qs), QProcess::nullDevice(), folder.path())
                .exitCode;
        };
        QFile older(files.filePath(u"emberchart.ember"_qs));
        QVERIFY(older.open(QIODevice::WriteOnly));
        older.write("older");
        older.close();
        QCOMPARE(record(u"no-such-command-here"_qs), 127);
        QCOMPARE(files.entryList(QDir::Files), QStringList{u"emberchart.ember"_qs});
        QCOMPARE(record(u"true"_qs), 0);
        QCOMPARE(files.entryList(QDir::Files, QDir::Name),
                 QStringList({u"emberchart.ember"_qs, u"emberchart.ember.old"_qs}));
        QFile kept(files.filePath(u"emberchart.ember.old"_qs));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), QByteArray("older"));
    }

    // The user has not chosen these names, so what links of these names lead to is not written.
    void usualNamesAreNotWrittenThroughLinks_data()
    {
        QTest::addColumn<QString>("link");
        QTest::addColumn<QString>("target");
        QTest::newRow("the older log's, a file") << u"emberchart.ember.old"_qs << u"precious"_qs;
        QTest::newRow("the older log's, nothing") << u"emberchart.ember.old"_qs << u"nothing"_qs;
        QTest::newRow("the log's, a file") << u"emberchart.ember"_qs << u"precious"_qs;
        QTest::newRow("the log's, nothing") << u"emberchart.ember"_qs << u"nothing"_qs;
    }

    void usualNamesAreNotWrittenThroughLinks()
    {
        QFETCH(QString, link);
        QFETCH(QString, target);
        const QTemporaryDir folder;
        const auto in = [&](const QString &name) { return folder.filePath(name); };
        const auto record = [&](const QString &command) {
            return runProgram(u"emberchart-cli"_qs, {u"record"_qs, u"--"_qs, command},
                              speaking(u"en"_qs), QProcess::nullDevice(), folder.path())
                .exitCode;
        };
        putFile(in(u"precious"_qs), "precious");
        if (link != u"emberchart.ember"_qs)
            putFile(in(u"emberchart.ember"_qs), "older");
        QVERIFY(QFile::link(target, in(link)));
        QCOMPARE(record(u"no-such-command-here"_qs), 127);
        QCOMPARE(QFile::symLinkTarget(in(link)), in(target)); // all is as it was
        QCOMPARE(record(u"true"_qs), 0);
        const QFileInfo log(in(u"emberchart.ember"_qs));
        QVERIFY(log.isFile() && !log.isSymLink());
        QVERIFY(contentOf(log.filePath()).startsWith("EMBERLOG"));
        QCOMPARE(contentOf(in(u"precious"_qs)), QByteArray("precious"));
        QVERIFY(!QFile::exists(in(u"nothing"_qs)));
        if (link == u"emberchart.ember"_qs)
            QCOMPARE(QFile::symLinkTarget(in(u"emberchart.ember.old"_qs)), in(target));
        else
            QCOMPARE(contentOf(in(u"emberchart.ember.old"_qs)), QByteArray("older"));
    }

    void anotherNameOfTheOlderLogIsNotWritten()
    {
        const QTemporaryDir folder;
        const auto in = [&](const QString &name) { return folder.filePath(name); };
        putFile(in(u"emberchart.ember"_qs), "older");
        putFile(in(u"precious"_qs), "precious");
        QCOMPARE(::link(QFile::encodeName(in(u"precious"_qs)).constData(),
                        QFile::encodeName(in(u"emberchart.ember.old"_qs)).constData()),
                 0);
        const auto run = runProgram(u"emberchart-cli"_qs, {u"record"_qs, u"--"_qs, u"true"_qs},
                                    speaking(u"en"_qs), QProcess::nullDevice(), folder.path());
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(contentOf(in(u"precious"_qs)), QByteArray("precious"));
        QCOMPARE(contentOf(in(u"emberchart.ember.old"_qs)), QByteArray("older"));
    }

    void anOlderLogThatCannotBeRenamedIsKept()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir(u"emberchart.ember.old"_qs));
        putFile(folder.filePath(u"emberchart.ember"_qs), "older");
        const auto run = runProgram(u"emberchart-cli"_qs, {u"record"_qs, u"--"_qs, u"true"_qs},
                                    speaking(u"en"_qs), QProcess::nullDevice(), folder.path());
        QCOMPARE(run.exitCode, 125);
        QVERIFY2(run.err.contains("emberchart.ember.old"), run.err.constData());
        QCOMPARE(contentOf(folder.filePath(u"emberchart.ember"_qs)), QByteArray("older"));
    }

    void recordingToJsonLeavesNoLogBehind()
    {
        const QTemporaryDir folder;
        const QString chunk = folder.filePath(u"a.json"_qs);
        const auto run = recordWithSamples(
            {u"record"_qs, u"-F"_qs, u"499"_qs, u"-o"_qs, chunk, u"--"_qs, u"sh"_qs, u"-c"_qs,
             u"i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"_qs});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{u"a.json"_qs});
    }

    void theSummaryCountsWhatTheCaptureDid()
    {
        const QTemporaryDir folder;
        const QString log = folder.filePath(u"a.ember"_qs);
        QCOMPARE(recordWithSamples({u"record"_qs, u"-o"_qs, log, u"--"_qs, u"sleep"_qs, u"0.5"_qs})
                     .exitCode,
                 0);
        const auto all = cli({u"summary"_qs, u"--json"_qs, log}).json().array();
        QCOMPARE(all.size(), 1);
        const auto summary = all.first().toObject();
        QCOMPARE(summary[u"format"].toString(), u"ember"_qs);
        QVERIFY(summary[u"capture"].toObject()[u"ticks"].toInt() > 0);
        QCOMPARE(summary[u"threads"].toArray().size(), 1);
        QCOMPARE(summary[u"threads"].toArray().first().toObject()[u"process"].toString(),
                 u"sleep"_qs);
        for (const char *key : {"file", "metadata", "samples", "stacks", "frames", "duration_ns",
                                "period_ns_p50", "functions", "values", "measurements", "images"})
            QVERIFY2(summary.contains(QLatin1String(key)), key);
    }

    void theInputOfTheCommandIsNotWrittenOver_data()
    {
        QTest::addColumn<QString>("input");
        QTest::newRow("log") << u"in.ember"_qs;
        QTest::newRow("another format") << u"in.json"_qs;
        QTest::newRow("link") << u"link.ember"_qs;
        QTest::newRow("hard link") << u"hard.ember"_qs;
    }

    void theInputOfTheCommandIsNotWrittenOver()
    {
        QFETCH(QString, input);
        const QTemporaryDir folder;
        const auto file = folder.filePath(input == u"in.json" ? input : u"in.ember"_qs);
        putFile(file, "precious");
        const auto path = folder.filePath(input);
        if (input == u"link.ember")
            QVERIFY(QFile::link(file, path));
        if (input == u"hard.ember")
            QCOMPARE(::link(file.toUtf8().constData(), path.toUtf8().constData()), 0);
        const auto run =
            cli({u"record"_qs, u"-o"_qs, file, u"--stdin"_qs, path, u"--"_qs, u"true"_qs});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains("--stdin"), run.err.constData());
        QCOMPARE(contentOf(file), QByteArray("precious"));
    }

    void aFileCalledAsStandardOutputIsAnInput()
    {
        const QTemporaryDir folder;
        putFile(folder.filePath(u"-"_qs), "read");
        QProcess shell;
        shell.setWorkingDirectory(folder.path());
        shell.start(u"sh"_qs,
                    {u"-c"_qs, u"exec \"$0\" record -o - --stdin ./- -- sh -c 'cat >copy' >log"_qs,
                     QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli")});
        QVERIFY(waitForEnd(shell));
        const auto said = shell.readAllStandardError();
        QVERIFY2(shell.exitCode() == 0, said.constData());
        QCOMPARE(contentOf(folder.filePath(u"copy"_qs)), QByteArray("read"));
    }

    void theInputThatTheShellOpenedIsNotWrittenOver()
    {
        const QTemporaryDir folder;
        for (const QString &name : {u"in.ember"_qs, u"in.json"_qs}) {
            const auto file = folder.filePath(name);
            putFile(file, "precious");
            const auto run = cliReading(file, {u"record"_qs, u"-o"_qs, file, u"--"_qs, u"cat"_qs});
            QCOMPARE(run.exitCode, 2);
            QVERIFY2(run.err.contains("standard input"), run.err.constData());
            QCOMPARE(contentOf(file), QByteArray("precious"));
        }
    }
};

EMBER_TEST(TstRecord)
#include "tst_record.moc"
