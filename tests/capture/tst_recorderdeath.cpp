// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/recorderrun.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <ctime>

using namespace ember::tests;
using namespace ember::model;

// The recorder may die at any moment: no thread of the target stays stopped.
class TstRecorderDeath : public QObject {
    Q_OBJECT

private slots:
    void theTargetRunsToItsEnd();
    void nothingIsLeftOfALaunchThatWasCutShort();
    void aStoppedTargetStaysStopped();
};

namespace {

constexpr int deathTimeoutMs = 120'000;

// A recorder that somebody will kill, and what its target leaves behind.
struct DoomedRecorder {
    explicit DoomedRecorder(const QString &command)
    {
        process.start(
            QStringLiteral("/bin/sh"),
            {QStringLiteral("-c"),
             QStringLiteral(
                 "cd \"$1\"; exec \"$0\" -F 997 --status-fd 4 -o log.ember -- /bin/sh -c '")
                 + command + QStringLiteral("' 4>status"),
             recorderProgram(), folder.path()});
    }

    QString path(const char *name) const { return folder.filePath(QString::fromLatin1(name)); }

    bool hasStarted() const { return contentOf(path("status")).startsWith("started "); }

    void kill()
    {
        process.kill(); // SIGKILL
        process.waitForFinished();
    }

    QTemporaryDir folder;
    QProcess process;
};

// Any moment of the next so many microseconds.
void waitRandomly(int microseconds)
{
    const timespec time{0, QRandomGenerator::global()->bounded(microseconds) * 1000L};
    nanosleep(&time, nullptr);
}

QString stateOf(int pid)
{
    const auto status = contentOf(QStringLiteral("/proc/%1/status").arg(pid));
    const auto start = status.indexOf("State:\t");
    return start < 0 ? QString() : QString::fromLatin1(status.mid(start + 7, 1));
}

int processesRunning(const QByteArray &word)
{
    int count = 0;
    for (const auto &name : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        if (name.toInt() > 0
            && contentOf(QStringLiteral("/proc/%1/cmdline").arg(name)).contains(word))
            ++count;
    }
    return count;
}

} // namespace

void TstRecorderDeath::theTargetRunsToItsEnd()
{
    constexpr int times = 50;
    const QString target = targetProgram(QStringLiteral("busythreads"));
    for (int i = 0; i < times; ++i) {
        DoomedRecorder recorder(target + QStringLiteral(" 3 40 >/dev/null; echo $? > end"));
        QTRY_VERIFY_WITH_TIMEOUT(recorder.hasStarted(), deathTimeoutMs);
        waitRandomly(150'000);
        recorder.kill();
        QTRY_COMPARE_WITH_TIMEOUT(contentOf(recorder.path("end")), QByteArray("0\n"),
                                  deathTimeoutMs);
        // Before the first flush there is nothing to read.
        if (QFileInfo(recorder.path("log.ember")).size() > 0)
            QVERIFY(readLog(recorder.path("log.ember")));
    }
}

void TstRecorderDeath::nothingIsLeftOfALaunchThatWasCutShort()
{
    constexpr int times = 50;
    for (int i = 0; i < times; ++i) {
        const QByteArray word = "emberchart-launch-"
            + QByteArray::number(QCoreApplication::applicationPid()) + '-' + QByteArray::number(i);
        DoomedRecorder recorder(QStringLiteral(": ") + QString::fromLatin1(word));
        recorder.process.waitForStarted();
        waitRandomly(20'000);
        recorder.kill();
        // The child before exec, and the target, both end. One that becomes another program has no
        // command line for a moment, on a busy machine for longer: some looks may miss it.
        constexpr int enoughInVain = 10;
        int looksInVain = 0;
        QVERIFY(QTest::qWaitFor(
            [&] {
                looksInVain = processesRunning(word) == 0 ? looksInVain + 1 : 0;
                return looksInVain == enoughInVain;
            },
            deathTimeoutMs));
    }
}

void TstRecorderDeath::aStoppedTargetStaysStopped()
{
    DoomedRecorder recorder(QStringLiteral("echo $$ > pid; kill -STOP $$; echo 0 > end"));
    QTRY_VERIFY_WITH_TIMEOUT(contentOf(recorder.path("pid")).endsWith('\n'), deathTimeoutMs);
    const int pid = contentOf(recorder.path("pid")).trimmed().toInt();
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(pid), QStringLiteral("t"), deathTimeoutMs);
    recorder.kill();
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(pid), QStringLiteral("T"), deathTimeoutMs);
    QVERIFY(contentOf(recorder.path("end")).isEmpty());
    QCOMPARE(::kill(pid, SIGCONT), 0);
    QTRY_COMPARE_WITH_TIMEOUT(contentOf(recorder.path("end")), QByteArray("0\n"), deathTimeoutMs);
}

EMBER_TEST(TstRecorderDeath)
#include "tst_recorderdeath.moc"
