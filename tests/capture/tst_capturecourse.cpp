// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/recorderrun.h"
#include "tests/capture/runningtarget.h"
#include "tests/support/testmain.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <set>
#include <sys/stat.h>

using namespace ember::tests;
using namespace ember::model;

// What happens to a capture on its way and at its end, and where the output of its target goes.
class TstCaptureCourse : public QObject {
    Q_OBJECT

private slots:
    void outputGoesIntoTheLogWhenTheLogIsStandardOutput();
    void outputGoesToFilesThatAreFollowed();
    void aPauseLeavesAGap();
    void aClockThatIsSetChangesNothing();
    void theTimeLimitEndsTheCaptureNotTheTarget();
    void aCommandThatRunsOnIsSaidTo();
    void killEndsTheTargetWithTheCapture();
    void signalsThatNobodySetATriggerToAreNoEnd();
    void signalsThatEndTheCaptureFinishItsLog_data();
    void signalsThatEndTheCaptureFinishItsLog();
};

void TstCaptureCourse::outputGoesIntoTheLogWhenTheLogIsStandardOutput()
{
    QTemporaryDir folder;
    const auto run =
        runProgram(recorderProgram(),
                   words("-o - -- /bin/sh -c")
                       + QStringList(QStringLiteral("echo one; echo two >&2; exit 3")));
    QVERIFY2(run.status == 3, qPrintable(describe(run)));
    QVERIFY(run.output.startsWith("EMBERLOG"));
    const QString path = folder.filePath(QStringLiteral("a.ember"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(run.output);
    file.close();
    const auto profile = readLog(path);
    QVERIFY(profile);
    std::set<std::string> lines;
    profile->tables().output.forEach([&](std::size_t, const OutputLine &line) {
        lines.insert((line.stream == OutputStream::Error ? "E:" : "O:")
                     + std::string(profile->text(line.text)));
    });
    QCOMPARE(lines, (std::set<std::string>{"E:two", "O:one"}));
}

void TstCaptureCourse::outputGoesToFilesThatAreFollowed()
{
    // The second line is written when the log has the first. The word must not be in the command,
    // which the log has, too.
    QTemporaryDir folder;
    const QString log = folder.filePath(QStringLiteral("a.ember"));
    const auto run = runProgram(
        recorderProgram(),
        {QStringLiteral("--output-dir"), folder.path(), QStringLiteral("--stdin"),
         QStringLiteral("/dev/null"), QStringLiteral("-o"), log, QStringLiteral("--"),
         QStringLiteral("/bin/sh"), QStringLiteral("-c"),
         QStringLiteral("cat; printf 'fir%s\\n' st; while ! grep -q 'fir[s]t' \"$0\"; do :; done; "
                        "sleep 0.3; echo second"),
         log});
    QCOMPARE(run.status, 0);
    QVERIFY(run.output.isEmpty());
    QFile file(folder.filePath(QStringLiteral("stdout")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("first\nsecond\n"));
    const auto profile = readLog(log);
    QVERIFY(profile);
    const auto &output = profile->tables().output;
    QCOMPARE(output.size(), std::size_t(2));
    const auto &lines = output.run(0);
    QVERIFY(lines[1].time - lines[0].time >= std::chrono::milliseconds(100));
}

void TstCaptureCourse::aPauseLeavesAGap()
{
    QTemporaryDir folder;
    const QString log = folder.filePath(QStringLiteral("a.ember"));
    const QString control = folder.filePath(QStringLiteral("control"));
    const QString status = folder.filePath(QStringLiteral("status"));
    QCOMPARE(mkfifo(qPrintable(control), 0600), 0);
    QProcess recorder;
    recorder.start(QStringLiteral("/bin/sh"),
                   {QStringLiteral("-c"),
                    QStringLiteral("exec \"$0\" --control-fd 3 --status-fd 4 -o \"$1\" -- \"$2\" 1 "
                                   "60000 3<>\"$3\" 4>\"$4\""),
                    recorderProgram(), log, targetProgram(QStringLiteral("busythreads")), control,
                    status});
    const auto statusLines = [&status] {
        QFile file(status);
        return file.open(QIODevice::ReadOnly) ? file.readAll().split('\n') : QList<QByteArray>();
    };
    QTRY_VERIFY_WITH_TIMEOUT(statusLines().size() > 1, 60000);
    QFile commands(control);
    QVERIFY(commands.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    const auto sizeOf = [&log] { return QFileInfo(log).size(); };
    QTRY_VERIFY_WITH_TIMEOUT(sizeOf() > 2000, 60000);
    commands.write("pause\n");
    QTRY_VERIFY_WITH_TIMEOUT(statusLines().contains("paused"), 60000);
    commands.write("resume\n");
    QTRY_VERIFY_WITH_TIMEOUT(statusLines().contains("resumed"), 60000);
    commands.write("stop\n");
    QVERIFY(recorder.waitForFinished(60000));
    QCOMPARE(recorder.exitCode(), 0);
    QVERIFY(statusLines().contains("stopped"));
    const auto pid = statusLines().first().mid(8).toInt();
    QCOMPARE(kill(pid, SIGKILL), 0); // it runs on

    const auto profile = readLog(log);
    QVERIFY(profile);
    std::vector<CaptureEvent> events;
    profile->tables().events.forEach(
        [&](std::size_t, const CaptureEvent &event) { events.push_back(event); });
    const auto find = [&events](CaptureEventKind kind) {
        return std::ranges::find(events, kind, &CaptureEvent::kind);
    };
    const auto paused = find(CaptureEventKind::Paused);
    const auto resumed = find(CaptureEventKind::Resumed);
    QVERIFY(paused != events.end() && resumed != events.end());
    for (std::size_t row = 0; row < profile->threadCount(); ++row) {
        profile->samples(ThreadIndex(row)).times.forEach([&](std::size_t, Timestamp time) {
            QVERIFY(time <= paused->time || time > resumed->time);
        });
    }
}

// The recorder is deceived, the target is not.
void TstCaptureCourse::aClockThatIsSetChangesNothing()
{
#if defined(EMBER_SANITIZED)
    QSKIP("nothing may stand before the sanitizer's library");
#endif
    const QTemporaryDir folder;
    const QString log = folder.filePath(QStringLiteral("a.ember"));
    const auto before = QDateTime::currentDateTimeUtc();
    const auto run = runProgram(
        QStringLiteral("/usr/bin/env"),
        {QStringLiteral("LD_PRELOAD=" EMBER_BUILD_DIR "/targets/libclockstep.so"),
         recorderProgram(), QStringLiteral("-o"), log, QStringLiteral("--"),
         QStringLiteral("/usr/bin/env"), QStringLiteral("-u"), QStringLiteral("LD_PRELOAD"),
         targetProgram(QStringLiteral("busythreads")), QStringLiteral("1"), QStringLiteral("400")});
    const auto after = QDateTime::currentDateTimeUtc();
    QVERIFY2(run.status == 0, qPrintable(describe(run)));
    QVERIFY(run.errors.contains("clockstep"));
    const auto profile = readLog(log);
    QVERIFY(profile && wasFinished(*profile));
    const auto msOf = [](Timestamp time) { return toNs(time) / 1'000'000; };
    const auto range = profile->timeRange();
    QVERIFY(msOf(range.start) >= before.toMSecsSinceEpoch());
    QVERIFY(msOf(range.end) <= after.toMSecsSinceEpoch() + 1);
    const auto thread = threadNamed(*profile, "busy-0");
    QVERIFY(thread.isValid() && profile->samples(thread).size() >= 10);
    profile->tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        QVERIFY(msOf(event.time) <= after.toMSecsSinceEpoch() + 1);
    });
}

void TstCaptureCourse::theTimeLimitEndsTheCaptureNotTheTarget()
{
    QTemporaryDir folder;
    const QString status = folder.filePath(QStringLiteral("status"));
    const auto run = runProgram(QStringLiteral("/bin/sh"),
                                {QStringLiteral("-c"),
                                 QStringLiteral("exec \"$0\" -d 0.3 --status-fd 4 -o /dev/null -- "
                                                "/bin/sleep 600 4>\"$1\" >/dev/null 2>&1"),
                                 recorderProgram(), status});
    QCOMPARE(run.status, 0);
    QFile file(status);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto lines = file.readAll().split('\n');
    QVERIFY(lines.value(0).startsWith("started "));
    QCOMPARE(lines.value(1), QByteArray("stopped"));
    const auto pid = lines.value(0).mid(8).toInt();
    const auto end = qScopeGuard([pid] { kill(pid, SIGKILL); });
    QCOMPARE(statusField(pid, "TracerPid"), QByteArray("0"));
    QTRY_VERIFY_WITH_TIMEOUT(statusField(pid, "State").startsWith('S'), 60000);
}

void TstCaptureCourse::aCommandThatRunsOnIsSaidTo()
{
    const auto run = record(words("-d 0.3"),
                            {QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                             QStringLiteral("exec sleep 600 >/dev/null 2>&1")});
    QCOMPARE(run.status, 0);
    const QByteArray note("emberchart-record: note: the command runs on as process ");
    QVERIFY2(run.errors.startsWith(note) && run.errors.count('\n') == 1, run.errors.constData());
    const int pid = run.errors.mid(note.size()).trimmed().toInt();
    QVERIFY(pid > 1);
    const auto end = qScopeGuard([pid] { kill(pid, SIGKILL); });
    QVERIFY(run.profile);
    QCOMPARE(run.profile->process(launchedProcesses(*run.profile).at(0)).pid, std::uint32_t(pid));
    QCOMPARE(kill(pid, 0), 0);
}

void TstCaptureCourse::killEndsTheTargetWithTheCapture()
{
    QTemporaryDir folder;
    const QString status = folder.filePath(QStringLiteral("status"));
    const auto run = runProgram(
        QStringLiteral("/bin/sh"),
        {QStringLiteral("-c"),
         QStringLiteral(
             "exec \"$0\" --kill -d 0.3 --status-fd 4 -o /dev/null -- /bin/sleep 600 4>\"$1\""),
         recorderProgram(), status});
    QCOMPARE(run.status, 0);
    QFile file(status);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto pid = file.readLine().mid(8).trimmed().toInt();
    QVERIFY(pid > 0);
    QCOMPARE(kill(pid, 0), -1);
}

void TstCaptureCourse::signalsThatNobodySetATriggerToAreNoEnd()
{
    const auto run = record({},
                            {QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                             QStringLiteral("kill -USR1 $PPID; kill -USR2 $PPID; exit 4")});
    QVERIFY2(run.status == 4, run.errors.constData());
    QVERIFY(run.profile && wasFinished(*run.profile));
}

void TstCaptureCourse::signalsThatEndTheCaptureFinishItsLog_data()
{
    QTest::addColumn<QString>("asked");
    QTest::newRow("SIGTERM") << "TERM";
    QTest::newRow("SIGHUP") << "HUP";
    QTest::newRow("SIGQUIT") << "QUIT";
    QTest::newRow("twice, as by timeout(1)") << "TERM TERM";
}

void TstCaptureCourse::signalsThatEndTheCaptureFinishItsLog()
{
    QFETCH(const QString, asked);
    const auto run =
        record({QStringLiteral("--kill")},
               {QStringLiteral("/bin/bash"), QStringLiteral("-c"),
                QStringLiteral("for one in $0; do kill -$one $PPID; done; exec sleep 600"), asked});
    QVERIFY2(run.status == 0, qPrintable(describe(run)));
    QVERIFY(run.profile && wasFinished(*run.profile));
}

EMBER_TEST(TstCaptureCourse)
#include "tst_capturecourse.moc"
