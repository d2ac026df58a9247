// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/recorderrun.h"
#include "tests/capture/runningtarget.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <set>

using namespace ember::tests;
using namespace ember::model;

// A process that runs already is captured and runs on as if nothing had been.
class TstAttach : public QObject {
    Q_OBJECT

private slots:
    void allItsThreadsAreCaptured();
    void cpuTimeFromBeforeIsInNoSample();
    void itRunsOnWhenTheCaptureEnds_data();
    void itRunsOnWhenTheCaptureEnds();
    void itsExitStatusIsKept();
    void theEndIsSeenWhereItsFirstThreadHasEnded();
    void allImagesAreFoundWhereItsFirstThreadHasEnded();
    void childrenThatItHasAreCaptured_data();
    void childrenThatItHasAreCaptured();
    void aChildThatIsRefusedIsNamedAndLeftAlone();
    void laterChildrenAreFollowed_data();
    void laterChildrenAreFollowed();
    void threadsThatAreBornMeanwhileAreCaptured();
    void aStoppedProcessStaysStopped();
    void noCallIsInterrupted();
};

namespace {

constexpr int attachTimeoutMs = 120'000;

// A recorder at a running process.
struct Attached {
    Attached(const RunningTarget &target, const QStringList &options = {})
    {
        process.start(recorderProgram(),
                      options
                          + QStringList{QStringLiteral("-o"), log(), QStringLiteral("--pid"),
                                        QString::number(target.pid())});
    }

    ~Attached()
    {
        process.kill();
        process.waitForFinished();
    }

    QString log() const { return folder.filePath(QStringLiteral("a.ember")); }

    int finish()
    {
        if (!process.waitForFinished(attachTimeoutMs))
            return -1;
        return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    }

    QTemporaryDir folder;
    QProcess process;
};

bool isRunningOn(const RunningTarget &target)
{
    const QDir tasks(QStringLiteral("/proc/%1/task").arg(target.pid()));
    for (const auto &thread : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const auto state = statusField(thread.toInt(), "State");
        if (!state.startsWith('R') && !state.startsWith('S'))
            return false;
        if (statusField(thread.toInt(), "TracerPid") != "0")
            return false;
    }
    return target.threadCount() > 0;
}

} // namespace

void TstAttach::allItsThreadsAreCaptured()
{
    RunningTarget target(words("busythreads 3 600000"));
    QTRY_COMPARE_WITH_TIMEOUT(target.threadCount(), 4, attachTimeoutMs);
    Attached recorder(target);
    QTRY_VERIFY_WITH_TIMEOUT(
        fewestSamples(recorder.log(), words("busy-0 busy-1 busy-2 busythreads")) >= 60,
        attachTimeoutMs);
    recorder.process.terminate();
    QCOMPARE(recorder.finish(), 0);
    QVERIFY(isRunningOn(target));
    const auto profile = readLog(recorder.log());
    QVERIFY(profile && wasFinished(*profile));
    for (const char *name : {"busy-0", "busy-1", "busy-2", "busythreads"}) {
        const auto thread = threadNamed(*profile, name);
        QVERIFY2(thread.isValid() && profile->samples(thread).size() >= 10, name);
    }
    const auto launched = launchedProcesses(*profile);
    QCOMPARE(launched.size(), std::size_t(1));
    QCOMPARE(profile->process(launched[0]).pid, std::uint32_t(target.pid()));
    QVERIFY(!profile->process(launched[0]).exit);
    const auto &statistics = profile->tables().statistics;
    QVERIFY(double(statistics.rootsReached) >= 0.99 * double(statistics.nativeStacks));
}

void TstAttach::cpuTimeFromBeforeIsInNoSample()
{
    RunningTarget target(words("busythreads 1 600000"));
    QTRY_COMPARE_WITH_TIMEOUT(target.threadCount(), 2, attachTimeoutMs);
    const auto usedBy = [](const QString &thread) {
        QFile file(QStringLiteral("/proc/%1/schedstat").arg(thread));
        return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').first().toLongLong() : 0;
    };
    const QString first = QString::number(target.pid());
    auto threads = QDir(QStringLiteral("/proc/%1/task").arg(first))
                       .entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    threads.removeAll(first);
    QCOMPARE(threads.size(), qsizetype(1));
    const QString worker = threads.first();
    QTRY_VERIFY_WITH_TIMEOUT(usedBy(worker) > 1'500'000'000, attachTimeoutMs);
    const auto before = usedBy(worker);
    Attached recorder(target);
    QTRY_VERIFY_WITH_TIMEOUT(fewestSamples(recorder.log(), words("busy-0")) >= 10, attachTimeoutMs);
    recorder.process.terminate();
    QCOMPARE(recorder.finish(), 0);
    const auto meanwhile = usedBy(worker) - before;
    const auto profile = readLog(recorder.log());
    QVERIFY(profile);
    const auto &details = profile->samples(threadNamed(*profile, "busy-0")).details;
    qint64 told = 0;
    details.forEach([&](std::size_t, const SampleDetail &detail) { told += qint64(detail.cpuNs); });
    QVERIFY2(told > 0 && told <= meanwhile,
             qPrintable(QStringLiteral("%1 of %2 ns").arg(told).arg(meanwhile)));
}

void TstAttach::itRunsOnWhenTheCaptureEnds_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("asked to") << SIGTERM;
    QTest::newRow("killed") << SIGKILL;
}

void TstAttach::itRunsOnWhenTheCaptureEnds()
{
    QFETCH(const int, signal);
    RunningTarget target(words("busythreads 5 600000"));
    QTRY_COMPARE_WITH_TIMEOUT(target.threadCount(), 6, attachTimeoutMs);
    for (int i = 0; i < 5; ++i) {
        Attached recorder(target, words("-F 997"));
        QTRY_VERIFY_WITH_TIMEOUT(target.isTraced(), attachTimeoutMs);
        QTest::qSleep(i * 7); // any moment
        ::kill(static_cast<pid_t>(recorder.process.processId()), signal);
        QVERIFY(recorder.process.waitForFinished(attachTimeoutMs));
        QTRY_VERIFY_WITH_TIMEOUT(isRunningOn(target), attachTimeoutMs);
    }
}

void TstAttach::itsExitStatusIsKept()
{
    RunningTarget target(
        {QStringLiteral("/bin/sh"), QStringLiteral("-c"), QStringLiteral("read line; exit 42")});
    Attached recorder(target);
    QTRY_VERIFY_WITH_TIMEOUT(target.isTraced(), attachTimeoutMs);
    target.process().write("go\n");
    QVERIFY(target.process().waitForFinished(attachTimeoutMs));
    QCOMPARE(target.process().exitCode(), 42); // its parent gets it as well
    QCOMPARE(recorder.finish(), 42);
    const auto profile = readLog(recorder.log());
    QVERIFY(profile);
    QCOMPARE(profile->process(ProcessIndex(0)).exit->code, 42);
}

// Nobody tells who traces the other threads.
void TstAttach::theEndIsSeenWhereItsFirstThreadHasEnded()
{
    RunningTarget target(words("misbehaver headless 600000"));
    QTRY_VERIFY_WITH_TIMEOUT(target.status("State").startsWith('Z'), attachTimeoutMs);
    Attached recorder(target);
    QTRY_VERIFY_WITH_TIMEOUT(fewestSamples(recorder.log(), words("misbehaver")) >= 10,
                             attachTimeoutMs);
    QCOMPARE(::kill(target.pid(), SIGTERM), 0);
    QCOMPARE(recorder.finish(), 128 + SIGTERM);
    const auto profile = readLog(recorder.log());
    QVERIFY(profile);
    QVERIFY(wasFinished(*profile));
    QCOMPARE(profile->process(ProcessIndex(0)).exit->code, SIGTERM);
}

// Neither does its number lead to its memory, nor to files that have no name any more.
void TstAttach::allImagesAreFoundWhereItsFirstThreadHasEnded()
{
    const QTemporaryDir folder;
    const QString program = folder.filePath(QStringLiteral("deleted/misbehaver"));
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("deleted")));
    QVERIFY(QFile::copy(targetProgram(QStringLiteral("misbehaver")), program));
    RunningTarget target({program, QStringLiteral("headless"), QStringLiteral("600000")});
    QTRY_VERIFY_WITH_TIMEOUT(target.status("State").startsWith('Z'), attachTimeoutMs);
    QVERIFY(QFile::remove(program));
    Attached recorder(target);
    QTRY_VERIFY_WITH_TIMEOUT(fewestSamples(recorder.log(), words("misbehaver")) >= 10,
                             attachTimeoutMs);
    QCOMPARE(::kill(target.pid(), SIGTERM), 0);
    recorder.finish();
    const auto profile = readLog(recorder.log());
    QVERIFY(profile);
    QStringList images;
    for (const Image &image : profile->tables().images)
        images += QString::fromStdString(std::string(profile->text(image.codeFile)));
    const QByteArray found = images.join(QLatin1Char(' ')).toLocal8Bit();
    QVERIFY2(images.contains(QStringLiteral("[vdso]")), found.constData());
    QVERIFY2(images.contains(program), found.constData());
}

void TstAttach::childrenThatItHasAreCaptured_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<std::vector<std::uint32_t>>("parents"); // rows, by the process' row
    constexpr auto none = ProcessIndex().raw();
    QTest::newRow("followed") << QStringList() << std::vector<std::uint32_t>{none, 0, 1};
    QTest::newRow("not followed") << words("--no-follow") << std::vector<std::uint32_t>{none};
}

void TstAttach::childrenThatItHasAreCaptured()
{
    QFETCH(const QStringList, options);
    QFETCH(const std::vector<std::uint32_t>, parents);
    // A shell, one in it, and a program in that, which answers.
    RunningTarget target({QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                          QStringLiteral("/bin/sh -c 'cat; true'; exit 5")});
    target.process().write("ready\n");
    QVERIFY(target.process().waitForReadyRead(attachTimeoutMs));
    Attached recorder(target, options + words("-d 1"));
    QCOMPARE(recorder.finish(), 0);
    QVERIFY(isRunningOn(target));
    target.process().closeWriteChannel();
    QVERIFY(target.process().waitForFinished(attachTimeoutMs));
    QCOMPARE(target.process().exitCode(), 5);
    const auto profile = readLog(recorder.log());
    QVERIFY(profile);
    std::vector<std::uint32_t> found;
    for (std::size_t row = 0; row < profile->tables().processes.size(); ++row)
        found.push_back(profile->process(ProcessIndex(row)).parent.raw());
    QCOMPARE(found, parents);
}

// It has a tracer already. Its own child has not, but is not ours to ask for then.
void TstAttach::aChildThatIsRefusedIsNamedAndLeftAlone()
{
    RunningTarget target({QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                          QStringLiteral("/bin/sh -c 'echo $$; cat; true'; exit 5")});
    QVERIFY(target.process().waitForReadyRead(attachTimeoutMs));
    const int child = target.process().readLine().trimmed().toInt();
    QVERIFY(child > 1);
    QProcess first;
    first.start(recorderProgram(),
                {QStringLiteral("-o"), QStringLiteral("/dev/null"), QStringLiteral("--pid"),
                 QString::number(child)});
    QTRY_VERIFY_WITH_TIMEOUT(statusField(child, "TracerPid").toInt() > 0, attachTimeoutMs);
    const auto tracer = statusField(child, "TracerPid");
    Attached recorder(target, words("-d 0.5"));
    QCOMPARE(recorder.finish(), 0);
    const auto said = recorder.process.readAllStandardError();
    QVERIFY2(said.contains("warning: ") && said.contains("TraceNotPermitted"), said.constData());
    QVERIFY2(said.contains(QByteArray("child process " + QByteArray::number(child)
                                      + " is not in the capture"))
                 && said.contains("already traced by process"),
             said.constData());
    QCOMPARE(statusField(child, "TracerPid"), tracer);
    first.terminate();
    QVERIFY(first.waitForFinished(attachTimeoutMs));
    target.process().closeWriteChannel();
    QVERIFY(target.process().waitForFinished(attachTimeoutMs));
    QCOMPARE(target.process().exitCode(), 5);
    const auto profile = readLog(recorder.log());
    QVERIFY(profile && wasFinished(*profile));
    QCOMPARE(profile->tables().processes.size(), std::size_t(1));
    bool isNoted = false;
    profile->tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        isNoted = isNoted
            || (event.kind == CaptureEventKind::Note && event.text.isValid()
                && profile->text(event.text).find("already traced") != std::string_view::npos);
    });
    QVERIFY(isNoted);
}

void TstAttach::laterChildrenAreFollowed_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("processes");
    QTest::newRow("followed") << QStringList() << 3; // the shell, the program, its fork
    QTest::newRow("not followed") << words("--no-follow") << 1;
}

void TstAttach::laterChildrenAreFollowed()
{
    QFETCH(const QStringList, options);
    QFETCH(const int, processes);
    const QString program = targetProgram(QStringLiteral("processtree"));
    RunningTarget target({QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                          QStringLiteral("read line; '%1' fork 200; exit $?").arg(program)});
    Attached recorder(target, options);
    QTRY_VERIFY_WITH_TIMEOUT(target.isTraced(), attachTimeoutMs);
    target.process().write("go\n");
    QVERIFY(target.process().waitForBytesWritten(attachTimeoutMs));
    QCOMPARE(recorder.finish(), 3);
    const auto profile = readLog(recorder.log());
    QVERIFY(profile);
    std::set<std::uint32_t> pids;
    for (std::size_t row = 0; row < profile->tables().processes.size(); ++row)
        pids.insert(profile->process(ProcessIndex(row)).pid);
    QCOMPARE(pids.size(), std::size_t(processes));
}

void TstAttach::threadsThatAreBornMeanwhileAreCaptured()
{
    RunningTarget target({QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                          QStringLiteral("read line; exec '%1' 30000")
                              .arg(targetProgram(QStringLiteral("threadchurn")))});
    Attached recorder(target);
    QTRY_VERIFY_WITH_TIMEOUT(target.isTraced(), attachTimeoutMs);
    target.process().write("go\n");
    QVERIFY(target.process().waitForBytesWritten(attachTimeoutMs));
    QCOMPARE(recorder.finish(), 0);
    QVERIFY(target.process().waitForFinished(attachTimeoutMs));
    QCOMPARE(target.process().readAllStandardOutput(), QByteArray("30000\n"));
    const auto profile = readLog(recorder.log());
    QVERIFY(profile);
    QVERIFY(profile->threadCount() > 100);
}

void TstAttach::aStoppedProcessStaysStopped()
{
    RunningTarget target(words("busythreads 2 600000"));
    QTRY_COMPARE_WITH_TIMEOUT(target.threadCount(), 3, attachTimeoutMs);
    QCOMPARE(::kill(target.pid(), SIGSTOP), 0);
    QTRY_VERIFY_WITH_TIMEOUT(target.status("State").startsWith('T'), attachTimeoutMs);
    Attached recorder(target);
    QTRY_VERIFY_WITH_TIMEOUT(fewestSamples(recorder.log(), words("busy-0")) >= 10, attachTimeoutMs);
    recorder.process.terminate();
    QCOMPARE(recorder.finish(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(target.status("State").startsWith('T'), attachTimeoutMs);
    const auto profile = readLog(recorder.log());
    QVERIFY(profile);
    QVERIFY(profile->samples(threadNamed(*profile, "busy-0")).size() >= 10);
    QCOMPARE(::kill(target.pid(), SIGCONT), 0);
    QTRY_VERIFY_WITH_TIMEOUT(isRunningOn(target), attachTimeoutMs);
}

void TstAttach::noCallIsInterrupted()
{
    RunningTarget target(words("interruptedcalls 2500"));
    for (int i = 0; target.process().state() == QProcess::Running && i < 20; ++i) {
        Attached recorder(target, words("-F 997 -d 0.05"));
        recorder.finish();
        target.process().waitForFinished(1);
    }
    QVERIFY(target.process().state() == QProcess::NotRunning // on a slow machine
            || target.process().waitForFinished(attachTimeoutMs));
    const auto lines = target.process().readAllStandardOutput().trimmed().split('\n');
    QVERIFY(lines.size() >= 30);
    for (const auto &line : lines)
        QVERIFY2(line.split(' ').value(2) == "0", line.constData());
}

EMBER_TEST(TstAttach)
#include "tst_attach.moc"
