// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recorderstatus.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"

#include <QFile>

using namespace ember;
using namespace ember::app;

class TstRecorderStatus : public QObject {
    Q_OBJECT
private slots:
    void startAndEndAreUnderstood()
    {
        QCOMPARE(std::get<TargetStarted>(*parseStatusLine("started 4711")).pid, 4711);
        QCOMPARE(std::get<TargetHalted>(*parseStatusLine("halted 19")).signal, 19);
        QVERIFY(std::holds_alternative<TargetContinued>(*parseStatusLine("continued")));
        QCOMPARE(std::get<TargetKilled>(*parseStatusLine("killed 6")).signal, 6);
        QVERIFY(std::get<TargetKilled>(*parseStatusLine("killed 6 core")).hasDumpedCore);
        QCOMPARE(std::get<TargetEnded>(*parseStatusLine("ended 139")).status, 139);
    }

    void anErrorBringsCodeSubjectAndDetail()
    {
        const auto report =
            parseStatusLine("error TraceNotPermitted\t/bin/true\tptrace_scope is 3");
        const auto &error = std::get<model::Error>(*report);
        QCOMPARE(error.code, model::ErrorCode::TraceNotPermitted);
        QCOMPARE(error.subject, std::string("/bin/true"));
        QCOMPARE(error.detail, std::string("ptrace_scope is 3"));
    }

    void aWarningBringsTheSame()
    {
        const auto report = parseStatusLine("warning StacksCut\tdeep\t7 of them");
        const auto &what = std::get<CaptureLacks>(*report).what;
        QCOMPARE(what.code, model::ErrorCode::StacksCut);
        QCOMPARE(what.subject, std::string("deep"));
    }

    void anUnknownErrorIsAFailedCapture()
    {
        const auto report = parseStatusLine("error FromTheFuture\tx\ty");
        QCOMPARE(std::get<model::Error>(*report).code, model::ErrorCode::CaptureFailed);
    }

    void anEndThatNobodyAskedForIsEarly()
    {
        QVERIFY(!std::get<CaptureStopped>(*parseStatusLine("stopped")).isEarly);
        QVERIFY(std::get<CaptureStopped>(*parseStatusLine("stopped early")).isEarly);
    }

    void samplingIsOffOrOn()
    {
        QVERIFY(std::holds_alternative<SamplingPaused>(*parseStatusLine("paused")));
        QVERIFY(std::holds_alternative<SamplingResumed>(*parseStatusLine("resumed")));
    }

    void otherLinesAreNothing()
    {
        QVERIFY(!parseStatusLine("hello world"));
        QVERIFY(!parseStatusLine(""));
        QVERIFY(!parseStatusLine("started soon"));
    }

    void messagesCarryTheirKind()
    {
        const auto message = parseMessageLine("emberchart-record: warning: 100 is not prime");
        QCOMPARE(message->kind, MessageKind::Warning);
        QCOMPARE(message->text, QStringLiteral("100 is not prime"));
        QVERIFY(!parseMessageLine("something the loader said"));
    }

    void onlyWholeNewLinesAreRead()
    {
        const tests::Sandbox sandbox;
        LineFollower follower(sandbox.path(QStringLiteral("status")));
        QVERIFY(follower.newLines().isEmpty());
        QFile file(sandbox.path(QStringLiteral("status")));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
        file.write("one\ntw");
        QCOMPARE(follower.newLines(), QByteArrayList{"one"});
        file.write("o\nthree\n");
        QCOMPARE(follower.newLines(), (QByteArrayList{"two", "three"}));
        QVERIFY(follower.newLines().isEmpty());
    }
};

EMBER_TEST(TstRecorderStatus)
#include "tst_recorderstatus.moc"
