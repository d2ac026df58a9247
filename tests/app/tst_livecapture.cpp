// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inbackground.h"
#include "app/session/loader.h"
#include "tests/app/eventgap.h"
#include "tests/app/sandbox.h"
#include "tests/app/watchedcapture.h"
#include "tests/support/answeringserver.h"
#include "tests/support/debugclient.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

#include <QFileInfo>
#include <QProcess>
#include <QSignalSpy>
#include <QThreadPool>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace ember;
using namespace ember::app;
using ember::tests::samplesOf;
using ember::tests::Sandbox;
using ember::tests::TargetKiller;

namespace {

LaunchCommand busyCommand(int iterations = 100'000'000)
{
    LaunchCommand command;
    command.program = QString::fromLatin1(tests::shell);
    command.arguments = tests::busyScript(iterations);
    return command;
}

std::unique_ptr<LiveCapture> launched(const CaptureLibrary &library, const LaunchCommand &command,
                                      AskDebugServers askDebugServers = AskDebugServers::No)
{
    SymbolSettings symbols;
    symbols.askDebugServers = askDebugServers;
    auto capture = LiveCapture::launch(command, library, symbols);
    if (!capture)
        qFatal("%s", capture.error().detail.c_str());
    return std::move(*capture);
}

} // namespace

class TstLiveCapture : public QObject {
    Q_OBJECT
private slots:
    void samplesArriveWhileTheTargetRuns()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const auto capture = launched(library, busyCommand());
        const TargetKiller target(*capture);
        EMBER_TRY(samplesOf(*capture) > 20);
        const auto before = samplesOf(*capture);
        EMBER_TRY(samplesOf(*capture) > before);
        QVERIFY(capture->folder().isRecording());
        QVERIFY(target.isAlive());
    }

    void stopEndsTheCaptureAndLetsTheTargetRunOn()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const auto capture = launched(library, busyCommand());
        const TargetKiller target(*capture);
        EMBER_TRY(samplesOf(*capture) > 10);
        const QSignalSpy completed(capture.get(), &LiveCapture::completed);
        capture->recorder().stop();
        QCOMPARE(capture->recorder().state(), RecorderProcess::State::Stopping);
        EMBER_TRY(!completed.isEmpty());
        QVERIFY(target.isAlive());
        QVERIFY(!capture->folder().isRecording());
        QVERIFY(!model::launchedExit(*capture->newest()->spans->profile()));
    }

    void aTargetThatEndsEndsTheCaptureWithItsStatus()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const auto capture = launched(library, busyCommand(200'000));
        const QSignalSpy completed(capture.get(), &LiveCapture::completed);
        EMBER_TRY(!completed.isEmpty());
        const auto end = model::launchedExit(*capture->newest()->spans->profile());
        QVERIFY(end && !end->bySignal);
        QCOMPARE(end->code, 7);
        const auto &output = capture->newest()->spans->profile()->tables().output;
        QVERIFY(output.size() >= 10);
    }

    // The log is read again with a server that never answers, until the user has waited enough.
    void serversAreAskedAtTheEndAndNoLongerThanWanted()
    {
        if (!tests::hasDebugFileClient())
            QSKIP("no libdebuginfod");
        const Sandbox sandbox;
        const tests::Listener server;
        const tests::AskedServer servers(server.url(), sandbox.path(QStringLiteral("debug")));
        const CaptureLibrary library;
        const auto capture = launched(library, busyCommand(200'000), AskDebugServers::Yes);
        const QSignalSpy completed(capture.get(), &LiveCapture::completed);
        QStringList asked;
        connect(capture.get(), &LiveCapture::fetching, this, [&](const FetchReport &report) {
            asked.append(report.binary);
            capture->skipFetching();
        });
        EMBER_TRY(!completed.isEmpty());
        QVERIFY(!asked.isEmpty());
        QVERIFY(!asked.first().isEmpty());
        QVERIFY(asked.last().isEmpty());
        QVERIFY(samplesOf(*capture) > 0);
    }

    void whyServersDidNotHelpIsTold()
    {
        if (!tests::hasDebugFileClient())
            QSKIP("no libdebuginfod");
        const Sandbox sandbox;
        const tests::AnsweringServer server(tests::AnsweringServer::page("500 Oh"));
        const tests::AskedServer servers(server.url(), sandbox.path(QStringLiteral("debug")));
        const CaptureLibrary library;
        const auto capture = launched(library, busyCommand(200'000), AskDebugServers::Yes);
        const QSignalSpy completed(capture.get(), &LiveCapture::completed);
        EMBER_TRY(!completed.isEmpty());
        const QStringList failures = capture->newest()->fetchFailures;
        QCOMPARE(failures.size(), 1);
        QVERIFY2(failures.first().contains(QStringLiteral("500")), qPrintable(failures.first()));
        QVERIFY(failures.first().contains(QString::fromLatin1(server.name())));
    }

    void aProgramThatIsDeletedWhileItRunsKeepsItsNames()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        LaunchCommand command;
        command.program = sandbox.path(QStringLiteral("program"));
        command.arguments = QStringList(QStringLiteral("2"));
        QVERIFY(
            QFile::copy(QStringLiteral(EMBER_BUILD_DIR "/targets/knownshares"), command.program));
        const auto capture = launched(library, command);
        const QSignalSpy completed(capture.get(), &LiveCapture::completed);
        EMBER_TRY(samplesOf(*capture) > 0);
        QVERIFY(QFile::remove(command.program));
        EMBER_TRY(!completed.isEmpty());
        QVERIFY(!QFile::exists(command.program));
        const auto &strings = capture->newest()->spans->profile()->tables().strings;
        bool isNamed = false;
        for (std::size_t row = 0; row < strings.size(); ++row)
            isNamed |= strings[model::StringIndex(row)] == "shareAlpha";
        QVERIFY(isNamed);
    }

    void aPausedCaptureGetsNoSamples()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const auto capture = launched(library, busyCommand());
        const TargetKiller target(*capture);
        EMBER_TRY(samplesOf(*capture) > 10);
        capture->recorder().pause();
        const auto isPaused = [&] {
            const auto &events = capture->newest()->spans->profile()->tables().events;
            for (std::size_t row = 0; row < events.size(); ++row) {
                if (events[model::Index<model::CaptureEventTag>(row)].kind
                    == model::CaptureEventKind::Paused)
                    return true;
            }
            return false;
        };
        EMBER_TRY(isPaused());
        const auto before = samplesOf(*capture);
        capture->recorder().resume();
        EMBER_TRY(samplesOf(*capture) > before + 10);
    }

    void aCommandThatIsNotThereIsOneClearError()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        LaunchCommand command;
        command.program = QStringLiteral("/nowhere/at/all");
        const auto capture = launched(library, command);
        const QSignalSpy failed(&capture->recorder(), &RecorderProcess::failed);
        const QSignalSpy ended(&capture->recorder(), &RecorderProcess::ended);
        EMBER_TRY(!ended.isEmpty());
        QCOMPARE(failed.size(), 1);
        QCOMPARE(failed.first().first().value<model::Error>().code,
                 model::ErrorCode::CommandNotFound);
    }

    void aRecorderOutlivesItsWindowAndIsTakenOver()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        auto capture = launched(library, busyCommand());
        const CaptureFolder folder = capture->folder();
        EMBER_TRY(samplesOf(*capture) > 10);
        const auto before = samplesOf(*capture);
        capture.reset(); // the window is gone
        QVERIFY(folder.isRecording());

        const auto taken = LiveCapture::takeOver(library.info(folder));
        const TargetKiller target(*taken);
        EMBER_TRY(samplesOf(*taken) > before + 10);
        const QSignalSpy completed(taken.get(), &LiveCapture::completed);
        taken->recorder().stop();
        EMBER_TRY(!completed.isEmpty());
        QVERIFY(!folder.isRecording());
        EMBER_TRY(target.isAlive());
    }

    // A log that does not go on, while its reader waits for it: a pipe with nothing in it.
    void aFeedThatIsDroppedIsNotWaitedFor()
    {
        const Sandbox sandbox;
        const QString log = sandbox.path(QStringLiteral("log"));
        QCOMPARE(::mkfifo(QFile::encodeName(log).constData(), 0600), 0);
        tests::EventGap gap;
        auto feed = std::make_unique<LiveFeed>(log, LogOrigin::ThisMachine, SymbolSettings());
        int writer = -1;
        const auto isReaderThere = [&] {
            if (writer < 0)
                writer = ::open(QFile::encodeName(log).constData(), O_WRONLY | O_NONBLOCK);
            return writer >= 0;
        };
        EMBER_TRY(isReaderThere());
        feed.reset();
        QVERIFY(gap.longest() < std::chrono::milliseconds(100));
        ::close(writer);
        QVERIFY(workPool().waitForDone(std::chrono::milliseconds(tests::patience).count()));
    }

    void aKilledWindowLeavesTargetAndCaptureAlone()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const QString finished = sandbox.path(QStringLiteral("finished"));
        QProcess window;
        window.start(
            QCoreApplication::applicationDirPath() + QStringLiteral("/emberchart"),
            {QStringLiteral("--launch"), QStringLiteral("--"), QString::fromLatin1(tests::shell),
             QStringLiteral("-c"),
             QStringLiteral("i=0; while [ $i -lt 2000000 ]; do i=$((i+1)); done; echo ok >")
                 + finished});
        const auto logSize = [&] {
            const auto captures = library.list();
            return captures.isEmpty() ? 0 : QFileInfo(captures.first().folder.logPath()).size();
        };
        EMBER_TRY(logSize() > 1000);
        window.kill();
        EMBER_TRY(window.state() == QProcess::NotRunning);
        EMBER_TRY(QFileInfo::exists(finished));
        const CaptureFolder folder = library.list().first().folder;
        EMBER_TRY(!folder.isRecording());
        const auto opened = loadFiles({{folder.logPath()}, {}}, {}, {[](LoadStage) {}});
        QVERIFY(opened);
        const auto &process =
            *(*opened)->profiles.front().spans->profile()->tables().processes.begin();
        QVERIFY(process.exit);
        QCOMPARE(process.exit->code, 0);
    }

    void theTargetHoldsNoneOfTheRecordersFiles()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        LaunchCommand command;
        command.program = QString::fromLatin1(tests::shell);
        command.arguments = {QStringLiteral("-c"), QStringLiteral("ls -l /proc/self/fd; sleep 1")};
        const auto capture = launched(library, command);
        const QSignalSpy completed(capture.get(), &LiveCapture::completed);
        EMBER_TRY(!completed.isEmpty());
        QString output;
        const model::Profile &profile = *capture->newest()->spans->profile();
        profile.tables().output.forEach([&](std::size_t, const model::OutputLine &line) {
            const auto text = profile.text(line.text);
            output += QString::fromUtf8(text.data(), qsizetype(text.size())) + QLatin1Char('\n');
        });
        QVERIFY(output.contains(QLatin1String("/dev/null")));
        QVERIFY2(!output.contains(QLatin1String("control")), qPrintable(output));
        QVERIFY2(!output.contains(QLatin1String(".ember")), qPrintable(output));
        QVERIFY2(!output.contains(QLatin1String("status")), qPrintable(output));
    }

    void aFinishedCaptureOpensWithItsNames()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const auto capture = launched(library, busyCommand(300'000));
        const QSignalSpy completed(capture.get(), &LiveCapture::completed);
        EMBER_TRY(!completed.isEmpty());
        const auto opened = loadFiles({{capture->folder().logPath()}, {}}, {}, {[](LoadStage) {}});
        QVERIFY(opened);
        QCOMPARE((*opened)->profiles.size(), std::size_t(1));
        const auto &spans = *(*opened)->profiles.front().spans;
        QCOMPARE(spans.profile()->sampleCount(), samplesOf(*capture));
        QVERIFY(spans.boxCount() > 0);
    }
};

EMBER_TEST(TstLiveCapture)
#include "tst_livecapture.moc"
