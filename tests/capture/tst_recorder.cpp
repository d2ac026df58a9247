// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/unwinder.h"
#include "tests/capture/recorderrun.h"
#include "tests/support/testmain.h"
#include "tests/support/threeattempts.h"

#include <QScopeGuard>
#include <QTest>

#include <algorithm>
#include <array>
#include <csignal>
#include <map>
#include <set>

using namespace ember::tests;
using namespace ember::model;
using ember::capture::UnwindOptions;

// The recorder on real programs: what the log says of their threads.
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
    void stacksOfBigFramesAreWhole();
    void stacksDeeperThanTheLimitAreSaidToBeCut();
    void librariesLoadedLaterAreFound();
    void librariesUsedRightBeforeTheEndAreFound();
    void aLibraryIsNotTakenForTheOneThatWasThere();
    void aLibraryThatChangesItsSizeIsNoOther();
    void thousandsOfShortThreadsAllEnd();
    void thousandsOfThreadsThatLiveAreSampled();
    void aThreadBehindAFloodOfThreadsIsFound_data();
    void aThreadBehindAFloodOfThreadsIsFound();
};

namespace {

// Invalid: none has such a path.
ImageIndex imageOf(const Profile &profile, std::string_view path)
{
    for (std::size_t row = 0; row < profile.tables().images.size(); ++row) {
        if (profile.text(profile.image(ImageIndex(row)).codeFile).find(path)
            != std::string_view::npos)
            return ImageIndex(row);
    }
    return {};
}

// An invalid image: in none that is known.
std::size_t leavesIn(const Profile &profile, ThreadIndex thread, ImageIndex image)
{
    std::size_t count = 0;
    profile.samples(thread).stacks.forEach([&](std::size_t, StackIndex stack) {
        const auto frame = profile.stack(stack).frame;
        count += frame.isValid() && profile.frame(frame).image == image ? 1U : 0U;
    });
    return count;
}

// Samples in either of the swapper's libraries, by the place that called it.
using SwappedByCaller = std::map<FrameIndex, std::array<std::size_t, 2>>;

SwappedByCaller swappedByCaller(const Profile &profile, ThreadIndex thread, Nanoseconds behind)
{
    const auto &samples = profile.samples(thread);
    SwappedByCaller callers;
    samples.stacks.forEach([&](std::size_t row, StackIndex index) {
        if (samples.times[SampleIndex(row)] - samples.times[SampleIndex(0)] < behind)
            return;
        const auto stack = profile.stack(index);
        if (!stack.frame.isValid() || !stack.parent.isValid())
            return;
        const auto image = profile.frame(stack.frame).image;
        const auto path =
            image.isValid() ? profile.text(profile.image(image).codeFile) : std::string_view();
        auto &[odd, even] = callers[profile.stack(stack.parent).frame];
        odd += path.ends_with("swapped_odd") ? 1U : 0U;
        even += path.ends_with("swapped_even") ? 1U : 0U;
    });
    return callers;
}

QByteArray notesOf(const Profile &profile)
{
    QByteArray notes;
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        if (event.kind == CaptureEventKind::Note)
            notes += QByteArray::fromStdString(std::string(profile.text(event.text))) + '\n';
    });
    return notes;
}

} // namespace

void TstRecorder::everyThreadIsSampledUnderItsName()
{
    const auto run = record({}, words("busythreads 3 600"));
    QCOMPARE(run.status, 0);
    QCOMPARE(run.output, QByteArray("done\n"));
    QVERIFY(run.profile);
    QCOMPARE(run.profile->tables().statistics.rateHz, 101.0);
    for (const char *name : {"busy-0", "busy-1", "busy-2"}) {
        const auto thread = threadNamed(*run.profile, name);
        QVERIFY2(thread.isValid(), name);
        // 600 ms of CPU time at 101 Hz; some ticks may be missed on a loaded machine.
        QVERIFY2(run.profile->samples(thread).size() >= 10, name);
        QVERIFY2(samplesIn(*run.profile, thread, ThreadState::Running) >= 5, name);
    }
    QVERIFY(wasFinished(*run.profile));
}

void TstRecorder::stacksReachTheThreadsStart()
{
    const auto run = record({}, words("busythreads 2 2000"));
    QVERIFY(run.profile);
    const auto &statistics = run.profile->tables().statistics;
    QVERIFY(statistics.nativeStacks > 200);
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
    const auto run = record({}, words("busythreads 1 2000"));
    QVERIFY(run.profile);
    const auto thread = threadNamed(*run.profile, "busy-0");
    QVERIFY(thread.isValid());
    std::uint64_t total = 0;
    run.profile->samples(thread).details.forEach(
        [&](std::size_t, const SampleDetail &detail) { total += detail.cpuNs; });
    // What it used after its last sample is in none.
    QVERIFY2(total > 1'600'000'000 && total < 2'100'000'000, qPrintable(QString::number(total)));
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

void TstRecorder::stacksOfBigFramesAreWhole()
{
    // The program outlives the capture: what waits to be unwound when it has ended is cut.
    const auto run = record(words("-d 4"), words("deeprecursion 1500 600000 4096"));
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    const auto pid = run.profile->process(launchedProcesses(*run.profile).at(0)).pid;
    const auto end = qScopeGuard([pid] { kill(pid_t(pid), SIGKILL); });
    const auto &statistics = run.profile->tables().statistics;
    QVERIFY(statistics.nativeStacks >= 20);
    // Far more than is copied, but the frames stay where they are while they are read.
    QVERIFY(double(statistics.rootsReached) >= 0.9 * double(statistics.nativeStacks));
}

void TstRecorder::stacksDeeperThanTheLimitAreSaidToBeCut()
{
    const auto run = record({}, words("deeprecursion 20000 1500"));
    QCOMPARE(run.status, 0);
    QVERIFY2(run.errors.contains("warning: StacksCut"), run.errors.constData());
    QVERIFY(run.profile);
    const Profile &profile = *run.profile;
    std::uint64_t cut = 0;
    profile.samples(threadNamed(profile, "deeprecursion"))
        .stacks.forEach([&](std::size_t, StackIndex stack) {
            cut += profile.stack(stack).depth >= UnwindOptions().depthLimit ? 1U : 0U;
        });
    QVERIFY(cut >= 10); // their innermost part is there
    std::uint64_t said = 0;
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        if (profile.text(event.text).find("the innermost frames are kept")
            != std::string_view::npos)
            said += event.count;
    });
    QVERIFY2(said > 0 && said <= cut, qPrintable(QString::number(said))); // not those reused
}

void TstRecorder::librariesLoadedLaterAreFound()
{
    const auto run = record({}, words("lateload libz.so.1 crc32 1500"));
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    const Profile &profile = *run.profile;
    const auto library = imageOf(profile, "libz.so");
    QVERIFY(library.isValid());
    QVERIFY(!profile.text(profile.image(library).codeId).empty());
    const auto inLibrary = leavesIn(profile, threadNamed(profile, "lateload"), library);
    QVERIFY2(inLibrary >= 10, qPrintable(QString::number(inLibrary)));
}

// The process is gone, and its maps with it, when its last samples are unwound. It uses the library
// for so short a time that a recorder without a CPU may take no sample in it.
void TstRecorder::librariesUsedRightBeforeTheEndAreFound()
{
    verifyInThreeAttempts([](QString &objection) {
        const auto run = record({QStringLiteral("-F"), QStringLiteral("997")},
                                words("lateload libz.so.1 crc32 40 2000"));
        QCOMPARE(run.status, 0);
        QVERIFY(run.profile);
        const auto library = imageOf(*run.profile, "libz.so");
        QVERIFY(library.isValid());
        const auto thread = threadNamed(*run.profile, "lateload");
        QCOMPARE(leavesIn(*run.profile, thread, ImageIndex()), std::size_t(0));
        if (leavesIn(*run.profile, thread, library) == 0)
            objection = QStringLiteral("no sample in the library");
    });
}

// Rather for none at all, once it has been seen that libraries go. The swapper calls either of the
// two from a place of its own.
void TstRecorder::aLibraryIsNotTakenForTheOneThatWasThere()
{
    const auto run = record({QStringLiteral("-F"), QStringLiteral("499")},
                            {QStringLiteral("swapper"), QStringLiteral(EMBER_BUILD_DIR "/targets"),
                             QStringLiteral("70"), QStringLiteral("60")});
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    const auto thread = threadNamed(*run.profile, "swapper");
    std::size_t inOdd = 0;
    std::size_t inEven = 0;
    std::size_t wrong = 0;
    for (const auto &[caller, samples] :
         swappedByCaller(*run.profile, thread, std::chrono::seconds(1))) {
        const auto [odd, even] = samples;
        inOdd += odd;
        inEven += even;
        wrong += std::min(odd, even);
    }
    const auto named = inOdd + inEven;
    const QString seen = QStringLiteral("%1 wrong of %2 and %3").arg(wrong).arg(inOdd).arg(inEven);
    QVERIFY2(named >= 100, qPrintable(seen));
    QVERIFY2(10 * std::min(inOdd, inEven) > named,
             qPrintable(seen)); // both were taken for themselves
    QVERIFY2(wrong * 10 < named, qPrintable(seen));
    const QByteArray told = notesOf(*run.profile);
    QVERIFY2(told.count("has loaded") == 1 && told.contains("swapped_odd")
                 && told.contains("swapped_even"),
             told.constData());
}

// Nor is it said of a library whose end has moved, as while it is loaded, that it lies where it was
// itself.
void TstRecorder::aLibraryThatChangesItsSizeIsNoOther()
{
    const auto run = record({}, words("remapped " EMBER_BUILD_DIR "/emberchart-record 500"));
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    QVERIFY(imageOf(*run.profile, "emberchart-record").isValid());
    const QByteArray told = notesOf(*run.profile);
    QVERIFY2(!told.contains("has loaded"), told.constData());
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

// Of so many each that stops must be found without looking at all.
void TstRecorder::thousandsOfThreadsThatLiveAreSampled()
{
    const auto run = record({}, words("sleepers 2000 8000"));
    QVERIFY2(run.profile && run.status == 0, qPrintable(describe(run)));
    const Profile &profile = *run.profile;
    std::size_t sampled = 0;
    std::size_t running = 0;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        sampled += profile.samples(thread).size() > 0 ? 1U : 0U;
        running = std::max(running, samplesIn(profile, thread, ThreadState::Running));
    }
    QCOMPARE(sampled, std::size_t(2001));
    QVERIFY2(running >= 5, qPrintable(QString::number(running)));
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
    const auto run = record({}, words("threadchurn 4000 1500") << where);
    QCOMPARE(run.status, 0);
    QVERIFY(run.output.startsWith("4000\n"));
    QVERIFY(run.profile);
    const auto late = threadNamed(*run.profile, "late");
    QVERIFY(late.isValid());
    QVERIFY(run.profile->samples(late).size() >= 20);
}

EMBER_TEST(TstRecorder)
#include "tst_recorder.moc"
