// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/pipeline/recordsink.h" // moc cannot parse <chrono> as the first standard header
#include "capture/ptrace/tracestop.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <csignal>
#include <sys/ptrace.h>

using namespace ember::capture;

// What stops mean, from the numbers that waitpid(2) gives.
class TstTraceStop : public QObject {
    Q_OBJECT

private slots:
    void stopsThatAProgramMustNotNoticeAreOurs_data();
    void stopsThatAProgramMustNotNoticeAreOurs();
    void aGroupStopIsKept();
};

namespace {

int stopStatus(int signal, int event = 0)
{
    return (event << 16) | (signal << 8) | 0x7f;
}

} // namespace

void TstTraceStop::stopsThatAProgramMustNotNoticeAreOurs_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("afterGroupStop");
    QTest::addColumn<bool>("isIgnored");
    QTest::addColumn<bool>("isOurs");
    const int plain = stopStatus(SIGTRAP, PTRACE_EVENT_STOP);
    QTest::newRow("asked for") << plain << false << false << true;
    QTest::newRow("continued from a group stop") << plain << true << false << false;
    QTest::newRow("group stop") << stopStatus(SIGTSTP, PTRACE_EVENT_STOP) << false << false
                                << false;
    QTest::newRow("a signal, perhaps ignored") << stopStatus(SIGCHLD) << false << false << true;
    QTest::newRow("a signal behind a group stop") << stopStatus(SIGCHLD) << true << false << true;
    QTest::newRow("SIGSTOP") << stopStatus(SIGSTOP) << false << false << false;
    QTest::newRow("SIGCONT") << stopStatus(SIGCONT) << false << false << false;
    QTest::newRow("SIGTSTP") << stopStatus(SIGTSTP) << false << false << false;
    QTest::newRow("SIGTSTP, ignored") << stopStatus(SIGTSTP) << false << true << true;
    QTest::newRow("SIGTTIN, ignored") << stopStatus(SIGTTIN) << false << true << true;
    QTest::newRow("SIGTTOU, ignored") << stopStatus(SIGTTOU) << false << true << true;
    QTest::newRow("a new thread") << stopStatus(SIGTRAP, PTRACE_EVENT_CLONE) << false << false
                                  << false;
    QTest::newRow("a new program")
        << stopStatus(SIGTRAP, PTRACE_EVENT_EXEC) << false << false << false;
}

void TstTraceStop::stopsThatAProgramMustNotNoticeAreOurs()
{
    QFETCH(const int, status);
    QFETCH(const bool, afterGroupStop);
    QFETCH(const bool, isIgnored);
    QFETCH(const bool, isOurs);
    const auto previous = afterGroupStop ? Restart::Listen : Restart::Continue;
    QCOMPARE(TraceStop(status).cause(previous, isIgnored) == StopCause::Ours, isOurs);
}

void TstTraceStop::aGroupStopIsKept()
{
    QVERIFY(TraceStop(stopStatus(SIGSTOP, PTRACE_EVENT_STOP)).restart() == Restart::Listen);
    QVERIFY(TraceStop(stopStatus(SIGSTOP)).restart() == Restart::Continue); // only on its way
    QVERIFY(TraceStop(stopStatus(SIGTRAP, PTRACE_EVENT_STOP)).restart() == Restart::Continue);
}

EMBER_TEST(TstTraceStop)
#include "tst_tracestop.moc"
