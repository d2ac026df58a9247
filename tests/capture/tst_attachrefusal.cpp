// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/recorderrun.h"
#include "tests/capture/runningtarget.h"
#include "tests/support/testmain.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/stat.h>
#include <unistd.h>

using namespace ember::tests;

// A process that cannot be captured is refused with the reason, and runs on.
class TstAttachRefusal : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void whatIsNoProcessIsRefused();
    void aZombieIsRefused();
    void kernelThreadsAreRefused();
    void aTracedProcessIsRefused();
    void ourOwnTracerIsRefused();
    void anotherUsersProcessIsRefused();
    void aProcessThatHidesItsMemoryIsRefused();
    void aProcessThatMayDoMoreIsRefused();
    void wrongArgumentsAreUsageErrors_data();
    void wrongArgumentsAreUsageErrors();

private:
    // As nobody a file of its own: the other is root's.
    QStringList attachTo(int pid, const char *log = "root.ember") const
    {
        return {QStringLiteral("-o"),    m_folder.filePath(QString::fromLatin1(log)),
                QStringLiteral("-d"),    QStringLiteral("0.1"),
                QStringLiteral("--pid"), QString::number(pid)};
    }

    QString refusalOf(int pid, const char *code) const
    {
        return refusal(runProgram(recorderProgram(), attachTo(pid)), code);
    }

    QString refusalAsNobody(int pid, const char *code) const;
    static QString refusal(const ProgramRun &run, const char *code);

    QTemporaryDir m_folder;
};

namespace {

constexpr int refusalTimeoutMs = 120'000;

} // namespace

// The explanation; empty where the refusal was not as it should be.
QString TstAttachRefusal::refusal(const ProgramRun &run, const char *code)
{
    const QByteArray start = QByteArray("emberchart-record: error: ") + code + ' ';
    if (run.status == 125 && run.errors.startsWith(start) && run.errors.count('\n') == 1)
        return QString::fromLocal8Bit(run.errors.mid(start.size()));
    qWarning("%d: %s", run.status, run.errors.constData());
    return {};
}

QString TstAttachRefusal::refusalAsNobody(int pid, const char *code) const
{
    const auto command = asNobody(QStringList(recorderProgram()) + attachTo(pid, "nobody.ember"));
    return refusal(runProgram(command.first(), command.mid(1)), code);
}

void TstAttachRefusal::initTestCase()
{
    QCOMPARE(chmod(qPrintable(m_folder.path()), 0777), 0);
}

void TstAttachRefusal::whatIsNoProcessIsRefused()
{
    QVERIFY(refusalOf(0x3fffff, "ProcessGone").contains(QLatin1String("no such process")));
    RunningTarget target(words("busythreads 1 600000"));
    QTRY_COMPARE_WITH_TIMEOUT(target.threadCount(), 2, refusalTimeoutMs);
    int thread = target.pid() + 1;
    while (statusField(thread, "Tgid").toInt() != target.pid())
        ++thread;
    QVERIFY(refusalOf(thread, "InvalidArgument")
                .contains(QLatin1String("a thread of process ") + QString::number(target.pid())));
}

void TstAttachRefusal::aZombieIsRefused()
{
    const pid_t child = fork();
    if (child == 0)
        _exit(0);
    QTRY_VERIFY_WITH_TIMEOUT(statusField(child, "State").startsWith('Z'), refusalTimeoutMs);
    QVERIFY(refusalOf(child, "ProcessGone").contains(QLatin1String("has ended")));
}

void TstAttachRefusal::kernelThreadsAreRefused()
{
    if (statusField(2, "PPid") != "0" || statusField(2, "VmSize") != "")
        QSKIP("no kernel threads are to be seen from here");
    QVERIFY(refusalOf(2, "TraceNotPermitted").contains(QLatin1String("kernel")));
}

void TstAttachRefusal::aTracedProcessIsRefused()
{
    RunningTarget target(words("busythreads 1 600000"));
    QProcess first;
    first.start(recorderProgram(),
                {QStringLiteral("-o"), QStringLiteral("/dev/null"), QStringLiteral("--pid"),
                 QString::number(target.pid())});
    QTRY_VERIFY_WITH_TIMEOUT(target.isTraced(), refusalTimeoutMs);
    QVERIFY(refusalOf(target.pid(), "TraceNotPermitted")
                .contains(QStringLiteral("already traced by process %1 (emberchart-reco")
                              .arg(first.processId())));
    first.terminate();
    QVERIFY(first.waitForFinished(refusalTimeoutMs));
    QCOMPARE(target.status("TracerPid"), QByteArray("0"));
}

void TstAttachRefusal::ourOwnTracerIsRefused()
{
    // The outer recorder traces the inner one, through a shell that knows its parent.
    const auto run =
        record({QStringLiteral("--env"), QStringLiteral("ASAN_OPTIONS=detect_leaks=0")},
               {QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                QStringLiteral("exec \"$0\" -o /dev/null --pid $PPID"), recorderProgram()});
    QVERIFY2(run.status == 125, run.errors.constData());
    QVERIFY2(run.errors.contains("TraceNotPermitted"), run.errors.constData());
    QVERIFY2(run.errors.contains("traces this recorder"), run.errors.constData());
}

void TstAttachRefusal::anotherUsersProcessIsRefused()
{
    if (geteuid() != 0)
        QSKIP("only root can become another user");
    RunningTarget target(words("busythreads 1 600000"));
    QVERIFY(refusalAsNobody(target.pid(), "TraceNotPermitted")
                .contains(QLatin1String("belongs to another user (uid 0)")));
}

void TstAttachRefusal::aProcessThatHidesItsMemoryIsRefused()
{
    if (geteuid() != 0)
        QSKIP("only root can become another user");
    RunningTarget target(asNobody({targetProgram(QStringLiteral("hidden"))}));
    QVERIFY(target.process().waitForReadyRead(refusalTimeoutMs));
    QVERIFY(refusalAsNobody(target.pid(), "TraceNotPermitted")
                .contains(QLatin1String("keeps its memory to itself")));
    QVERIFY(runProgram(recorderProgram(), attachTo(target.pid())).status == 0); // root may
}

void TstAttachRefusal::aProcessThatMayDoMoreIsRefused()
{
    if (geteuid() != 0)
        QSKIP("only root can become another user");
    RunningTarget target(
        QStringList(QStringLiteral("/usr/bin/setpriv"))
        + words("--reuid 65534 --regid 65534 --clear-groups --inh-caps=-all,+net_raw"
                " --ambient-caps=-all,+net_raw")
        + QStringList(targetProgram(QStringLiteral("busythreads"))) + words("1 600000"));
    QTRY_COMPARE_WITH_TIMEOUT(target.threadCount(), 2, refusalTimeoutMs);
    QVERIFY(refusalAsNobody(target.pid(), "TraceNotPermitted")
                .contains(QLatin1String("capabilities that the recorder has not")));
}

void TstAttachRefusal::wrongArgumentsAreUsageErrors_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("no number") << words("-o x --pid sh");
    QTest::newRow("zero") << words("-o x --pid 0");
    QTest::newRow("negative") << words("-o x --pid -1");
    QTest::newRow("too big") << words("-o x --pid 99999999999");
    QTest::newRow("with a command") << words("-o x --pid 1 -- true");
    QTest::newRow("to be killed") << words("-o x --kill --pid 1");
    QTest::newRow("with surroundings") << words("-o x --cwd / --pid 1");
}

void TstAttachRefusal::wrongArgumentsAreUsageErrors()
{
    QFETCH(const QStringList, arguments);
    const auto run = runProgram(recorderProgram(), arguments);
    QCOMPARE(run.status, 2);
    QVERIFY2(run.errors.startsWith("emberchart-record: error: InvalidArgument "),
             run.errors.constData());
}

EMBER_TEST(TstAttachRefusal)
#include "tst_attachrefusal.moc"
