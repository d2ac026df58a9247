// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/tracepermission.h"
#include "tests/support/testmain.h"

#include <QTemporaryFile>
#include <QTest>

#include <cerrno>
#include <unistd.h>

using namespace ember::capture;

// Kernels with Yama have the permission to trace in a file, and it decides the advice.
class TstTracePermission : public QObject {
    Q_OBJECT

private slots:
    void theScopeDecidesTheAdvice_data()
    {
        QTest::addColumn<QByteArray>("scope");
        QTest::addColumn<bool>("isRunning");
        QTest::addColumn<QString>("advice");
        QTest::newRow("off") << QByteArray("0\n") << true << QString();
        QTest::newRow("children, a running process")
            << QByteArray("1\n") << true << "kernel.yama.ptrace_scope=0";
        QTest::newRow("children, a child") << QByteArray("1\n") << false << " is 1";
        QTest::newRow("root only") << QByteArray("2\n") << false << "only root (CAP_SYS_PTRACE)";
        QTest::newRow("nobody") << QByteArray("3\n") << true << "until the machine is started";
        QTest::newRow("empty") << QByteArray() << true << QString();
    }

    void theScopeDecidesTheAdvice()
    {
        QFETCH(const QByteArray, scope);
        QFETCH(const bool, isRunning);
        QFETCH(const QString, advice);
        QTemporaryFile file(QStringLiteral("ptrace_scope"));
        QVERIFY(file.open());
        file.write(scope);
        file.flush();
        const auto error = explainRefusal(Pid(getpid()), EPERM,
                                          isRunning ? TraceAim::RunningProcess : TraceAim::Child,
                                          qPrintable(file.fileName()));
        const auto detail = QString::fromStdString(error.detail);
        QCOMPARE(error.code, ember::model::ErrorCode::TraceNotPermitted);
        QVERIFY2(detail.contains(QStringLiteral("ptrace_scope")) == !advice.isEmpty(),
                 qPrintable(detail));
        QVERIFY2(detail.contains(advice), qPrintable(detail));
    }

    void kernelsWithoutYamaHaveNoScope()
    {
        const auto error = explainRefusal(Pid(getpid()), EPERM, TraceAim::RunningProcess,
                                          "/nonexistent/ptrace_scope");
        QVERIFY(error.detail.find("ptrace_scope") == std::string::npos);
        // Something is said all the same.
        QVERIFY2(error.detail.find("; ") != std::string::npos, error.detail.c_str());
    }

    void theFirstProcessIsNamedWhereNothingElseIs()
    {
        if (geteuid() != 0)
            QSKIP("it belongs to another user");
        const auto error =
            explainRefusal(Pid(1), EPERM, TraceAim::RunningProcess, "/nonexistent/ptrace_scope");
        QVERIFY2(error.detail.find("the first process of a machine") != std::string::npos
                     || error.detail.find("seccomp") != std::string::npos
                     || error.detail.find("traced by") != std::string::npos
                     || error.detail.find("capabilities") != std::string::npos,
                 error.detail.c_str());
    }
};

EMBER_TEST(TstTracePermission)
#include "tst_tracepermission.moc"
