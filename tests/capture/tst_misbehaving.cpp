// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/recorderrun.h"
#include "tests/support/sanitizers.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <unistd.h>

using namespace ember::tests;
using namespace ember::model;

// Targets that do what nobody expects of them: no crash, no hang, no lost target, and a log.
class TstMisbehaving : public QObject {
    Q_OBJECT

private slots:
    void whoAsksToBeTracedIsRefusedAsUnderAnyTracer();
    void changedCredentialsEndNothing();
    void codeThatIsMappedOverIsSampledOn();
    void thousandsOfThreadsAtOnceAreFollowed();
    void eachOfThousandsOfBriefProcessesIsItsOwn();
    void aBinaryThatIsGoneIsUnwound_data();
    void aBinaryThatIsGoneIsUnwound();
    void librariesThatVanishAreForgotten();
    void aProcessWhoseFirstThreadHasEndedIsUnwound();
    void aRecorderWithoutMemorySaysSoAndTheTargetRunsOn();
};

namespace {

constexpr int misbehavingTimeoutMs = 120'000;

RecorderRun recordMisbehaver(const char *arguments)
{
    return record({},
                  QStringList(QStringLiteral("misbehaver"))
                      + QString::fromLatin1(arguments).split(QLatin1Char(' ')));
}

double rootsReached(const Profile &profile)
{
    const auto &statistics = profile.tables().statistics;
    return double(statistics.rootsReached) / double(statistics.nativeStacks);
}

} // namespace

void TstMisbehaving::whoAsksToBeTracedIsRefusedAsUnderAnyTracer()
{
    const auto run = recordMisbehaver("traceme");
    QCOMPARE(run.status, 0);
    QCOMPARE(run.output, QByteArray("Operation not permitted\n"));
    QVERIFY(run.profile && wasFinished(*run.profile));
}

void TstMisbehaving::changedCredentialsEndNothing()
{
    if (geteuid() != 0)
        QSKIP("only root can become another user");
    const auto run = recordMisbehaver("credentials");
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    QVERIFY(samplesOf(*run.profile, ProcessIndex(0)) >= 20);
    QVERIFY(rootsReached(*run.profile) >= 0.9);
}

void TstMisbehaving::codeThatIsMappedOverIsSampledOn()
{
    const auto run = recordMisbehaver("remap");
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    QVERIFY(samplesOf(*run.profile, ProcessIndex(0)) >= 20);
}

void TstMisbehaving::thousandsOfThreadsAtOnceAreFollowed()
{
    const auto run = recordMisbehaver("threads 3000");
    if (run.status == 90)
        QSKIP("not so many threads are allowed here");
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    // Started too fast to stop for each birth, they are looked for at the ticks; the log says so.
    const auto seen = run.profile->threadCount();
    QVERIFY2(seen > 100 && seen <= 3001, qPrintable(QString::number(seen)));
    bool isSaid = seen == 3001;
    run.profile->tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        isSaid = isSaid || event.kind == CaptureEventKind::Note;
    });
    QVERIFY(isSaid);
    QVERIFY(wasFinished(*run.profile));
}

void TstMisbehaving::eachOfThousandsOfBriefProcessesIsItsOwn()
{
    const auto run = recordMisbehaver("brief 1000");
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    const auto &processes = run.profile->tables().processes;
    QCOMPARE(processes.size(), std::size_t(1001));
    QCOMPARE(run.profile->threadCount(), std::size_t(1001));
    std::size_t ended = 0;
    for (const Process &process : processes)
        ended += process.exit.has_value() && process.end.has_value() ? 1U : 0U;
    QCOMPARE(ended, std::size_t(1001));
}

void TstMisbehaving::aBinaryThatIsGoneIsUnwound_data()
{
    QTest::addColumn<QString>("mode");
    QTest::newRow("removed") << "unlink";
    QTest::newRow("replaced") << "replace";
}

void TstMisbehaving::aBinaryThatIsGoneIsUnwound()
{
    QFETCH(const QString, mode);
    const QTemporaryDir folder;
    const QString copy = folder.filePath(QStringLiteral("copy"));
    QVERIFY(QFile::copy(targetProgram(QStringLiteral("misbehaver")), copy));
    const auto run = record({}, {copy, mode});
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    QVERIFY(samplesOf(*run.profile, ProcessIndex(0)) >= 20);
    QVERIFY2(rootsReached(*run.profile) >= 0.95,
             qPrintable(QString::number(rootsReached(*run.profile))));
}

// By the number of the first thread there is no memory any more, nor a map of it.
void TstMisbehaving::aProcessWhoseFirstThreadHasEndedIsUnwound()
{
    const auto run = recordMisbehaver("headless");
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    QVERIFY(run.profile->tables().statistics.nativeStacks >= 20);
    QVERIFY(rootsReached(*run.profile) >= 0.9);
}

void TstMisbehaving::librariesThatVanishAreForgotten()
{
    const QTemporaryDir folder;
    const auto run = record({QStringLiteral("--cwd"), folder.path(), QStringLiteral("--no-follow")},
                            {QStringLiteral("misbehaver"), QStringLiteral("vanish"),
                             QStringLiteral("/usr/lib/x86_64-linux-gnu/libz.so.1")});
    if (run.status == 90)
        QSKIP("no libz.so.1 here");
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    std::size_t loaded = 0;
    std::size_t unloaded = 0;
    for (const Image &image : run.profile->tables().images) {
        if (run.profile->text(image.codeFile).find("vanishing-") == std::string_view::npos)
            continue;
        ++loaded;
        unloaded += image.unloaded.has_value() ? 1U : 0U;
    }
    // One takes the place of the other: that is seen when maps are read, at least every second.
    QVERIFY(loaded >= 1);
    QVERIFY2(unloaded + 1 >= loaded, qPrintable(QString::number(unloaded)));
}

void TstMisbehaving::aRecorderWithoutMemorySaysSoAndTheTargetRunsOn()
{
    if (isSanitized)
        QSKIP("a sanitizer needs all of the address space");
    const QTemporaryDir folder;
    const QString log = folder.filePath(QStringLiteral("log.ember"));
    QProcess recorder;
    recorder.start(recorderProgram(),
                   {QStringLiteral("-F"), QStringLiteral("997"), QStringLiteral("--cwd"),
                    folder.path(), QStringLiteral("-o"), log, QStringLiteral("--"),
                    QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                    QStringLiteral("touch started; while ! test -e limited; do :; done; "
                                   "\"$0\" 10000 500; echo $? > end"),
                    targetProgram(QStringLiteral("deeprecursion"))});
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder.filePath(QStringLiteral("started"))),
                             misbehavingTimeoutMs);
    const auto pid = static_cast<pid_t>(recorder.processId());
    const QByteArray status = contentOf(QStringLiteral("/proc/%1/status").arg(pid));
    const QByteArray data = status.mid(status.indexOf("VmData:") + 7).trimmed();
    const auto kilobytes = data.left(data.indexOf(' ')).toULong();
    QVERIFY(kilobytes > 0);
    const rlimit limit{(kilobytes + 512) << 10U, RLIM_INFINITY};
    QCOMPARE(prlimit(pid, RLIMIT_DATA, &limit, nullptr), 0);
    QFile release(folder.filePath(QStringLiteral("limited")));
    QVERIFY(release.open(QIODevice::WriteOnly));
    QVERIFY(recorder.waitForFinished(misbehavingTimeoutMs));
    const QByteArray errors = recorder.readAllStandardError();
    QCOMPARE(recorder.exitStatus(), QProcess::NormalExit);
    QVERIFY2(recorder.exitCode() == 125, errors.constData());
    QVERIFY2(errors.contains("out of memory") && errors.contains("runs on"), errors.constData());
    QTRY_COMPARE_WITH_TIMEOUT(contentOf(folder.filePath(QStringLiteral("end"))), QByteArray("0\n"),
                              misbehavingTimeoutMs);
    const auto profile = readLog(log);
    QVERIFY(profile);
    QStringList ends;
    profile->tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        if (event.kind == CaptureEventKind::Stopped)
            ends += QString::fromStdString(std::string(profile->text(event.text)));
    });
    const QByteArray said = ends.join(QLatin1Char('|')).toLocal8Bit();
    QVERIFY2(ends.size() == 1 && said.contains("out of memory"), said.constData());
}

EMBER_TEST(TstMisbehaving)
#include "tst_misbehaving.moc"
