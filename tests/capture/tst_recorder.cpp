// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/recorderrun.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <set>
#include <sys/stat.h>

using namespace ember::tests;
using namespace ember::model;

// The recorder on real programs: what the log says of them.
class TstRecorder : public QObject {
    Q_OBJECT

private slots:
    void everyThreadIsSampledUnderItsName();
    void stacksReachTheThreadsStart();
    void staticProgramsAreCaptured();
    void aBlockedThreadIsCreditedWithoutBeingTouched();
    void cpuTimeOfTheSamplesAddsUp();
    void namesAndPrioritiesAreFollowed();
    void deepStacksAreWhole();
    void librariesLoadedLaterAreFound();
    void thousandsOfShortThreadsAllEnd();
    void aThreadBehindAFloodOfThreadsIsFound_data();
    void aThreadBehindAFloodOfThreadsIsFound();
    void forkedChildrenAreFollowed_data();
    void forkedChildrenAreFollowed();
    void childrenAreLeftAloneWithNoFollow();
    void execIsANewProcessImage_data();
    void execIsANewProcessImage();
    void outputGoesIntoTheLogWhenTheLogIsStandardOutput();
    void outputGoesToFilesThatAreFollowed();
    void aPauseLeavesAGap();
    void theTimeLimitEndsTheCaptureNotTheTarget();
    void killEndsTheTargetWithTheCapture();
};

static QStringList words(const char *line)
{
    return QString::fromLatin1(line).split(QLatin1Char(' '));
}

void TstRecorder::everyThreadIsSampledUnderItsName()
{
    const auto run = record({}, words("busythreads 3 300"));
    QCOMPARE(run.status, 0);
    QCOMPARE(run.output, QByteArray("done\n"));
    QVERIFY(run.profile);
    for (const char *name : {"busy-0", "busy-1", "busy-2"}) {
        const auto thread = threadNamed(*run.profile, name);
        QVERIFY2(thread.isValid(), name);
        // 300 ms of CPU time at 101 Hz; some ticks may be missed on a loaded machine.
        QVERIFY2(run.profile->samples(thread).size() >= 10, name);
        QVERIFY2(samplesIn(*run.profile, thread, ThreadState::Running) >= 5, name);
    }
    QVERIFY(wasFinished(*run.profile));
}

void TstRecorder::stacksReachTheThreadsStart()
{
    const auto run = record({}, words("busythreads 2 300"));
    QVERIFY(run.profile);
    const auto &statistics = run.profile->tables().statistics;
    QVERIFY(statistics.nativeStacks > 20);
    QVERIFY(double(statistics.rootsReached) >= 0.99 * double(statistics.nativeStacks));
}

void TstRecorder::staticProgramsAreCaptured()
{
    const auto run = record({}, words("staticbusy 2 200"));
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    QVERIFY(threadNamed(*run.profile, "busy-1").isValid());
    const auto &statistics = run.profile->tables().statistics;
    QVERIFY(double(statistics.rootsReached) >= 0.95 * double(statistics.nativeStacks));
}

void TstRecorder::aBlockedThreadIsCreditedWithoutBeingTouched()
{
    const auto run = record({}, words("/bin/sleep 1.5"));
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    const auto &statistics = run.profile->tables().statistics;
    QVERIFY(statistics.reused >= 20);
    // Once to see where it sleeps, a few while it starts.
    QVERIFY2(statistics.suspensions <= statistics.reused / 2,
             qPrintable(QString::number(statistics.suspensions)));
    const auto thread = threadNamed(*run.profile, "sleep");
    QVERIFY(samplesIn(*run.profile, thread, ThreadState::Blocked) >= 20);
}

void TstRecorder::cpuTimeOfTheSamplesAddsUp()
{
    const auto run = record({}, words("busythreads 1 1000"));
    QVERIFY(run.profile);
    const auto thread = threadNamed(*run.profile, "busy-0");
    QVERIFY(thread.isValid());
    std::uint64_t total = 0;
    run.profile->samples(thread).details.forEach(
        [&](std::size_t, const SampleDetail &detail) { total += detail.cpuNs; });
    // What it used after its last sample is in none.
    QVERIFY2(total > 800'000'000 && total < 1'050'000'000, qPrintable(QString::number(total)));
}

void TstRecorder::namesAndPrioritiesAreFollowed()
{
    const auto run = record({}, words("renamer"));
    QVERIFY(run.profile);
    QVERIFY(threadNamed(*run.profile, "second-name").isValid()); // the newest is the thread's
    std::set<std::string> names;
    std::set<std::uint32_t> priorities;
    run.profile->tables().threadChanges.forEach([&](std::size_t, const ThreadChange &change) {
        names.emplace(run.profile->text(change.name));
        if (change.priority)
            priorities.insert(*change.priority);
    });
    QVERIFY(names.contains("first-name"));
    QVERIFY(names.contains("second-name"));
    QVERIFY(priorities.contains(15)); // 20 − nice
}

void TstRecorder::deepStacksAreWhole()
{
    const auto run = record({}, words("deeprecursion 10000 3000"));
    QVERIFY(run.profile);
    const auto thread = threadNamed(*run.profile, "deeprecursion");
    QVERIFY(thread.isValid());
    const auto &statistics = run.profile->tables().statistics;
    std::size_t whole = 0;
    run.profile->samples(thread).stacks.forEach([&](std::size_t, StackIndex stack) {
        whole += run.profile->stack(stack).depth > 10000 ? 1U : 0U;
    });
    QVERIFY(whole >= 20);
    QVERIFY(double(statistics.rootsReached) >= 0.95 * double(statistics.nativeStacks));
}

void TstRecorder::librariesLoadedLaterAreFound()
{
    const auto run = record({}, words("lateload libz.so.1 crc32 500"));
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    const Profile &profile = *run.profile;
    ImageIndex library;
    for (std::size_t row = 0; row < profile.tables().images.size(); ++row) {
        if (profile.text(profile.image(ImageIndex(row)).codeFile).find("libz.so")
            != std::string_view::npos)
            library = ImageIndex(row);
    }
    QVERIFY(library.isValid());
    QVERIFY(!profile.text(profile.image(library).codeId).empty());
    std::size_t inLibrary = 0;
    profile.samples(threadNamed(profile, "lateload"))
        .stacks.forEach([&](std::size_t, StackIndex stack) {
            const auto frame = profile.stack(stack).frame;
            inLibrary += frame.isValid() && profile.frame(frame).image == library ? 1U : 0U;
        });
    QVERIFY2(inLibrary >= 10, qPrintable(QString::number(inLibrary)));
}

void TstRecorder::thousandsOfShortThreadsAllEnd()
{
    const auto run = record({}, words("threadchurn 3000"));
    QCOMPARE(run.status, 0);
    QCOMPARE(run.output, QByteArray("3000\n"));
    QVERIFY(run.profile);
    // Not every one was seen at a tick, and the log says so.
    const auto seen = run.profile->threadCount();
    QVERIFY2(seen > 100 && seen <= 3001, qPrintable(QString::number(seen)));
    bool isSaid = seen == 3001;
    run.profile->tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        isSaid = isSaid || event.kind == CaptureEventKind::Note;
    });
    QVERIFY(isSaid);
}

// While threads are started too fast to stop for each they are looked for at the ticks.
void TstRecorder::aThreadBehindAFloodOfThreadsIsFound_data()
{
    QTest::addColumn<QString>("where");
    QTest::newRow("in the process") << "";
    QTest::newRow("in a child") << "child";
    QTest::newRow("in a new program") << "program";
}

void TstRecorder::aThreadBehindAFloodOfThreadsIsFound()
{
    QFETCH(const QString, where);
    const auto run = record({}, words("threadchurn 4000 300") << where);
    QCOMPARE(run.status, 0);
    QVERIFY(run.output.startsWith("4000\n"));
    QVERIFY(run.profile);
    const auto late = threadNamed(*run.profile, "late");
    QVERIFY(late.isValid());
    QVERIFY(run.profile->samples(late).size() >= 20);
}

void TstRecorder::forkedChildrenAreFollowed_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addColumn<int>("processes");
    QTest::addColumn<int>("status");
    QTest::newRow("fork") << "fork" << 2 << 3;
    QTest::newRow("fork of a fork") << "chain" << 3 << 3;
}

void TstRecorder::forkedChildrenAreFollowed()
{
    QFETCH(const QString, mode);
    QFETCH(const int, processes);
    QFETCH(const int, status);
    const auto run = record({}, {QStringLiteral("processtree"), mode, QStringLiteral("300")});
    QCOMPARE(run.status, status);
    QVERIFY(run.profile);
    const Profile &profile = *run.profile;
    QCOMPARE(profile.tables().processes.size(), std::size_t(processes));
    std::set<std::string> ids;
    for (std::size_t row = 0; row < profile.tables().processes.size(); ++row) {
        const auto &process = profile.process(ProcessIndex(row));
        QVERIFY(samplesOf(profile, ProcessIndex(row)) >= 8);
        QCOMPARE(process.launched, row == 0);
        QCOMPARE(process.parent.isValid(), row > 0);
        QVERIFY(process.exit.has_value());
        ids.emplace(profile.text(process.profilerId));
    }
    QCOMPARE(ids.size(), std::size_t(processes));
    QVERIFY(double(profile.tables().statistics.rootsReached)
            >= 0.97 * double(profile.tables().statistics.nativeStacks));
}

void TstRecorder::childrenAreLeftAloneWithNoFollow()
{
    const auto run = record({QStringLiteral("--no-follow")}, words("processtree vfork 200"));
    QCOMPARE(run.status, 4);
    QVERIFY(run.profile);
    QCOMPARE(run.profile->tables().processes.size(), std::size_t(1));
}

void TstRecorder::execIsANewProcessImage_data()
{
    QTest::addColumn<QString>("mode");
    QTest::newRow("by the first thread") << "exec";
    QTest::newRow("by another thread") << "execthread";
}

void TstRecorder::execIsANewProcessImage()
{
    QFETCH(const QString, mode);
    const auto run = record({}, {QStringLiteral("processtree"), mode, QStringLiteral("300")});
    QCOMPARE(run.status, 4);
    QVERIFY(run.profile);
    const Profile &profile = *run.profile;
    const auto images = launchedProcesses(profile);
    QCOMPARE(images.size(), std::size_t(2));
    QCOMPARE(profile.process(images[0]).pid, profile.process(images[1]).pid);
    QVERIFY(profile.process(images[0]).profilerId != profile.process(images[1]).profilerId);
    QVERIFY(!profile.process(images[0]).exit);
    QVERIFY(profile.process(images[1]).exit);
    for (const auto image : images)
        QVERIFY(samplesOf(profile, image) >= 8);
}

void TstRecorder::outputGoesIntoTheLogWhenTheLogIsStandardOutput()
{
    QTemporaryDir folder;
    const auto run =
        runProgram(recorderProgram(),
                   words("-o - -- /bin/sh -c")
                       + QStringList(QStringLiteral("echo one; echo two >&2; exit 3")));
    QCOMPARE(run.status, 3);
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

void TstRecorder::outputGoesToFilesThatAreFollowed()
{
    QTemporaryDir folder;
    const auto run = record({QStringLiteral("--output-dir"), folder.path(),
                             QStringLiteral("--stdin"), QStringLiteral("/dev/null")},
                            {QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                             QStringLiteral("cat; echo first; sleep 0.3; echo second")});
    QCOMPARE(run.status, 0);
    QVERIFY(run.output.isEmpty());
    QFile file(folder.filePath(QStringLiteral("stdout")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("first\nsecond\n"));
    QVERIFY(run.profile);
    const auto &output = run.profile->tables().output;
    QCOMPARE(output.size(), std::size_t(2));
    const auto &lines = output.run(0);
    QVERIFY(lines[1].time - lines[0].time >= std::chrono::milliseconds(100));
}

void TstRecorder::aPauseLeavesAGap()
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

void TstRecorder::theTimeLimitEndsTheCaptureNotTheTarget()
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
    QFile process(QStringLiteral("/proc/%1/status").arg(pid));
    QVERIFY(process.open(QIODevice::ReadOnly));
    const auto text = process.readAll();
    QCOMPARE(kill(pid, SIGKILL), 0);
    QVERIFY(text.contains("TracerPid:\t0\n"));
    QVERIFY2(text.contains("State:\tS"), text.constData());
}

void TstRecorder::killEndsTheTargetWithTheCapture()
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

EMBER_TEST(TstRecorder)
#include "tst_recorder.moc"
