// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/contentof.h"
#include "tests/support/testmain.h"
#include "tests/support/waitforend.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstring>
#include <sys/stat.h>

using namespace ember::tests;

// Where convert writes to: standard output, devices, links, files that are there.
class TstOutput : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString in(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    void write(const char *name, const QByteArray &bytes) const
    {
        QFile file(in(name));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(bytes);
    }

    // One of another profiler.
    void writeOtherChunk() const
    {
        auto chunk = baseChunk();
        chunk["profiler_id"] = "b0f1c9a2d3e44f5a8b7c6d5e4f3a2b1c";
        chunk["chunk_id"] = "c0f1c9a2d3e44f5a8b7c6d5e4f3a2b1c";
        write("other", QByteArray::fromStdString(chunk.dump()));
    }

private slots:
    void initTestCase()
    {
        write("chunk", QByteArray::fromStdString(baseChunk().dump()));
        write("stacks", "main;a 2\nmain;b 5\n");
    }

    void aDashIsStandardOutput_data()
    {
        QTest::addColumn<QString>("format");
        for (const char *format : {"json", "envelope", "collapsed", "pprof", "speedscope", "rds"})
            QTest::newRow(format) << QString::fromLatin1(format);
    }

    void aDashIsStandardOutput()
    {
        QFETCH(QString, format);
        const QStringList convert{u"convert"_qs, in("chunk"), u"--to"_qs, format, u"-o"_qs};
        const auto toFile = cli(convert + QStringList{in("direct")});
        QVERIFY2(toFile.exitCode == 0, toFile.err.constData());
        const auto folder = QDir::currentPath();
        QVERIFY(QDir::setCurrent(m_folder.path()));
        const auto run = cli(convert + QStringList{u"-"_qs});
        QVERIFY(QDir::setCurrent(folder));
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY(!run.out.isEmpty());
        QCOMPARE(run.out.size(), contentOf(in("direct")).size());
        QVERIFY(!QFile::exists(in("-")));
    }

    void aDatabaseIsNoStream()
    {
        for (const QString &output : {u"-"_qs, u"/dev/stdout"_qs, u"/dev/null"_qs}) {
            const auto run =
                cli({u"convert"_qs, in("chunk"), u"--to"_qs, u"sqlite"_qs, u"-o"_qs, output});
            QCOMPARE(run.exitCode, 2);
            QVERIFY(run.out.isEmpty());
        }
        QCOMPARE(cli({u"convert"_qs, in("chunk"), u"-o"_qs, u"-"_qs}).exitCode, 2); // which?
    }

    void severalChunksNeedSeveralFiles()
    {
        writeOtherChunk();
        const auto run = cli(
            {u"convert"_qs, in("chunk"), in("other"), u"--to"_qs, u"json"_qs, u"-o"_qs, u"-"_qs});
        QCOMPARE(run.exitCode, 1);
        QVERIFY(run.out.isEmpty());
        QVERIFY2(run.err.contains("several chunks"), run.err.constData());
    }

    void devicesAndPipesAreWrittenTo()
    {
        const QStringList convert{u"convert"_qs, in("stacks"), u"--to"_qs, u"collapsed"_qs,
                                  u"-o"_qs};
        const auto printed = cli(convert + QStringList{u"/dev/stdout"_qs});
        QVERIFY2(printed.exitCode == 0, printed.err.constData());
        QCOMPARE(printed.out, QByteArray("main;a 2\nmain;b 5\n"));
        QCOMPARE(cli(convert + QStringList{u"/dev/null"_qs}).exitCode, 0);
        QVERIFY(!QFileInfo(u"/dev/null"_qs).isFile());
        const auto full = cli(convert + QStringList{u"/dev/full"_qs});
        QCOMPARE(full.exitCode, 1);
        QVERIFY2(full.err.contains("no space left"), full.err.constData());
    }

    void aVersionThatCannotBePrintedIsAFailure()
    {
        QProcess process;
        process.start(u"/bin/sh"_qs,
                      {u"-c"_qs, u"exec \"$0\" --version >/dev/full"_qs,
                       QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli")});
        QVERIFY(waitForEnd(process));
        QCOMPARE(process.exitCode(), 1);
    }

    // While standard input is still being copied.
    void aSignalLeavesNoCopyBehind_data()
    {
        QTest::addColumn<int>("signal");
        for (const int signal : {SIGTERM, SIGINT, SIGHUP})
            QTest::newRow(strsignal(signal)) << signal;
    }

    void aSignalLeavesNoCopyBehind()
    {
        QFETCH(int, signal);
        const QTemporaryDir folder;
        const auto names = [&] { return QDir(folder.path()).entryList(QDir::Files); };
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"TMPDIR"_qs, folder.path());
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli"), {u"summary"_qs, u"-"_qs});
        // More than an open file keeps in memory: it has a size once something is copied.
        process.write(QByteArray("main;a 2\n").repeated(20'000));
        const auto isCopying = [&] {
            const auto files = QDir(folder.path()).entryInfoList(QDir::Files);
            return files.size() == 1 && files.first().size() > 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isCopying(), 60'000);
        ::kill(static_cast<pid_t>(process.processId()), signal);
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitStatus(), QProcess::CrashExit);
        QCOMPARE(process.exitCode(), signal);
        QCOMPARE(names(), QStringList());
    }

    void aLinkStaysALinkAndAModeStaysAsItWas()
    {
        QVERIFY(QDir(m_folder.path()).mkdir(u"elsewhere"_qs));
        write("elsewhere/target.folded", "old 1\n");
        QCOMPARE(::chmod(QFile::encodeName(in("elsewhere/target.folded")).constData(), 0640), 0);
        QVERIFY(QFile::link(u"elsewhere/target.folded"_qs, in("link.folded")));
        const auto run = cli({u"convert"_qs, in("stacks"), u"-o"_qs, in("link.folded")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY(QFileInfo(in("link.folded")).isSymLink());
        QCOMPARE(contentOf(in("elsewhere/target.folded")), contentOf(in("stacks")));

        struct stat status { };

        QCOMPARE(::stat(QFile::encodeName(in("link.folded")).constData(), &status), 0);
        QCOMPARE(int(status.st_mode & 07777U), 0640);
        QCOMPARE(QDir(in("elsewhere")).entryList(QDir::Files),
                 QStringList(u"target.folded"_qs)); // and nothing beside it
    }

    // What it tells of a user's programs is that user's.
    void aNewFileIsItsOwnersAlone()
    {
        for (const char *name : {"own.folded", "own.sqlite", "own.json"}) {
            const auto run = cli({u"convert"_qs, in("chunk"), u"-o"_qs, in(name)});
            QVERIFY2(run.exitCode == 0, run.err.constData());

            struct stat status { };

            QCOMPARE(::stat(QFile::encodeName(in(name)).constData(), &status), 0);
            QCOMPARE(int(status.st_mode & 07777U), 0600);
        }
    }

    void anInputIsNotReplacedByLess_data()
    {
        QTest::addColumn<QString>("output");
        QTest::newRow("itself") << u"only.json"_qs;
        QTest::newRow("through a link") << u"symbolic"_qs;
        QTest::newRow("by another name") << u"hard"_qs;
        QTest::newRow("by another way") << u"./elsewhere/../only.json"_qs;
    }

    void anInputIsNotReplacedByLess()
    {
        QFETCH(QString, output);
        write("only.json", contentOf(in("chunk")));
        QDir(m_folder.path()).mkdir(u"elsewhere"_qs);
        QFile::remove(in("symbolic"));
        QFile::remove(in("hard"));
        QVERIFY(QFile::link(u"only.json"_qs, in("symbolic")));
        QCOMPARE(::link(QFile::encodeName(in("only.json")).constData(),
                        QFile::encodeName(in("hard")).constData()),
                 0);
        const QStringList convert{u"convert"_qs,   in("only.json"), u"--to"_qs,
                                  u"collapsed"_qs, u"-o"_qs,        m_folder.filePath(output)};
        const auto run = cli(convert);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains("--force"), run.err.constData());
        QCOMPARE(contentOf(in("only.json")), contentOf(in("chunk")));
        const auto tables = cli({u"convert"_qs, in("only.json"), u"--to"_qs, u"sqlite"_qs, u"-o"_qs,
                                 m_folder.filePath(output)});
        QCOMPARE(tables.exitCode, 2);
        QCOMPARE(contentOf(in("only.json")), contentOf(in("chunk")));
        const auto forced = cli(convert + QStringList{u"--force"_qs});
        QVERIFY2(forced.exitCode == 0, forced.err.constData());
        QVERIFY(contentOf(m_folder.filePath(output)) != contentOf(in("chunk")));
    }

    void anInputIsReplacedByAsMuch()
    {
        write("same", contentOf(in("stacks")));
        const auto run =
            cli({u"convert"_qs, in("same"), u"--to"_qs, u"collapsed"_qs, u"-o"_qs, in("same")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(contentOf(in("same")), contentOf(in("stacks")));
        QCOMPARE(cli({u"convert"_qs, in("stacks"), u"-o"_qs, in("same.sqlite")}).exitCode, 0);
        const auto tables =
            cli({u"convert"_qs, in("same.sqlite"), in("chunk"), u"-o"_qs, in("same.sqlite")});
        QVERIFY2(tables.exitCode == 0, tables.err.constData());
    }

    // Files of several profilers have names that the user has not given.
    void aNumberedFileDoesNotReplaceAnInput_data()
    {
        QTest::addColumn<QString>("input");
        QTest::newRow("itself") << u"many.2.json"_qs;
        QTest::newRow("through a link") << u"linked"_qs;
        QTest::newRow("by another name") << u"renamed"_qs;
    }

    void aNumberedFileDoesNotReplaceAnInput()
    {
        QFETCH(QString, input);
        for (const char *name : {"many.json", "many.2.json", "linked", "renamed"})
            QFile::remove(in(name));
        write("many.2.json", contentOf(in("chunk")));
        writeOtherChunk();
        QVERIFY(QFile::link(u"many.2.json"_qs, in("linked")));
        QCOMPARE(::link(QFile::encodeName(in("many.2.json")).constData(),
                        QFile::encodeName(in("renamed")).constData()),
                 0);
        const QStringList convert{u"convert"_qs, m_folder.filePath(input), in("other"), u"-o"_qs,
                                  in("many.json")};
        const auto run = cli(convert);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains("many.2.json") && run.err.contains("--force"),
                 run.err.constData());
        QCOMPARE(contentOf(in("many.2.json")), contentOf(in("chunk")));
        QVERIFY(!QFile::exists(in("many.json"))); // nor is a part of them written
        const auto forced = cli(convert + QStringList{u"--force"_qs});
        QVERIFY2(forced.exitCode == 0, forced.err.constData());
        QVERIFY(contentOf(in("many.2.json")) != contentOf(in("chunk")));
    }

    void aNumberedNormalisedFileDoesNotReplaceTheInput()
    {
        const QByteArray item = "{\"type\":\"profile_chunk\"}\n" + contentOf(in("chunk")) + '\n';
        write("both-000.json", "{}\n" + item + item);
        const auto before = contentOf(in("both-000.json"));
        for (const char *option : {"--normalised", "--fix"}) {
            const auto run = cli({u"validate"_qs, in("both-000.json"), QString::fromLatin1(option),
                                  in("both.json")});
            QCOMPARE(run.exitCode, 1);
            QVERIFY2(run.err.contains("both-000.json"), run.err.constData());
            QCOMPARE(contentOf(in("both-000.json")), before);
            QVERIFY(!QFile::exists(in("both-001.json")));
        }
    }

    void aNumberedFileIsNotWrittenThroughALink()
    {
        write("precious", "precious");
        writeOtherChunk();
        for (const char *target : {"precious", "nothing"}) {
            QFile::remove(in("two.2.json"));
            QVERIFY(QFile::link(QString::fromLatin1(target), in("two.2.json")));
            const auto run =
                cli({u"convert"_qs, in("chunk"), in("other"), u"-o"_qs, in("two.json")});
            QVERIFY2(run.exitCode == 0, run.err.constData());

            struct stat status { };

            QCOMPARE(::lstat(QFile::encodeName(in("two.2.json")).constData(), &status), 0);
            QVERIFY(S_ISREG(status.st_mode));
            QCOMPARE(int(status.st_mode & 07777U), 0600);
        }
        QCOMPARE(contentOf(in("precious")), QByteArray("precious"));
        QVERIFY(!QFile::exists(in("nothing")));
    }

    // Only the name that was given passes on the rights of its file.
    void aNewNumberedFileIsItsOwnersAlone()
    {
        writeOtherChunk();
        write("shared.json", "old");
        QCOMPARE(::chmod(QFile::encodeName(in("shared.json")).constData(), 0644), 0);
        const auto run =
            cli({u"convert"_qs, in("chunk"), in("other"), u"-o"_qs, in("shared.json")});
        QVERIFY2(run.exitCode == 0, run.err.constData());

        struct stat status { };

        QCOMPARE(::stat(QFile::encodeName(in("shared.json")).constData(), &status), 0);
        QCOMPARE(int(status.st_mode & 07777U), 0644);
        QCOMPARE(::stat(QFile::encodeName(in("shared.2.json")).constData(), &status), 0);
        QCOMPARE(int(status.st_mode & 07777U), 0600);
    }

    void whatStandardInputIsIsAnInput()
    {
        write("piped", contentOf(in("chunk")));
        for (const char *name : {"-", "/dev/stdin"}) {
            const auto run = cliReading(in("piped"),
                                        {u"convert"_qs, QString::fromLatin1(name), u"--to"_qs,
                                         u"collapsed"_qs, u"-o"_qs, in("piped")});
            QCOMPARE(run.exitCode, 2);
            QVERIFY2(run.err.contains("--force"), run.err.constData());
            QCOMPARE(contentOf(in("piped")), contentOf(in("chunk")));
        }
    }

    void aLinkToNothingGetsItsFile()
    {
        QVERIFY(QFile::link(in("new.folded"), in("dangling.folded")));
        const auto run = cli({u"convert"_qs, in("stacks"), u"-o"_qs, in("dangling.folded")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(contentOf(in("new.folded")), contentOf(in("stacks")));
        QVERIFY(QFileInfo(in("dangling.folded")).isSymLink());
    }

    void aDatabaseKeepsLinkAndMode()
    {
        QVERIFY(QFile::link(in("real.sqlite"), in("link.sqlite")));
        write("real.sqlite", "old");
        QCOMPARE(::chmod(QFile::encodeName(in("real.sqlite")).constData(), 0600), 0);
        const auto run = cli({u"convert"_qs, in("stacks"), u"-o"_qs, in("link.sqlite")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY(QFileInfo(in("link.sqlite")).isSymLink());
        QCOMPARE(cli({u"check-tables"_qs, in("real.sqlite")}).exitCode, 0);
        QCOMPARE(QFileInfo(in("real.sqlite")).permission(QFile::ReadGroup), false);
    }

    void timesGiveRprofItsInterval()
    {
        const auto run = cli({u"convert"_qs, in("chunk"), u"-o"_qs, in("chunk.out")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        // Three distances of 10 ms in one thread, two of 1 ms in the other.
        QVERIFY2(run.err.contains("10000 \xC2\xB5s"), run.err.constData());
        QVERIFY(contentOf(in("chunk.out")).contains("sample.interval=10000\n"));
    }
};

EMBER_TEST(TstOutput)
#include "tst_output.moc"
