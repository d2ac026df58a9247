// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inbackground.h"
#include "app/sentry/intakecontroller.h"
#include "app/session/loader.h"
#include "app/window/actions.h"
#include "app/window/capturecontroller.h"
#include "app/window/mainwindow.h"
#include "tests/app/eventgap.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/app/watchedcapture.h"
#include "tests/capturelog/logfixture.h"
#include "tests/support/answeringserver.h"
#include "tests/support/debugclient.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"
#include "views/filters/filterchip.h"
#include "views/state/sumsquery.h"

#include <QAction>
#include <QDateTime>
#include <QFileInfo>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QProcess>
#include <QSignalSpy>
#include <QThreadPool>
#include <QUrl>
#include <QUuid>

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace ember;
using namespace ember::app;
using ember::tests::partOf;
using ember::tests::samplesOf;
using ember::tests::Sandbox;
using ember::tests::TargetKiller;

namespace {

constexpr const char *sdkProfiler = "cccccccccccc4ccc8ccccccccccccccc";
constexpr const char *otherProfiler = "dddddddddddd4ddd8ddddddddddddddd";

QDateTime now()
{
    return QDateTime::currentDateTimeUtc();
}

LaunchCommand busyRun(int iterations = 100'000'000)
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

// An item of an envelope, behind what is before it.
QByteArray itemOf(const QByteArray &type, const QByteArray &payload)
{
    return "\n{\"type\":\"" + type + "\",\"platform\":\"python\",\"length\":"
        + QByteArray::number(payload.size()) + "}\n" + payload;
}

// That the SDK of another program could send now: samples of the last two seconds.
QByteArray chunkOfNow(const QByteArray &profilerId = sdkProfiler, qint64 secondsAgo = 2)
{
    return tests::smallChunk(profilerId, QUuid::createUuid().toByteArray(QUuid::Id128),
                             static_cast<double>(QDateTime::currentSecsSinceEpoch() - secondsAgo));
}

// A V1 profile with its transaction, which began a second ago.
QByteArray profileOfNow()
{
    const QDateTime start = now().addSecs(-1);
    const QByteArray seconds = QByteArray::number(double(start.toMSecsSinceEpoch()) / 1e3, 'f', 3);
    const QByteArray transaction =
        R"({"type":"transaction","event_id":"30976f2ddbe04ac9b6bffe6e35d4710c","platform":"node",)"
        R"("transaction":"GET /","start_timestamp":)"
        + seconds + R"(,"timestamp":)" + seconds
        + R"(,"contexts":{"trace":{"trace_id":"4b25bc58f14243d8b208d1e22a054164",)"
          R"("span_id":"00000000000000aa","op":"http.server"}},"spans":[]})";
    const QByteArray profile =
        R"({"version":"1","event_id":"41fed0925670468bb0457f61a74688ec","timestamp":")"
        + start.toString(Qt::ISODateWithMs).toLatin1()
        + R"(","release":"app@1.0","environment":"test","platform":"node",)"
          R"("device":{"architecture":"x64"},"os":{"name":"linux","version":"6.1"},)"
          R"("transaction":{"id":"30976f2ddbe04ac9b6bffe6e35d4710c","name":"GET /",)"
          R"("trace_id":"4b25bc58f14243d8b208d1e22a054164","active_thread_id":"7"},)"
          R"("profile":{"samples":[)"
          R"({"stack_id":0,"thread_id":"7","elapsed_since_start_ns":"1000000"},)"
          R"({"stack_id":0,"thread_id":"7","elapsed_since_start_ns":"21000000"}],)"
          R"("stacks":[[0]],"frames":[{"function":"main","filename":"a.js"}],)"
          R"("thread_metadata":{"7":{"name":"main"}}}})";
    return R"({"event_id":"30976f2ddbe04ac9b6bffe6e35d4710c"})" + itemOf("transaction", transaction)
        + itemOf("profile", profile) + '\n';
}

// A program that works, sends a chunk of its last two seconds to its DSN, as an SDK does, and works
// on for so long.
LaunchCommand sendingRun(int seconds)
{
    const auto script = QStringLiteral(
        "import json,os,sys,time,urllib.parse,urllib.request as r\n"
        "def work(seconds):\n"
        " end=time.time()+seconds\n"
        " while time.time()<end: sum(range(1000))\n"
        "work(.5)\n"
        "chunk=json.loads(sys.argv[1])\n"
        "samples=chunk['profile']['samples']\n"
        "late=time.time()-samples[-1]['timestamp']\n"
        "for sample in samples: sample['timestamp']+=late\n"
        "d=urllib.parse.urlsplit(os.environ['SENTRY_DSN'])\n"
        "body='{}\\n{\"type\":\"profile_chunk\",\"platform\":\"python\"}\\n'+json.dumps(chunk)\n"
        "r.urlopen(r.Request('http://%s:%d/api%s/envelope/'%(d.hostname,d.port,d.path),"
        "body.encode(),{'X-Sentry-Auth':'Sentry sentry_key='+d.username}))\n"
        "work(float(sys.argv[2]))\n");
    LaunchCommand command;
    command.program = QStringLiteral("/usr/bin/python3");
    command.arguments = {QStringLiteral("-c"), script, QString::fromLatin1(chunkOfNow()),
                         QString::number(seconds)};
    command.sentryData = SentryData::Yes;
    return command;
}

// The threads of the SDK's profile; empty if that is not shown.
std::vector<model::ThreadIndex> sdkThreads(const model::SpanTablePointer &spans,
                                           std::string_view profilerId = sdkProfiler)
{
    std::vector<model::ThreadIndex> found;
    for (std::size_t row = 0; spans && row < spans->profile()->threadCount(); ++row) {
        const model::Profile &profile = *spans->profile();
        const auto process = profile.thread(model::ThreadIndex(row)).process;
        if (process.isValid() && profile.text(profile.process(process).profilerId) == profilerId)
            found.emplace_back(row);
    }
    return found;
}

bool isShown(const LiveCapture &capture, std::string_view profilerId = sdkProfiler)
{
    const auto update = capture.newest();
    return update && !sdkThreads(update->spans, profilerId).empty();
}

// Sends an envelope as an SDK does.
void send(const QByteArray &dsn, const QByteArray &envelope)
{
    const QUrl address(QString::fromLatin1(dsn));
    QUrl url(address);
    url.setUserInfo({});
    url.setPath(QStringLiteral("/api/1/envelope/"));
    url.setQuery(QStringLiteral("sentry_key=") + address.userName());
    QNetworkAccessManager network;
    const std::unique_ptr<QNetworkReply> reply(network.post(QNetworkRequest(url), envelope));
    EMBER_TRY(reply->isFinished());
    QCOMPARE(reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(), 200);
}

} // namespace

class TstLiveCapture : public QObject {
    Q_OBJECT
private slots:
    void samplesArriveWhileTheTargetRuns()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const auto capture = launched(library, busyRun());
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
        const auto capture = launched(library, busyRun());
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
        const auto capture = launched(library, busyRun(200'000));
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
        const auto capture = launched(library, busyRun(200'000), AskDebugServers::Yes);
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
        const auto capture = launched(library, busyRun(200'000), AskDebugServers::Yes);
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
        const auto capture = launched(library, busyRun());
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
        auto capture = launched(library, busyRun());
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
        constexpr auto limit = tests::gapLimit(std::chrono::milliseconds(100));
        const auto longest = tests::leastGap(limit, [&](std::chrono::milliseconds &found) {
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
            found = gap.longest();
            ::close(writer);
            QVERIFY(workPool().waitForDone(std::chrono::milliseconds(tests::patience).count()));
        });
        if (QTest::currentTestFailed())
            return;
        QVERIFY2(longest < limit, qPrintable(QString::number(longest.count())));
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
        const auto opened = loadFiles({{folder.logPath()}, {}, {}}, {}, {[](LoadStage) {}});
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
        const auto capture = launched(library, busyRun(300'000));
        const QSignalSpy completed(capture.get(), &LiveCapture::completed);
        EMBER_TRY(!completed.isEmpty());
        const auto opened =
            loadFiles({{capture->folder().logPath()}, {}, {}}, {}, {[](LoadStage) {}});
        QVERIFY(opened);
        QCOMPARE((*opened)->profiles.size(), std::size_t(1));
        const auto &spans = *(*opened)->profiles.front().spans;
        QCOMPARE(spans.profile()->sampleCount(), samplesOf(*capture));
        QVERIFY(spans.boxCount() > 0);
    }

    void whatAnSdkSendsIsShownWithTheRunningCapture()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const auto capture = launched(library, busyRun());
        const TargetKiller target(*capture);
        EMBER_TRY(samplesOf(*capture) > 10);
        capture->addEnvelope({sandbox.write(QStringLiteral("1"), chunkOfNow())}, now());
        EMBER_TRY(isShown(*capture));
        const auto update = capture->newest();
        QVERIFY(update->hasSdkData);
        QVERIFY(!update->alone);
        const model::Profile &profile = *update->spans->profile();
        QCOMPARE(profile.tables().origin, model::TimeOrigin::UnixEpoch);
        const auto &times = profile.samples(sdkThreads(update->spans).front()).times;
        const auto ago = now().toMSecsSinceEpoch()
            - std::chrono::duration_cast<std::chrono::milliseconds>(times.back().time_since_epoch())
                  .count();
        QVERIFY2(std::abs(ago) < 60'000, qPrintable(QString::number(ago)));
        const auto before = samplesOf(*capture);
        EMBER_TRY(samplesOf(*capture) > before); // it goes on
        QVERIFY(isShown(*capture));
    }

    void whatAnSdkSendsIsOfTheProcessThatHasSentIt()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const auto capture = launched(library, busyRun());
        const TargetKiller target(*capture);
        EMBER_TRY(samplesOf(*capture) > 10);
        capture->addEnvelope({sandbox.write(QStringLiteral("1"), chunkOfNow()), 4711}, now());
        capture->addEnvelope({sandbox.write(QStringLiteral("2"), chunkOfNow(otherProfiler)), 4712},
                             now());
        EMBER_TRY(isShown(*capture) && isShown(*capture, otherProfiler));
        const auto pidOf = [&](std::string_view profilerId) {
            const auto spans = capture->newest()->spans;
            const auto thread = sdkThreads(spans, profilerId).front();
            const model::Profile &profile = *spans->profile();
            return profile.process(profile.thread(thread).process).pid;
        };
        QCOMPARE(pidOf(sdkProfiler), 4711U);
        QCOMPARE(pidOf(otherProfiler), 4712U);
        const QSignalSpy completed(capture.get(), &LiveCapture::completed);
        capture->recorder().stop();
        EMBER_TRY(!completed.isEmpty());
        QCOMPARE(pidOf(sdkProfiler), 4711U);
    }

    // While its transaction goes on.
    void aChildSpanIsShownWhenItHasEnded()
    {
        tests::LogFile log;
        const auto small = tests::beginSmallProcess(log);
        const model::TickSample sample{small.thread,
                                       model::SampleKind::Taken,
                                       tests::smallStack(log, small, 0x300),
                                       {0, 0, model::ThreadState::Running}};
        for (const int number : {1, 40})
            QVERIFY(log->tick(tests::tickTime(number), {&sample, 1}));
        log->span({small.process, small.thread, "SELECT 1", tests::tickTime(10),
                   tests::tickTime(20), "db.query", 2, 1, 1, "ok"});
        QVERIFY(log->flush());
        LiveFeed feed(QString::fromStdString(log.path()), LogOrigin::AnotherMachine,
                      SymbolSettings());
        const auto spans = [&] {
            const auto update = feed.newest();
            return update && update->spans ? update->spans->profile()->tables().tracingSpans.size()
                                           : 0;
        };
        EMBER_TRY(spans() == 1);
        log->transaction({small.process, small.thread, "GET /", "http.server", 7, 8, 1, "ok",
                          tests::tickTime(2), tests::tickTime(39)});
        log.finish();
        feed.finish();
        EMBER_TRY(feed.newest()->isComplete);
        const auto &tables = feed.newest()->spans->profile()->tables();
        QCOMPARE(tables.transactions.size(), std::size_t(1));
        QCOMPARE(tables.tracingSpans.size(), std::size_t(1));
        const auto &span = tables.tracingSpans[model::Index<model::TracingSpanTag>(0)];
        QVERIFY(span.transaction.isValid());
        QVERIFY(!span.isProvisional);
    }

    void aV1ProfileAndItsTransactionAreOnTheSameClock()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const auto capture = launched(library, busyRun());
        const TargetKiller target(*capture);
        EMBER_TRY(samplesOf(*capture) > 10);
        capture->addEnvelope({sandbox.write(QStringLiteral("1"), profileOfNow())}, now());
        EMBER_TRY(capture->newest()->hasSdkData);
        const auto spans = capture->newest()->spans;
        const model::Profile &profile = *spans->profile();
        QCOMPARE(profile.tables().transactions.size(), std::size_t(1));
        const auto &transaction = profile.tables().transactions[model::TransactionIndex(0)];
        QVERIFY(transaction.thread.isValid());
        const auto &samples = profile.samples(transaction.thread);
        QCOMPARE(samples.size(), std::size_t(2));
        QCOMPARE(samples.times[model::SampleIndex(0)] - transaction.start,
                 model::Nanoseconds(1'000'000));
        const auto start =
            std::chrono::floor<std::chrono::milliseconds>(transaction.start.time_since_epoch());
        QVERIFY(std::abs(now().toMSecsSinceEpoch() - start.count()) < 60'000);
    }

    void aCompleteCaptureCanBeShownWithAndWithoutTheSdksData()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const auto capture = launched(library, busyRun());
        const TargetKiller target(*capture);
        EMBER_TRY(samplesOf(*capture) > 10);
        capture->addEnvelope({sandbox.write(QStringLiteral("1"), chunkOfNow())}, now());
        EMBER_TRY(isShown(*capture));
        const QSignalSpy completed(capture.get(), &LiveCapture::completed);
        capture->recorder().stop();
        EMBER_TRY(!completed.isEmpty());
        const auto update = capture->newest();
        QVERIFY(isShown(*capture));
        QVERIFY(update->alone);
        QVERIFY(sdkThreads(update->alone).empty());
        QCOMPARE(update->spans->profile()->sampleCount(),
                 update->alone->profile()->sampleCount() + 400);
    }

    void whatArrivesAsACaptureEndsIsShown()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        QDateTime ended;
        const auto capture = launched(library, busyRun(200'000));
        const QSignalSpy completed(capture.get(), &LiveCapture::completed);
        // The chunks are made as the recorder ends: on a busy machine it may take seconds more
        // until the capture is complete.
        connect(&capture->recorder(), &RecorderProcess::ended, this, [&] {
            ended = now();
            sandbox.write(QStringLiteral("1"), chunkOfNow());
            sandbox.write(QStringLiteral("2"), chunkOfNow(otherProfiler));
        });
        EMBER_TRY(!completed.isEmpty());
        capture->addEnvelope({sandbox.path(QStringLiteral("1"))},
                             ended.addSecs(3600)); // of another program
        capture->addEnvelope({sandbox.path(QStringLiteral("2"))}, ended);
        EMBER_TRY(isShown(*capture, otherProfiler));
        QVERIFY(!isShown(*capture));
        QVERIFY(capture->newest()->alone);
        QCOMPARE(completed.size(), 1);
    }

    void whatIsOfAnotherTimeIsNotShown()
    {
        const Sandbox sandbox;
        const CaptureLibrary library;
        const auto capture = launched(library, busyRun());
        const TargetKiller target(*capture);
        EMBER_TRY(samplesOf(*capture) > 10);
        capture->addEnvelope({sandbox.write(QStringLiteral("1"), chunkOfNow(sdkProfiler, 3600))},
                             now());
        capture->addEnvelope({sandbox.write(QStringLiteral("2"), "no envelope")}, now());
        capture->addEnvelope({sandbox.path(QStringLiteral("forgotten"))}, now());
        capture->addEnvelope({sandbox.write(QStringLiteral("3"), chunkOfNow(otherProfiler))},
                             now());
        EMBER_TRY(isShown(*capture, otherProfiler));
        QVERIFY(!isShown(*capture));
        QVERIFY(!capture->newest()->error);
    }

    void theWindowShowsWhatItsEndpointReceives()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        window.launch(busyRun());
        EMBER_TRY(window.viewState().spans() != nullptr);
        const QByteArray dsn = partOf<IntakeController>(window)
                                   .environment()
                                   .constFirst()
                                   .section(QLatin1Char('='), 1)
                                   .toLatin1();
        send(dsn, "{}" + itemOf("profile_chunk", chunkOfNow()));
        EMBER_TRY(!sdkThreads(window.viewState().spans()).empty());
        QVERIFY(!window.actions().at("save")->isEnabled());
        const QSignalSpy ended(&partOf<CaptureController>(window), &CaptureController::ended);
        window.actions().at("stop")->trigger();
        EMBER_TRY(!ended.isEmpty());
        QCOMPARE(window.document().profileCount(), std::size_t(2));
        QVERIFY(!sdkThreads(window.viewState().spans()).empty());
        QVERIFY(!window.actions().at("save")->isEnabled());
        window.document().setCurrentProfile(1);
        QVERIFY(sdkThreads(window.viewState().spans()).empty());
        QVERIFY(window.actions().at("save")->isEnabled());
    }

    void aProcessThatIsCapturedCountsOnceThoughItsSdkSendsItToo()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        const QSignalSpy ended(&partOf<CaptureController>(window), &CaptureController::ended);
        window.launch(sendingRun(4));
        views::ViewState &state = window.viewState();
        const auto isLeftOut = [&] {
            const auto &threads = state.threads();
            const auto ofSdk = sdkThreads(state.spans());
            return !ofSdk.empty() && threads.isUsual()
                && std::ranges::none_of(ofSdk, [&](auto thread) { return threads.isShown(thread); })
                && threads.shown().size() + ofSdk.size() == threads.all().size();
        };
        EMBER_TRY(isLeftOut());
        QCOMPARE(state.sums().selection().threads, state.threads().shown());
        EMBER_TRY(!ended.isEmpty());
        QVERIFY(isLeftOut());
        const auto chips = window.findChildren<views::FilterChip *>();
        const auto chip = std::ranges::find_if(chips, [](const auto *one) {
            return one->text() == QLatin1String("recorded twice, left out: 2 threads");
        });
        QVERIFY(chip != chips.end());
        QTest::keyClick(*chip, Qt::Key_Delete);
        QVERIFY(!state.threads().isAnyHidden());
    }
};

EMBER_TEST(TstLiveCapture)
#include "tst_livecapture.moc"
