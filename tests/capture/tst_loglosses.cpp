// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/system/filedescriptor.h"
#include "tests/capture/recorderrun.h"
#include "tests/capture/runningtarget.h"
#include "tests/support/testmain.h"

#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace ember::tests;

// A log that cannot be written any longer ends the capture and says why; the target runs on.
class TstLogLosses : public QObject {
    Q_OBJECT

private slots:
    void unwritableLogsAreRefusedBeforeTheCommandRuns_data();
    void unwritableLogsAreRefusedBeforeTheCommandRuns();
    void aFullDiskEndsTheCaptureNotTheTarget();
    void aDeletedLogEndsTheCaptureNotTheTarget();
    void aLogThatIsCutEndsTheCaptureNotTheTarget_data();
    void aLogThatIsCutEndsTheCaptureNotTheTarget();
    void whatIsWrittenIsItsUsersAlone();
    void aRenamedLogIsSaidToBe();
    void aLogOnStandardOutputNeedsNoName_data();
    void aLogOnStandardOutputNeedsNoName();
    void aReaderThatGoesAwayEndsTheCaptureNotTheTarget();
    void aReaderThatStallsIsNotWaitedForWhenTheEndIsAskedForAgain_data();
    void aReaderThatStallsIsNotWaitedForWhenTheEndIsAskedForAgain();

private:
    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    QTemporaryDir m_folder;
};

void TstLogLosses::unwritableLogsAreRefusedBeforeTheCommandRuns_data()
{
    QTest::addColumn<QString>("log");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("missing folder")
        << QStringLiteral("/nonexistent/log.ember") << QByteArray("FileNotWritable");
    QTest::newRow("a folder") << QStringLiteral("/etc") << QByteArray("FileNotWritable");
    QTest::newRow("full device") << QStringLiteral("/dev/full") << QByteArray("DiskFull");
}

void TstLogLosses::unwritableLogsAreRefusedBeforeTheCommandRuns()
{
    QFETCH(const QString, log);
    QFETCH(const QByteArray, code);
    const auto run = runProgram(recorderProgram(),
                                {QStringLiteral("-o"), log, QStringLiteral("--"),
                                 QStringLiteral("/usr/bin/touch"), path("touched")});
    QVERIFY2(run.status == 125, qPrintable(describe(run)));
    QVERIFY2(isOneError(run, code.constData()), qPrintable(describe(run)));
    QVERIFY2(run.errors.contains("the command was not started"), qPrintable(describe(run)));
    QVERIFY(!QFile::exists(path("touched")));
}

void TstLogLosses::aFullDiskEndsTheCaptureNotTheTarget()
{
    // A limit on the size of files stands for the disk: 8 blocks of 512 bytes.
    const auto run = runProgram(
        QStringLiteral("/bin/sh"),
        {QStringLiteral("-c"),
         QStringLiteral(
             "ulimit -f 8; \"$0\" -F 997 -o \"$1\" -- /bin/sh -c '\"$0\" 3 1500; sleep 0.2; "
             "echo ran > \"$1\"' \"$2\" \"$3\""),
         recorderProgram(), path("limited.ember"), targetProgram(QStringLiteral("busythreads")),
         path("end")});
    QVERIFY2(run.status == 125, qPrintable(describe(run)));
    QVERIFY2(run.errors.contains("error: FileSizeLimited"), qPrintable(describe(run)));
    QVERIFY2(run.errors.contains("runs on"), qPrintable(describe(run)));
    QTRY_COMPARE_WITH_TIMEOUT(contentOf(path("end")), QByteArray("ran\n"), 60000);
    QVERIFY(readLog(path("limited.ember")));
}

void TstLogLosses::aDeletedLogEndsTheCaptureNotTheTarget()
{
    const auto release = [this] { return QFile(path("goon")).open(QIODevice::WriteOnly); };
    const auto releaseAnyway = qScopeGuard([&] { release(); }); // the shell waits for it
    const auto deleted = runProgram(
        recorderProgram(),
        {QStringLiteral("-o"), path("deleted.ember"), QStringLiteral("--"),
         QStringLiteral("/bin/sh"), QStringLiteral("-c"),
         QStringLiteral("while ! test -e \"$0\"; do :; done; rm \"$0\"; "
                        "while ! test -e \"$1\"; do sleep 0.05; done; echo ran > \"$1.end\""),
         path("deleted.ember"), path("goon")});
    QVERIFY2(deleted.status == 125, qPrintable(describe(deleted)));
    QVERIFY2(deleted.errors.contains("error: FileNotFound"), qPrintable(describe(deleted)));
    QVERIFY2(deleted.errors.contains("it was deleted"), qPrintable(describe(deleted)));
    QVERIFY2(!deleted.errors.contains("renamed"), qPrintable(describe(deleted)));
    QVERIFY(release());
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path("goon.end")), 60000);
}

void TstLogLosses::aLogThatIsCutEndsTheCaptureNotTheTarget_data()
{
    QTest::addColumn<QString>("cut");
    QTest::newRow("at once") << "while ! test -s \"$0\"; do :; done; : > \"$0\"; ";
    QTest::newRow("while it is written")
        << "while ! test -s \"$0\"; do :; done; sleep 0.5; : > \"$0\"; ";
    QTest::newRow("in part")
        << "while test $(wc -c < \"$0\") -lt 1000; do :; done; truncate -s 100 \"$0\"; ";
}

void TstLogLosses::aLogThatIsCutEndsTheCaptureNotTheTarget()
{
    QFETCH(const QString, cut);
    const QString log = m_folder.filePath(QString::fromLatin1(QTest::currentDataTag()));
    const QString go = log + QStringLiteral(".go");
    const auto release = [&] { return QFile(go).open(QIODevice::WriteOnly); };
    const auto releaseAnyway = qScopeGuard([&] { release(); });
    const auto run = runProgram(
        recorderProgram(),
        {QStringLiteral("-F"), QStringLiteral("997"), QStringLiteral("-o"), log,
         QStringLiteral("--"), QStringLiteral("/bin/sh"), QStringLiteral("-c"),
         QString(cut
                 + QStringLiteral(
                     "while ! test -e \"$1\"; do sleep 0.05; done; echo ran > \"$1.end\"")),
         log, go});
    QVERIFY2(run.status == 125, qPrintable(describe(run)));
    QVERIFY2(run.errors.contains("error: Truncated"), qPrintable(describe(run)));
    QVERIFY2(run.errors.contains("emptied or cut"), qPrintable(describe(run)));
    QVERIFY(release());
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(go + QStringLiteral(".end")), 60000);
}

// The log, and the tables that unwinding keeps between captures.
void TstLogLosses::whatIsWrittenIsItsUsersAlone()
{
    const auto run = runProgram(
        QStringLiteral("/bin/sh"),
        {QStringLiteral("-c"),
         QStringLiteral(
             "umask 022; XDG_CACHE_HOME=\"$3\" exec \"$0\" -F 997 --unwind dwarf -o \"$1\""
             " -- \"$2\" 1 500"),
         recorderProgram(), path("mine.ember"), targetProgram(QStringLiteral("busythreads")),
         path("mycache")});
    QVERIFY2(run.status == 0, qPrintable(describe(run)));
    QStringList written{path("mine.ember"), path("mycache")};
    QDirIterator files(path("mycache"), QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                       QDirIterator::Subdirectories);
    while (files.hasNext())
        written.append(files.next());
    QVERIFY(written.size() > 3);
    for (const QString &name : written) {
        struct stat status { };

        QCOMPARE(stat(QFile::encodeName(name).constData(), &status), 0);
        QVERIFY2((status.st_mode & 077U) == 0, qPrintable(name));
    }
}

void TstLogLosses::aRenamedLogIsSaidToBe()
{
    const auto run =
        runProgram(recorderProgram(),
                   {QStringLiteral("-o"), path("before.ember"), QStringLiteral("--"),
                    QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                    QStringLiteral("while ! test -e \"$0\"; do :; done; mv \"$0\" \"$1\"; exit 3"),
                    path("before.ember"), path("after.ember")});
    QVERIFY2(run.status == 3, qPrintable(describe(run)));
    QVERIFY2(run.errors.contains("warning: FileNotFound"), qPrintable(describe(run)));
    const auto profile = readLog(path("after.ember"));
    QVERIFY(profile && wasFinished(*profile));
}

void TstLogLosses::aLogOnStandardOutputNeedsNoName_data()
{
    QTest::addColumn<QString>("script");
    QTest::newRow("a file") << "exec \"$0\" -F 997 -o - -- \"$1\" 1 300 > \"$2\"";
    QTest::newRow("a deleted file")
        << "exec > \"$2\"; rm \"$2\"; exec \"$0\" -F 997 -o - -- \"$1\" 1 300";
}

void TstLogLosses::aLogOnStandardOutputNeedsNoName()
{
    QFETCH(const QString, script);
    const auto run =
        runProgram(QStringLiteral("/bin/sh"),
                   {QStringLiteral("-c"), script, recorderProgram(),
                    targetProgram(QStringLiteral("busythreads")), path("redirected.ember")});
    QVERIFY2(run.status == 0, qPrintable(describe(run)));
    QVERIFY2(!run.errors.contains("FileNotFound"), qPrintable(describe(run)));
    if (!QFile::exists(path("redirected.ember")))
        return;
    const auto profile = readLog(path("redirected.ember"));
    QVERIFY(profile && wasFinished(*profile));
}

void TstLogLosses::aReaderThatGoesAwayEndsTheCaptureNotTheTarget()
{
    const auto run = runProgram(
        QStringLiteral("/bin/bash"),
        {QStringLiteral("-c"),
         QStringLiteral(
             "\"$0\" -F 997 -o - -- /bin/sh -c '\"$0\" 1 700; echo ran > \"$1\"' \"$1\" \"$2\""
             " | head -c 100 >/dev/null; exit ${PIPESTATUS[0]}"),
         recorderProgram(), targetProgram(QStringLiteral("busythreads")), path("pipeend")});
    QVERIFY2(run.status == 125, qPrintable(describe(run)));
    QTRY_COMPARE_WITH_TIMEOUT(contentOf(path("pipeend")), QByteArray("ran\n"), 60000);
}

namespace {

// A pipe with a name that takes nothing any more, and that nobody reads.
ember::capture::FileDescriptor fullPipe(const QString &path)
{
    if (mkfifo(qPrintable(path), 0600) != 0)
        return {};
    ember::capture::FileDescriptor file(
        open(qPrintable(path), O_RDWR | O_NONBLOCK | O_CLOEXEC)); // both ends: it stays open
    const std::array<char, 4096> bytes{};
    while (write(file.number(), bytes.data(), bytes.size()) > 0) { }
    return file;
}

} // namespace

void TstLogLosses::aReaderThatStallsIsNotWaitedForWhenTheEndIsAskedForAgain_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<int>("signal");
    QTest::addColumn<bool>("livesOn");
    QTest::newRow("SIGTERM") << QString() << SIGTERM << true;
    QTest::newRow("SIGINT") << QString() << SIGINT << true;
    QTest::newRow("SIGQUIT") << QString() << SIGQUIT << true;
    QTest::newRow("the target is to end as well") << QStringLiteral("--kill") << SIGTERM << false;
    QTest::newRow("names are added") << QStringLiteral("--symbols") << SIGTERM << true;
    QTest::newRow("names, SIGINT") << QStringLiteral("--symbols") << SIGINT << true;
}

void TstLogLosses::aReaderThatStallsIsNotWaitedForWhenTheEndIsAskedForAgain()
{
    QFETCH(const QString, option);
    QFETCH(const int, signal);
    QFETCH(const bool, livesOn);
    const QTemporaryDir folder;
    const auto pipe = folder.filePath(QStringLiteral("pipe"));
    const auto status = folder.filePath(QStringLiteral("status"));
    const auto end = fullPipe(pipe);
    QVERIFY(end.isOpen());
    QProcess recorder;
    recorder.start(
        QStringLiteral("/bin/sh"),
        {QStringLiteral("-c"),
         QStringLiteral("exec \"$0\" %1 --status-fd 4 -o - -- /bin/sleep 600 4>\"$1\" >\"$2\"")
             .arg(option),
         recorderProgram(), status, pipe});
    const auto killed = qScopeGuard([&recorder] {
        recorder.kill();
        recorder.waitForFinished();
    });
    QTRY_VERIFY_WITH_TIMEOUT(contentOf(status).endsWith('\n'), 60000);
    const int target = contentOf(status).trimmed().mid(8).toInt(); // "started PID"
    QVERIFY(target > 1);
    const auto ended = qScopeGuard([target] { kill(target, SIGKILL); });
    for (int i = 0; i < 200 && recorder.state() != QProcess::NotRunning; ++i) {
        kill(static_cast<pid_t>(recorder.processId()), signal);
        recorder.waitForFinished(300);
    }
    QCOMPARE(recorder.state(), QProcess::NotRunning);
    const auto run = endOf(recorder);
    QVERIFY2(run.status == 128 + signal, qPrintable(describe(run)));
    if (livesOn)
        QTRY_VERIFY_WITH_TIMEOUT(statusField(target, "State").startsWith('S')
                                     && statusField(target, "TracerPid") == "0",
                                 60000);
    else
        QCOMPARE(kill(target, 0), -1);
}

EMBER_TEST(TstLogLosses)
#include "tst_loglosses.moc"
