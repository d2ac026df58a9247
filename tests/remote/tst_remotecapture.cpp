// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/watchedcapture.h"
#include "tests/remote/sshserver.h"
#include "tests/remote/toldtarget.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QSignalSpy>

#include <memory>

using namespace ember::app;
using namespace ember::tests;
using ember::model::CaptureEventKind;
using ember::model::Error;
using ember::model::ErrorCode;

namespace {

bool hasFunction(const LiveCapture &capture, std::string_view name)
{
    if (samplesOf(capture) == 0)
        return false;
    const auto &profile = *capture.newest()->spans->profile();
    const auto &frames = profile.tables().frames;
    for (std::size_t row = 0; row < frames.size(); ++row) {
        if (frameName(profile, ember::model::FrameIndex(row)) == name)
            return true;
    }
    return false;
}

template<typename Index, typename Row, typename Condition>
bool isAny(const ember::model::Column<Index, Row> &column, Condition condition)
{
    for (std::size_t row = 0; row < column.size(); ++row) {
        if (condition(column[Index(row)]))
            return true;
    }
    return false;
}

bool hasEvent(const LiveCapture &capture, CaptureEventKind kind)
{
    const auto &events = capture.newest()->spans->profile()->tables().events;
    return isAny(events, [kind](const auto &event) { return event.kind == kind; });
}

} // namespace

// What the window does with a command of another machine, over a real connection.
class TstRemoteCapture : public QObject {
    Q_OBJECT

    std::unique_ptr<SshServer> m_server;
    QByteArray m_path;

    LaunchCommand command(const QStringList &words) const
    {
        LaunchCommand command;
        command.machine = {SshServer::host(), SshServer::recorder()};
        command.program = words.first();
        command.arguments = words.sliced(1);
        command.rateHz = 499;
        return command;
    }

    LaunchCommand shares(const char *seconds) const
    {
        return command({QStringLiteral(EMBER_BUILD_DIR "/targets/knownshares"),
                        QString::fromLatin1(seconds), m_server->file(QStringLiteral("done"))});
    }

    CaptureLibrary library() const
    {
        return CaptureLibrary(m_server->file(QStringLiteral("library")));
    }

private slots:
    void init()
    {
        if (const QString missing = SshServer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        m_server = std::make_unique<SshServer>();
        m_path = qgetenv("PATH");
        const auto environment = m_server->environment();
        qputenv("PATH", environment.value(QStringLiteral("PATH")).toLocal8Bit());
    }

    void cleanup()
    {
        if (m_server)
            qputenv("PATH", m_path);
        m_server.reset();
    }

    void aCaptureGrowsWithItsNamesAndEnds()
    {
        const QString told = m_server->file(QStringLiteral("told"));
        const QString sharesUntilTold = QStringLiteral("until [ -e \"$0.go\" ]; do \"$1\" 1; done");
        auto capture = LiveCapture::launch(
            command({QStringLiteral("sh"), QStringLiteral("-c"), sharesUntilTold, told,
                     QStringLiteral(EMBER_BUILD_DIR "/targets/knownshares")}),
            library());
        QVERIFY(capture.has_value());
        LiveCapture &live = **capture;
        const TargetKiller killer(live);
        const QSignalSpy failures(&live.recorder(), &RecorderProcess::failed);
        EMBER_TRY(samplesOf(live) > 50);
        QVERIFY(live.isActive());
        tell(told);
        EMBER_TRY(!live.isActive());
        QVERIFY(failures.isEmpty());
        const auto &processes = live.newest()->spans->profile()->tables().processes;
        const auto &first = processes[ember::model::ProcessIndex(0)];
        QVERIFY(first.launched && first.exit && !first.exit->bySignal);
        QCOMPARE(first.exit->code, 0);
        QVERIFY(hasFunction(live, "shareAlpha"));
    }

    void itPausesResumesAndStops()
    {
        auto capture = LiveCapture::launch(shares("600"), library());
        QVERIFY(capture.has_value());
        LiveCapture &live = **capture;
        const TargetKiller killer(live);
        EMBER_TRY(samplesOf(live) > 0);
        live.recorder().pause();
        EMBER_TRY(hasEvent(live, CaptureEventKind::Paused));
        live.recorder().resume();
        EMBER_TRY(hasEvent(live, CaptureEventKind::Resumed));
        const auto before = samplesOf(live);
        EMBER_TRY(samplesOf(live) > before);
        live.recorder().stop();
        EMBER_TRY(!live.isActive());
        QVERIFY(live.newest()->log.findings().empty());
        QVERIFY(hasEvent(live, CaptureEventKind::Stopped));
    }

    void anotherWindowTakesItOver()
    {
        auto first = LiveCapture::launch(shares("20"), library());
        QVERIFY(first.has_value());
        EMBER_TRY(samplesOf(**first) > 0);
        const auto folder = (*first)->folder();
        first->reset();
        const auto second = LiveCapture::takeOver(library().info(folder));
        EMBER_TRY(samplesOf(*second) > 0);
        const QSignalSpy failures(&second->recorder(), &RecorderProcess::failed);
        const TargetKiller killer(*second);
        second->recorder().stop();
        EMBER_TRY(!second->isActive());
        QVERIFY(failures.isEmpty());
    }

    // Also while nothing is sent that could fail.
    void aLostConnectionIsToldAndLeavesTheTarget_data()
    {
        QTest::addColumn<bool>("isPaused");
        QTest::newRow("recording") << false;
        QTest::newRow("paused") << true;
    }

    void aLostConnectionIsToldAndLeavesTheTarget()
    {
        QFETCH(bool, isPaused);
        const QString done = m_server->file(QStringLiteral("done"));
        auto capture = LiveCapture::launch(command(untilTold(done)), library());
        QVERIFY(capture.has_value());
        LiveCapture &live = **capture;
        const TargetKiller killer(live);
        const QSignalSpy failures(&live.recorder(), &RecorderProcess::failed);
        EMBER_TRY(samplesOf(live) > 0);
        if (isPaused) {
            live.recorder().pause();
            EMBER_TRY(hasEvent(live, CaptureEventKind::Paused));
        }
        const auto ssh = sshOf(QCoreApplication::applicationPid());
        QVERIFY(ssh > 0);
        ::kill(static_cast<pid_t>(ssh), SIGKILL);
        EMBER_TRY(!live.isActive());
        QCOMPARE(failures.size(), 1);
        const auto error = failures.first().first().value<Error>();
        QCOMPARE(error.code, ErrorCode::CaptureFailed);
        QVERIFY2(error.detail.find("connection was lost") != std::string::npos,
                 error.detail.c_str());
        QVERIFY(samplesOf(live) > 0);
        QVERIFY(!QFile::exists(done));
        tell(done);
        EMBER_TRY(QFile::exists(done));
    }

    void whatCannotBeReachedIsTold_data()
    {
        QTest::addColumn<bool>("isAnswering");
        QTest::addColumn<QString>("recorder");
        QTest::addColumn<int>("code");
        QTest::newRow("nobody answers")
            << false << SshServer::recorder() << static_cast<int>(ErrorCode::NetworkError);
        QTest::newRow("no recorder") << true << QStringLiteral("/no/such/recorder")
                                     << static_cast<int>(ErrorCode::CommandNotFound);
    }

    void whatCannotBeReachedIsTold()
    {
        QFETCH(bool, isAnswering);
        QFETCH(QString, recorder);
        QFETCH(int, code);
        if (!isAnswering)
            m_server->stop();
        auto wanted = shares("1");
        wanted.machine.recorder = recorder;
        auto capture = LiveCapture::launch(wanted, library());
        QVERIFY(capture.has_value());
        const QSignalSpy failures(&(*capture)->recorder(), &RecorderProcess::failed);
        EMBER_TRY(!(*capture)->isActive());
        QCOMPARE(failures.size(), 1);
        QCOMPARE(static_cast<int>(failures.first().first().value<Error>().code), code);
    }

    void aHostThatIsNoneLeavesNothing()
    {
        auto wanted = shares("1");
        wanted.machine.host = QStringLiteral("-oProxyCommand=id");
        const auto capture = LiveCapture::launch(wanted, library());
        QVERIFY(!capture.has_value());
        QCOMPARE(capture.error().code, ErrorCode::InvalidArgument);
        QVERIFY(library().list().isEmpty());
    }
};

EMBER_TEST(TstRemoteCapture)
#include "tst_remotecapture.moc"
