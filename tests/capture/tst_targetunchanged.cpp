// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/recorderrun.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <csignal>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ember::tests;
using namespace ember::model;

// The target must not notice who watches.
class TstTargetUnchanged : public QObject {
    Q_OBJECT

private slots:
    void surroundingsEqualABareRun_data();
    void surroundingsEqualABareRun();
    void directoryAndEnvironmentAreAsAsked();
    void signalsArriveAsSent();
    void noCallFailsWithEintr_data();
    void noCallFailsWithEintr();
    void transfersThatComeBackShortLoseNothing();
    void aSignalWithAHandlerInterruptsEachCall_data();
    void aSignalWithAHandlerInterruptsEachCall();
    void exitStatusIsKept_data();
    void exitStatusIsKept();
    void coreDumpsAreWrittenAsWithoutIt();
    void aStoppedTargetStaysStoppedUntilContinued();
    void aThreadThatStopsItselfIsContinuedByItsParent();
    void controlCEndsTheCaptureAndNotTheTarget_data();
    void controlCEndsTheCaptureAndNotTheTarget();
};

static QString shellQuoted(const QString &text)
{
    return QLatin1Char('\'') + text + QLatin1Char('\'');
}

static ProgramRun runShell(const QString &script)
{
    return runProgram(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), script});
}

void TstTargetUnchanged::surroundingsEqualABareRun_data()
{
    QTest::addColumn<QString>("prepare");
    QTest::newRow("as it is") << ":";
    QTest::newRow("umask and limits") << "umask 027; ulimit -n 200; ulimit -s 4096; ulimit -c 0";
    QTest::newRow("open files") << "exec 7</dev/null 9>/dev/null";
    QTest::newRow("closed streams") << "exec 0<&- 2>&-";
    QTest::newRow("niceness") << "renice 7 $$ >/dev/null";
    QTest::newRow("ignored signals") << "trap '' HUP INT PIPE CHLD USR1";
    QTest::newRow("scheduling policy") << "chrt -b -p 0 $$";
    QTest::newRow("one processor") << "taskset -p 1 $$ >/dev/null";
}

void TstTargetUnchanged::surroundingsEqualABareRun()
{
    QFETCH(const QString, prepare);
    const QTemporaryDir folder;
    const QString bare = folder.filePath(QStringLiteral("bare"));
    const QString recorded = folder.filePath(QStringLiteral("recorded"));
    // Both write to a file of the same name, which the list of open files tells.
    const QString output = folder.filePath(QStringLiteral("output"));
    const QString script = prepare + QStringLiteral("; cd ") + shellQuoted(folder.path())
        + QStringLiteral("; export _=same; %1 >output; mv output ");
    const QString target = shellQuoted(targetProgram(QStringLiteral("surroundings")));
    runShell(script.arg(QStringLiteral("/usr/bin/env _=same ") + target) + shellQuoted(bare));
    runShell(script.arg(shellQuoted(recorderProgram())
                        + QStringLiteral(" -o log.ember --env _=same -- ") + target)
             + shellQuoted(recorded));
    const auto expected = contentOf(bare).split('\n');
    const auto actual = contentOf(recorded).split('\n');
    QVERIFY(expected.size() > 40);
    for (qsizetype line = 0; line < std::min(expected.size(), actual.size()); ++line)
        QCOMPARE(actual[line], expected[line]);
    QCOMPARE(actual.size(), expected.size());
}

void TstTargetUnchanged::directoryAndEnvironmentAreAsAsked()
{
    const QTemporaryDir folder;
    const auto run = record({QStringLiteral("--cwd"), folder.path(), QStringLiteral("--env"),
                             QStringLiteral("EMBER_A=x=y"), QStringLiteral("--unset-env"),
                             QStringLiteral("HOME")},
                            {QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                             QStringLiteral("pwd; echo $EMBER_A; echo ${HOME-none}")});
    QCOMPARE(run.status, 0);
    QCOMPARE(run.output, folder.path().toLocal8Bit() + "\nx=y\nnone\n");
}

void TstTargetUnchanged::signalsArriveAsSent()
{
    const auto run = record({QStringLiteral("-F"), QStringLiteral("997")},
                            {QStringLiteral("signalcounter"), QStringLiteral("2000")});
    QCOMPARE(run.status, 0);
    QCOMPARE(run.output, QByteArray("2000 2001000\n"));
}

void TstTargetUnchanged::noCallFailsWithEintr_data()
{
    QTest::addColumn<QString>("rate");
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("mode");
    QTest::newRow("101 Hz") << "101"
                            << "interruptedcalls"
                            << "";
    QTest::newRow("997 Hz") << "997"
                            << "interruptedcalls"
                            << "";
    QTest::newRow("asleep without frame pointers") << "997"
                                                   << "interruptedcalls_nofp"
                                                   << "";
    QTest::newRow("signals it ignores") << "101"
                                        << "interruptedcalls"
                                        << "ignored";
    QTest::newRow("ignored, many stops") << "997"
                                         << "interruptedcalls"
                                         << "ignored";
}

void TstTargetUnchanged::noCallFailsWithEintr()
{
    QFETCH(const QString, rate);
    QFETCH(const QString, target);
    QFETCH(const QString, mode);
    const auto run = record({QStringLiteral("-F"), rate}, {target, QStringLiteral("2000"), mode});
    QCOMPARE(run.status, 0);
    const auto lines = run.output.trimmed().split('\n');
    QVERIFY(lines.size() >= 30);
    for (const auto &line : lines) {
        const auto words = line.split(' ');
        QVERIFY2(words.value(1).toInt() >= 3, line.constData());
        QVERIFY2(words.value(2) == "0", line.constData()); // EINTR
        QVERIFY2(words.value(3) == "0", line.constData()); // other failures
        QVERIFY2(words.value(4) == "0", line.constData()); // too early
    }
}

// That they come back short is not mended: it counts here how often.
void TstTargetUnchanged::transfersThatComeBackShortLoseNothing()
{
    const auto run = record({}, words("bigtransfers 700"));
    QCOMPARE(run.status, 0);
    const auto lines = run.output.trimmed().split('\n');
    QCOMPARE(lines.size(), qsizetype(5));
    for (const auto &line : lines) {
        const auto words = line.split(' ');
        QVERIFY2(words.value(1).toInt() >= 1, line.constData());
        QVERIFY2(words.value(3) == "0", line.constData()); // failures
        QVERIFY2(words.value(4) == "0", line.constData()); // bytes lost
        qInfo("%s: of %s transfers short calls %s", words[0].constData(), words[1].constData(),
              words[2].constData());
    }
}

void TstTargetUnchanged::aSignalWithAHandlerInterruptsEachCall_data()
{
    QTest::addColumn<QString>("target");
    QTest::newRow("stopped") << "interruptedcalls";
    QTest::newRow("looked at as they sleep") << "interruptedcalls_nofp";
}

void TstTargetUnchanged::aSignalWithAHandlerInterruptsEachCall()
{
    QFETCH(const QString, target);
    const QStringList command{target, QStringLiteral("20"), QStringLiteral("handled")};
    const auto bare = runProgram(targetProgram(target), command.mid(1));
    const auto run = record({QStringLiteral("-F"), QStringLiteral("997")}, command);
    QVERIFY(bare.output.startsWith("epoll_wait 20 20 0 "));
    QCOMPARE(run.output, bare.output);
}

void TstTargetUnchanged::exitStatusIsKept_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    const auto words = [](const char *line) {
        return QString::fromLatin1(line).split(QLatin1Char(' '));
    };
    QTest::newRow("exit at once") << words("exit 0") << 0;
    QTest::newRow("exit 42") << words("exit 42") << 42;
    QTest::newRow("abort") << words("abort") << 128 + SIGABRT;
    QTest::newRow("crash") << words("segv") << 128 + SIGSEGV;
    QTest::newRow("stack overflow") << words("overflow") << 128 + SIGSEGV;
    QTest::newRow("killed") << words("kill") << 128 + SIGKILL;
}

void TstTargetUnchanged::exitStatusIsKept()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const int, status);
    const auto run = record({}, QStringList(QStringLiteral("crasher")) + arguments);
    QCOMPARE(run.status, status);
    // A stack that overflows may be sampled on its way, deeper than is copied, which is said.
    const bool isCut = arguments.contains(QStringLiteral("overflow"))
        && run.errors.contains("StacksCut") && run.errors.count('\n') == 1;
    QVERIFY2(run.errors.isEmpty() || isCut, run.errors.constData());
    QVERIFY(run.profile);
    const auto exit = run.profile->process(ProcessIndex(0)).exit;
    QVERIFY(exit.has_value());
    QCOMPARE(exit->bySignal, status > 128);
    QCOMPARE(exit->code, status % 128);
}

void TstTargetUnchanged::coreDumpsAreWrittenAsWithoutIt()
{
    const QTemporaryDir folder;
    const QString crasher = shellQuoted(targetProgram(QStringLiteral("crasher")));
    const QString prepare =
        QStringLiteral("ulimit -c unlimited; cd ") + shellQuoted(folder.path()) + QLatin1Char(';');
    runShell(prepare + crasher + QStringLiteral(" abort; ls | grep -c core > bare"));
    // A sanitized recorder would set the limit to 0, before its main().
    runShell(prepare + QStringLiteral("rm -f core*; ASAN_OPTIONS=disable_coredump=0 ")
             + shellQuoted(recorderProgram()) + QStringLiteral(" -o log.ember -- ") + crasher
             + QStringLiteral(" abort; ls | grep -c core > recorded"));
    QCOMPARE(contentOf(folder.filePath(QStringLiteral("recorded"))),
             contentOf(folder.filePath(QStringLiteral("bare"))));
}

void TstTargetUnchanged::aStoppedTargetStaysStoppedUntilContinued()
{
    // Its parent is told of the stop as without a recorder, and nobody else continues it. What
    // /proc says would not do: a thread that a tracer looks at for a moment shows as stopped, too.
    const auto bare =
        runProgram(targetProgram(QStringLiteral("misbehaver")), {QStringLiteral("stop")});
    QCOMPARE(bare.status, 7);
    const auto run = record({QStringLiteral("-F"), QStringLiteral("997")},
                            {QStringLiteral("misbehaver"), QStringLiteral("stop")});
    QCOMPARE(run.status, bare.status);
    QCOMPARE(run.output, bare.output);
}

void TstTargetUnchanged::aThreadThatStopsItselfIsContinuedByItsParent()
{
    // A job-control shell sees its child stop: waitpid(WUNTRACED) reports it.
    const QStringList command{
        QStringLiteral("/bin/bash"), QStringLiteral("-c"),
        QStringLiteral("set -m; sh -c 'kill -TSTP $$; echo again; exit 6' & wait $!; "
                       "jobs | grep -c Stopped; fg >/dev/null; exit $?")};
    const auto bare = runProgram(command.first(), command.mid(1));
    QCOMPARE(bare.status, 6);
    const auto run = record({}, command);
    QCOMPARE(run.status, bare.status);
    QCOMPARE(run.output, bare.output);
}

void TstTargetUnchanged::controlCEndsTheCaptureAndNotTheTarget_data()
{
    QTest::addColumn<QString>("work"); // after `ready` is made
    QTest::newRow("waits, then runs") << ": > ready; sleep 1; while ! test -e goon; do :; done";
    QTest::newRow("starts programs") << ": > ready; while ! test -e goon; do /bin/true; done";
    const QString misbehaver = targetProgram(QStringLiteral("misbehaver"));
    QTest::newRow("blocks the signal meanwhile") << misbehaver + QStringLiteral(" interrupt ready");
    QTest::newRow("has many threads") << QStringLiteral("(sleep 1; : > ready) & ") + misbehaver
            + QStringLiteral(" naps 200 && while ! test -e goon; do :; done");
}

// A terminal whose session leader outlives the recorder, as a shell does.
void TstTargetUnchanged::controlCEndsTheCaptureAndNotTheTarget()
{
    QFETCH(const QString, work);
    const QTemporaryDir folder;
    const auto path = [&folder](const char *name) {
        return folder.filePath(QString::fromLatin1(name)).toLocal8Bit();
    };
    const QByteArray script = "trap : INT; cd '" + folder.path().toLocal8Bit() + "'; '"
        + recorderProgram().toLocal8Bit() + "' -F 997 --status-fd 4 -o log.ember -- /bin/sh -c '"
        + work.toLocal8Bit()
        + " && echo survived > survived' "
          "4>status; echo $? > code; while ! test -s release; do sleep 0.1; done";
    const auto resume = [&folder] {
        return QFile(folder.filePath(QStringLiteral("goon"))).open(QIODevice::WriteOnly);
    };
    const auto resumeAnyway = qScopeGuard([&] { resume(); }); // the target waits for it
    int terminal = -1;
    const pid_t shell = forkpty(&terminal, nullptr, nullptr, nullptr);
    if (shell == 0) {
        execl("/bin/sh", "sh", "-c", script.constData(), nullptr);
        _exit(127);
    }
    QTRY_VERIFY_WITH_TIMEOUT(contentOf(QString::fromLocal8Bit(path("status"))).contains("started"),
                             60000);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder.filePath(QStringLiteral("ready"))), 60000);
    const char controlC = 3;
    QCOMPARE(write(terminal, &controlC, 1), ssize_t(1));
    QTRY_COMPARE_WITH_TIMEOUT(contentOf(QString::fromLocal8Bit(path("code"))), QByteArray("0\n"),
                              60000);
    QVERIFY(contentOf(QString::fromLocal8Bit(path("status"))).contains("stopped"));
    QVERIFY(resume());
    QTRY_COMPARE_WITH_TIMEOUT(contentOf(QString::fromLocal8Bit(path("survived"))),
                              QByteArray("survived\n"), 60000);
    QFile release(folder.filePath(QStringLiteral("release")));
    QVERIFY(release.open(QIODevice::WriteOnly));
    release.write("x");
    release.close();
    waitpid(shell, nullptr, 0);
    close(terminal);
    const auto profile = readLog(folder.filePath(QStringLiteral("log.ember")));
    QVERIFY(profile && wasFinished(*profile));
}

EMBER_TEST(TstTargetUnchanged)
#include "tst_targetunchanged.moc"
