// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/recorderrun.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <elf.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace ember::tests;
using namespace ember::model;

// What cannot be captured is refused with one clear message and the exit code scripts rely on.
class TstRecorderErrors : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void commandsThatCannotRunAreRefused_data();
    void commandsThatCannotRunAreRefused();
    void aProgramThatTheSystemEndsAsItStartsHasThatStatus();
    void scriptsAreRunLikeInAShell_data();
    void scriptsAreRunLikeInAShell();
    void thirtyTwoBitProgramsAreRefusedBeforeExec();
    void setuidProgramsAreRefusedWithoutRoot();
    void anotherUserCanRecordOwnPrograms();
    void whoMayStartNoThreadStartsNothing();
    void aProgramThatHidesItsMemoryIsSaidTo();
    void aRefusedPtraceIsExplained();
    void aRefusedPtraceCostsNoOlderLog_data();
    void aRefusedPtraceCostsNoOlderLog();
    void aRefusedPtraceLeavesNoLogBehind();
    void aTracedCommandThatTracesIsToldSo();
    void leakSanitizerIsHintedAt();
    void wrongArgumentsAreUsageErrors_data();
    void wrongArgumentsAreUsageErrors();
    void aRateThatIsNotPrimeIsWarnedOf();
    void statusTellsErrorsToPrograms();

private:
    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    QString writeFile(const char *name, const QByteArray &content, mode_t mode) const;
    ProgramRun runAsNobody(const QStringList &command) const;
    ProgramRun recordWithoutPtrace(const QStringList &options, const QStringList &command) const;

    QTemporaryDir m_folder;
};

void TstRecorderErrors::initTestCase()
{
    // For the tests that give up root.
    QCOMPARE(chmod(qPrintable(m_folder.path()), 0777), 0);
}

QString TstRecorderErrors::writeFile(const char *name, const QByteArray &content, mode_t mode) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        return {};
    file.close();
    chmod(qPrintable(path(name)), mode);
    return path(name);
}

ProgramRun TstRecorderErrors::runAsNobody(const QStringList &command) const
{
    const auto started = asNobody(command);
    return runProgram(started.first(), started.mid(1));
}

void TstRecorderErrors::commandsThatCannotRunAreRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("code");
    const QString script = writeFile("noint", "#!/nonexistent/interpreter\n", 0755);
    const QString plain = writeFile("plain", "text\n", 0644);
    QTest::newRow("unknown name") << words("emberchart-no-such") << 127
                                  << QByteArray("CommandNotFound");
    QTest::newRow("missing path") << words("/nonexistent/x") << 127
                                  << QByteArray("CommandNotFound");
    QTest::newRow("path through a file")
        << words("/etc/passwd/x") << 127 << QByteArray("CommandNotFound");
    QTest::newRow("directory") << words("/etc") << 126 << QByteArray("CommandNotExecutable");
    QTest::newRow("not executable")
        << QStringList(plain) << 126 << QByteArray("CommandNotExecutable");
    QTest::newRow("missing interpreter")
        << QStringList(script) << 126 << QByteArray("CommandNotExecutable");
    QTest::newRow("missing directory")
        << words("--cwd /nonexistent -- /bin/true") << 125 << QByteArray("InvalidArgument");
    QTest::newRow("missing standard input")
        << words("--stdin /nonexistent -- /bin/true") << 125 << QByteArray("FileNotFound");
    QTest::newRow("missing output directory")
        << words("--output-dir /nonexistent -- /bin/true") << 125 << QByteArray("FileNotWritable");
}

void TstRecorderErrors::aProgramThatTheSystemEndsAsItStartsHasThatStatus()
{
    const QString cut =
        writeFile("cut", contentOf(targetProgram(QStringLiteral("misbehaver"))).left(2000), 0755);
    const auto bare = runProgram(QStringLiteral("/bin/sh"),
                                 {QStringLiteral("-c"), QStringLiteral("\"$0\"; exit $?"), cut});
    QVERIFY2(bare.status > 128, qPrintable(describe(bare)));
    const QByteArray older("an older capture");
    writeFile("log.ember", older, 0644);
    const auto run = runProgram(
        recorderProgram(), {QStringLiteral("-o"), path("log.ember"), QStringLiteral("--"), cut});
    QCOMPARE(run.status, bare.status);
    QVERIFY2(isOneError(run, "CommandNotExecutable"), qPrintable(describe(run)));
    const QByteArray cause = "by signal " + QByteArray::number(bare.status - 128);
    QVERIFY2(run.errors.contains(cause), qPrintable(describe(run)));
    QCOMPARE(contentOf(path("log.ember")), older);
}

// However it is refused, an older capture of the log's name stays.
void TstRecorderErrors::commandsThatCannotRunAreRefused()
{
    const QByteArray older("an older capture");
    writeFile("log.ember", older, 0644);
    QFETCH(const QStringList, arguments);
    QFETCH(const int, status);
    QFETCH(const QByteArray, code);
    const auto run = runProgram(recorderProgram(),
                                QStringList{QStringLiteral("-o"), path("log.ember")} + arguments);
    QVERIFY2(run.status == status, qPrintable(describe(run)));
    QVERIFY2(isOneError(run, code.constData()), qPrintable(describe(run)));
    QFile log(path("log.ember"));
    QVERIFY(log.open(QIODevice::ReadOnly));
    QCOMPARE(log.readAll(), older);
}

void TstRecorderErrors::scriptsAreRunLikeInAShell_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("with an interpreter") << QByteArray("#!/bin/sh\nexit $(($1 + 1))\n");
    QTest::newRow("with an interpreter's argument")
        << QByteArray("#! /bin/sh -e\nexit $(($1 + 1))\n");
    QTest::newRow("without") << QByteArray("exit $(($1 + 1))\n");
}

void TstRecorderErrors::scriptsAreRunLikeInAShell()
{
    QFETCH(const QByteArray, content);
    const auto run = record({}, {writeFile("script", content, 0755), QStringLiteral("41")});
    QVERIFY2(run.status == 42, qPrintable(describe(run)));
    QVERIFY(run.profile);
}

void TstRecorderErrors::thirtyTwoBitProgramsAreRefusedBeforeExec()
{
    Elf32_Ehdr header{};
    std::copy_n(ELFMAG, SELFMAG, header.e_ident);
    header.e_ident[EI_CLASS] = ELFCLASS32;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_EXEC;
    header.e_machine = EM_386;
    header.e_version = EV_CURRENT;
    header.e_ehsize = sizeof header;
    const QByteArray bytes(reinterpret_cast<const char *>(&header), sizeof header);
    const auto run = record({}, {writeFile("thirtytwo", bytes, 0755)});
    QVERIFY2(run.status == 125, qPrintable(describe(run)));
    QVERIFY2(isOneError(run, "UnsupportedArchitecture"), qPrintable(describe(run)));
}

void TstRecorderErrors::setuidProgramsAreRefusedWithoutRoot()
{
    if (geteuid() != 0)
        QSKIP("only root can make a program that is setuid to somebody else");
    QVERIFY(QFile::copy(QStringLiteral("/bin/true"), path("raised")));
    QCOMPARE(chmod(qPrintable(path("raised")), 04755), 0);
    const QStringList command{recorderProgram(), QStringLiteral("-o"), path("nobody.ember"),
                              QStringLiteral("--"), path("raised")};
    const auto run = runAsNobody(command);
    QVERIFY2(run.status == 125, qPrintable(describe(run)));
    QVERIFY2(isOneError(run, "SetuidTarget"), qPrintable(describe(run)));
    const auto asRoot = record({}, {path("raised")});
    QVERIFY2(asRoot.status == 0, qPrintable(describe(asRoot)));
}

void TstRecorderErrors::anotherUserCanRecordOwnPrograms()
{
    if (geteuid() != 0)
        QSKIP("only root can become another user");
    const auto run = runAsNobody(
        {recorderProgram(), QStringLiteral("-o"), path("own.ember"), QStringLiteral("--"),
         targetProgram(QStringLiteral("busythreads")), QStringLiteral("1"), QStringLiteral("200")});
    QVERIFY2(run.status == 0, qPrintable(describe(run)));
    const auto profile = readLog(path("own.ember"));
    QVERIFY(profile);
    QVERIFY(threadNamed(*profile, "busy-0").isValid());
}

// A sanitized recorder looks for leaks at its end by ptrace, which is what it has not got here.
ProgramRun TstRecorderErrors::recordWithoutPtrace(const QStringList &options,
                                                  const QStringList &command) const
{
    return runProgram(targetProgram(QStringLiteral("withoutptrace")),
                      QStringList{QStringLiteral("/usr/bin/env"),
                                  QStringLiteral("ASAN_OPTIONS=detect_leaks=0"), recorderProgram()}
                          + options + QStringList{QStringLiteral("--")} + command);
}

// Nor one that looks for leaks at the end of a sanitized recorder.
void TstRecorderErrors::whoMayStartNoThreadStartsNothing()
{
    if (geteuid() != 0)
        QSKIP("only root can become a user who has no process yet");
    const auto started = path("started");
    const auto run =
        runAsNobody(words("/usr/bin/prlimit --nproc=1 /usr/bin/env ASAN_OPTIONS=detect_leaks=0")
                    + QStringList{recorderProgram(), QStringLiteral("-o"), path("threadless.ember"),
                                  QStringLiteral("--"), QStringLiteral("/usr/bin/touch"), started});
    QCOMPARE(run.status, 125);
    QVERIFY2(isOneError(run, "CaptureFailed"), qPrintable(describe(run)));
    QVERIFY(run.errors.contains("thread: "));
    QVERIFY(!QFile::exists(started));
}

// Its threads are recorded as far as can be seen, and no more often stopped than others.
void TstRecorderErrors::aProgramThatHidesItsMemoryIsSaidTo()
{
    if (geteuid() != 0)
        QSKIP("only root can become another user");
    QProcess recorder;
    const auto started = asNobody({recorderProgram(), QStringLiteral("-o"), path("hidden.ember"),
                                   QStringLiteral("--"), targetProgram(QStringLiteral("hidden"))});
    recorder.start(started.first(), started.mid(1));
    QTRY_VERIFY_WITH_TIMEOUT(fewestSamples(path("hidden.ember"), {QStringLiteral("hidden")}) >= 60,
                             120'000);
    recorder.closeWriteChannel(); // the program's input
    const auto run = endOf(recorder);
    QVERIFY2(run.status == 0, qPrintable(describe(run)));
    QVERIFY2(run.errors.count("warning: MemoryHidden ") == 1, qPrintable(describe(run)));
    const auto profile = readLog(path("hidden.ember"));
    QVERIFY(profile);
    const auto &statistics = profile->tables().statistics;
    QVERIFY(statistics.reused >= 20);
    QVERIFY2(statistics.suspensions <= statistics.reused / 2,
             qPrintable(QString::number(statistics.suspensions)));
    QVERIFY(samplesIn(*profile, threadNamed(*profile, "hidden"), ThreadState::Blocked) >= 20);
}

void TstRecorderErrors::aRefusedPtraceIsExplained()
{
    const auto run = recordWithoutPtrace(
        {QStringLiteral("-o"), path("refused.ember")},
        {QStringLiteral("/bin/sh"), QStringLiteral("-c"), QStringLiteral("touch ") + path("ran")});
    QVERIFY2(run.status == 125, qPrintable(describe(run)));
    QVERIFY2(isOneError(run, "TraceNotPermitted"), qPrintable(describe(run)));
    QVERIFY(run.errors.contains("seccomp"));
    QVERIFY(!QFile::exists(path("ran")));
}

void TstRecorderErrors::aRefusedPtraceCostsNoOlderLog_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("plain") << QStringList();
    QTest::newRow("ring") << words("--ring 10s");
}

// Nothing that can be looked at beforehand tells it.
void TstRecorderErrors::aRefusedPtraceCostsNoOlderLog()
{
    QFETCH(const QStringList, options);
    const QByteArray older("an older capture");
    const QString log = writeFile("older.ember", older, 0644);
    const auto run = recordWithoutPtrace(options + QStringList{QStringLiteral("-o"), log},
                                         {QStringLiteral("/bin/true")});
    QVERIFY2(run.status == 125, qPrintable(describe(run)));
    QFile file(log);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), older);
}

void TstRecorderErrors::aRefusedPtraceLeavesNoLogBehind()
{
    const auto run = recordWithoutPtrace({QStringLiteral("-o"), path("none.ember")},
                                         {QStringLiteral("/bin/true")});
    QVERIFY2(run.status == 125, qPrintable(describe(run)));
    QVERIFY(!QFile::exists(path("none.ember")));
}

void TstRecorderErrors::aTracedCommandThatTracesIsToldSo()
{
    // The inner recorder's child is traced by the outer one from its birth.
    const auto run =
        record({QStringLiteral("--env"), QStringLiteral("ASAN_OPTIONS=detect_leaks=0")},
               {recorderProgram(), QStringLiteral("-o"), path("inner.ember"), QStringLiteral("--"),
                QStringLiteral("/bin/true")});
    QVERIFY2(run.status == 125, qPrintable(describe(run)));
    // The outer recorder may have a note of its own: that the inner one is sanitized.
    QCOMPARE(run.errors.count("error: "), 1);
    QVERIFY(run.errors.contains("error: TraceNotPermitted "));
    QVERIFY(run.errors.contains("already traced by process"));
    const auto unfollowed = record({QStringLiteral("--no-follow"), QStringLiteral("--env"),
                                    QStringLiteral("ASAN_OPTIONS=detect_leaks=0")},
                                   {recorderProgram(), QStringLiteral("-o"), path("inner.ember"),
                                    QStringLiteral("--"), QStringLiteral("/bin/true")});
    QVERIFY2(unfollowed.status == 0, qPrintable(describe(unfollowed)));
}

void TstRecorderErrors::leakSanitizerIsHintedAt()
{
    const auto run =
        record({QStringLiteral("--env"), QStringLiteral("ASAN_OPTIONS=detect_leaks=0")},
               {QStringLiteral("sanitized")});
    QVERIFY2(run.status == 0, qPrintable(describe(run)));
    QVERIFY(run.errors.startsWith("emberchart-record: note: "));
    QVERIFY(run.errors.contains("detect_leaks=0"));
    QVERIFY(record({}, {QStringLiteral("/bin/true")}).errors.isEmpty());
}

void TstRecorderErrors::wrongArgumentsAreUsageErrors_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("nothing") << QStringList();
    QTest::newRow("no command") << words("-o x");
    QTest::newRow("no log") << words("-- true");
    QTest::newRow("unknown option") << words("--frobnicate -o x -- true");
    QTest::newRow("rate of 0") << words("-F 0 -o x -- true");
    QTest::newRow("rate of 4001") << words("-F 4001 -o x -- true");
    QTest::newRow("rate in words") << words("-F fast -o x -- true");
    QTest::newRow("no time") << words("-d 0 -o x -- true");
    QTest::newRow("infinite time") << words("-d inf -o x -- true");
    QTest::newRow("not a number of seconds") << words("-d nan -o x -- true");
    QTest::newRow("unwinder") << words("--unwind magic -o x -- true");
    QTest::newRow("variable") << words("--env NAME -o x -- true");
    QTest::newRow("closed descriptor") << words("--status-fd 77 -o x -- true");
    QTest::newRow("size in words") << words("-o x --max-size much -- true");
    QTest::newRow("receiver's size in words") << words("--receive x --max-size much -- true");
    QTest::newRow("receiver's size of 0") << words("--receive x --max-size 0 -- true");
}

void TstRecorderErrors::wrongArgumentsAreUsageErrors()
{
    QFETCH(const QStringList, arguments);
    const auto run = runProgram(recorderProgram(), arguments);
    QVERIFY2(run.status == 2, qPrintable(describe(run)));
    QVERIFY2(run.errors.startsWith("emberchart-record: error: InvalidArgument "),
             qPrintable(describe(run)));
}

void TstRecorderErrors::aRateThatIsNotPrimeIsWarnedOf()
{
    const auto run =
        record({QStringLiteral("-F"), QStringLiteral("1000")}, {QStringLiteral("/bin/true")});
    QCOMPARE(run.status, 0);
    QVERIFY(run.errors.startsWith("emberchart-record: warning: "));
    QVERIFY(run.errors.contains("1009"));
}

void TstRecorderErrors::statusTellsErrorsToPrograms()
{
    const auto run = runProgram(QStringLiteral("/bin/sh"),
                                {QStringLiteral("-c"),
                                 QStringLiteral("\"$0\" --status-fd 4 -o \"$1\" -- no/such 4>&1"),
                                 recorderProgram(), path("log.ember")});
    QCOMPARE(run.status, 127);
    QCOMPARE(run.output, QByteArray("error CommandNotFound\tno/such\tNo such file or directory\n"));
}

EMBER_TEST(TstRecorderErrors)
#include "tst_recordererrors.moc"
