// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/comparisonanswer.h"
#include "model/answers/cputimes.h"
#include "model/answers/frameanswer.h"
#include "model/answers/profileanswer.h"
#include "model/query/excerpt.h"
#include "model/query/functionstatistics.h"
#include "model/query/summary.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/program.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>

using namespace ember::model;
using namespace ember::tests;

namespace {

using Doing = Program::Doing;

std::int64_t ms(Nanoseconds time)
{
    return time.count() / 1'000'000;
}

QString print(const Profile &profile, const HotFunctions &functions)
{
    QStringList parts;
    for (const HotFunction &function : functions.functions)
        parts << QStringLiteral("%1 %2")
                     .arg(QString::fromStdString(frameName(profile, function.frame)))
                     .arg(ms(function.time));
    return QStringLiteral("%1: %2").arg(ms(functions.whole)).arg(parts.join(QStringLiteral(", ")));
}

QString print(const SpentTime &spent)
{
    return QStringLiteral("busy %1, ran %2, waited %3, blocked %4")
        .arg(ms(spent.busy))
        .arg(ms(spent.running))
        .arg(ms(spent.runnable))
        .arg(ms(spent.blocked));
}

} // namespace

class TstAnswers : public QObject {
    Q_OBJECT

private slots:
    void whereTheTimeWentIsToldByStatesAndCpuTime()
    {
        Program program(4);
        const auto main = program.thread("main");
        program.add(main, 30, {"Main", "Work"}, Doing::running(8))
            .add(main, 20, {"Main", "Work"}, Doing::runnable())
            .add(main, 10, {"Main", "poll"}, Doing::blocked(pollCall))
            .add(main, 1, {"Main"}, Doing::blocked());
        const auto profile = program.builder.snapshot();
        const auto answer = profileAnswer(profile);
        QCOMPARE(ms(answer.range.duration()), 600);
        QVERIFY(answer.isCpuKnown);
        QCOMPARE(print(answer.spent), QStringLiteral("busy 240, ran 300, waited 200, blocked 100"));
        QVERIFY(answer.spent.blockedIn.front().call == pollCall);
        QCOMPARE(answer.cores(), 0.4);
        QCOMPARE(answer.busy.size(), std::size_t(1));
        QCOMPARE(print(answer.busy.front().spent), print(answer.spent));
    }

    void aRangeHasOnlyWhatWasSpentInIt()
    {
        Program program(4);
        const auto main = program.thread("main");
        const auto other = program.thread("other");
        program.add(main, 30, {"Main", "Work"}, Doing::running(8))
            .add(main, 20, {"Main", "Wait"}, Doing::runnable())
            .add(main, 11, {"Main", "poll"}, Doing::blocked(pollCall))
            .add(other, 31, {"Other"}, Doing::running());
        const auto profile = program.builder.snapshot();
        const auto answer = partAnswer(*profile, {{}, {atMs(200), atMs(450)}});
        QCOMPARE(ms(answer.range.duration()), 250);
        QCOMPARE(print(answer.spent), QStringLiteral("busy 180, ran 200, waited 150, blocked 0"));
        QCOMPARE(print(*profile, answer.functions), QStringLiteral("200: Work 100, Other 100"));
        QCOMPARE(answer.threads, std::size_t(2));
        QCOMPARE(partAnswer(*profile, {{}, {atMs(350), atMs(450)}}).threads, std::size_t(1));
        QVERIFY(partAnswer(*profile, {{}, {atMs(5000), atMs(6000)}}).range.isEmpty());
    }

    void aPartHasOnlyTheThreadsAskedFor()
    {
        Program program(4);
        const auto main = program.thread("main");
        const auto other = program.thread("other");
        program.add(main, 30, {"Main", "Work"}, Doing::running())
            .add(main, 31, {"Main", "Refill", "pthread_mutex_lock"}, Doing::blocked())
            .add(other, 61, {"Refill"}, Doing::running());
        const auto profile = program.builder.snapshot();
        const auto answer = partAnswer(*profile, {{main}});
        QCOMPARE(print(answer.spent), QStringLiteral("busy 300, ran 300, waited 0, blocked 300"));
        QCOMPARE(print(*profile, answer.functions), QStringLiteral("300: Work 300"));
        QCOMPARE(answer.threads, std::size_t(1));
        QCOMPARE(answer.waits.longest.size(), std::size_t(1));
        QVERIFY(answer.waits.longest.front().likely); // looked for among all
        QVERIFY(partAnswer(*profile, {{other}}).waits.longest.empty());
        QVERIFY(partAnswer(*profile, {{}, {atMs(0), atMs(200)}}).waits.longest.empty());
    }

    // The label of a range, the call tree and the summary count alike, wherever it cuts samples.
    void allFiguresOfARangeAgree()
    {
        Program program(4);
        const auto main = program.thread("main");
        const auto other = program.thread("other");
        program.add(main, 20, {"Main", "Work"}, Doing::running(7))
            .add(main, 20, {"Main", "Wait"}, Doing::runnable())
            .add(main, 31, {"Main", "poll"}, Doing::blocked(pollCall))
            .add(other, 71, {"Other"}, Doing::running(3));
        const auto profile = program.builder.snapshot();
        for (const auto &[from, to] : {std::pair(3'456'789, 456'123'457), std::pair(1, 699'999'999),
                                       std::pair(43'000'001, 47'000'007)}) {
            Selection selection;
            selection.range = {atMs(0) + Nanoseconds(from), atMs(0) + Nanoseconds(to)};
            const auto part = partAnswer(*profile, selection);
            Selection all = selection;
            const auto excerpted = excerpt(profile, all).profile;
            selection.idleWaits = std::make_shared<IdleWaitFinder>(IdleWaitFinder().find(*profile));
            const Summary summary = summarise(*excerpted, selection);
            Nanoseconds running{};
            for (const ThreadStatistics &thread : summary.threads)
                running += thread.running;
            QCOMPARE(part.spent.busy.count(), running.count());
            QCOMPARE(profileAnswer(excerpted).spent.busy.count(), running.count());
            const auto wholeOf = [&](Counted counted) {
                selection.counted = counted;
                return CallWeigher().weigh(profile, selection)->total.front().time;
            };
            QCOMPARE(wholeOf(Counted::Running).count(), part.spent.running.count());
            QCOMPARE(wholeOf(Counted::Waiting).count(),
                     (part.spent.runnable + part.spent.blocked).count());
            QCOMPARE(wholeOf(Counted::All).count(), part.spent.known().count());
            QCOMPARE(wholeOf(Counted::Busy).count(),
                     (summary.idle.all - summary.idle.idle).count());
            selection.counted = Counted::All;
            const auto calls = CallWeigher().weigh(profile, selection);
            const auto states = stateSums(*calls)->total.front();
            QCOMPARE(states.running.count(), part.spent.running.count());
            QCOMPARE(states.runnable.count(), part.spent.runnable.count());
            QCOMPARE(states.blocked.count(), part.spent.blocked.count());
        }
    }

    void ownFunctionsHaveTheTimeOfTheSystemCodeTheyCall()
    {
        Program program(1);
        const auto main = program.thread("main");
        program.add(main, 6, {"start", "Work"}, Doing::running())
            .add(main, 3, {"start", "Work", "memcpy"}, Doing::running())
            .add(main, 4, {"start", "Other", "sort", "Less"}, Doing::running())
            .add(main, 2, {"start", "idle"}, Doing::running())
            .add(main, 5, {"start", "Work", "poll"}, Doing::blocked(pollCall))
            .add(main, 1, {"start"}, Doing::running());
        const auto profile = program.builder.snapshot();
        const auto functions = profileAnswer(profile).functions;
        QVERIFY(functions.code == CodeOf::NotSystem);
        QCOMPARE(print(*profile, functions), QStringLiteral("150: Work 90, Less 40"));
        QCOMPARE(functions.share(functions.functions.front()), 0.6);
    }

    void whereHardlyAnyCodeIsOwnAllCodeCounts()
    {
        Program program(1);
        const auto main = program.thread("main");
        program.add(main, 2, {"start", "Work"}, Doing::running())
            .add(main, 7, {"start", "parse"}, Doing::running())
            .add(main, 1, {"start"}, Doing::running());
        const auto profile = program.builder.snapshot();
        const auto functions = profileAnswer(profile).functions;
        QVERIFY(functions.code == CodeOf::Anybody);
        QCOMPARE(print(*profile, functions), QStringLiteral("90: parse 70, Work 20"));
    }

    // What a click on a function shows.
    void hotFunctionsHaveTheTimesOfViewsOfBusyTime()
    {
        const auto profile = syntheticProfile();
        const auto hot = hotFunctions(*profile, 5);
        const auto check = [&](const HotFunctions &found, std::vector<ThreadIndex> threads) {
            Selection selection;
            selection.threads = std::move(threads);
            selection.counted = Counted::Running;
            if (found.code == CodeOf::NotSystem)
                selection.filters = {{CallAction::Merge, {CallTest::By::SystemCode, {}}}};
            const auto rows = functionStatistics(*profile, selection);
            for (const HotFunction &function : found.functions) {
                const auto row = std::ranges::find_if(rows, [&](const FunctionStatistics &other) {
                    return functionIdentity(*profile, other.frame)
                        == functionIdentity(*profile, function.frame);
                });
                QVERIFY(row != rows.end());
                QCOMPARE(function.time.count(), row->self.count());
            }
        };
        check(hot.together, {});
        QVERIFY(!hot.together.functions.empty());
        for (std::size_t row = 0; row < profile->threadCount(); ++row)
            check(hot.byThread[row], {ThreadIndex(row)});
    }

    void threadsThatHardlyRanAreNotAmongTheBusyOnes()
    {
        Program program(2);
        const auto main = program.thread("main");
        const auto worker = program.thread("worker");
        const auto idler = program.thread("idler");
        program.add(main, 101, {"Main"}, Doing::running(2))
            .add(worker, 101, {"Work"}, Doing::running(9))
            .add(idler, 1, {"Idle"}, Doing::running(9))
            .add(idler, 100, {"Idle"}, Doing::blocked());
        const auto answer = profileAnswer(program.builder.snapshot());
        QCOMPARE(answer.busy.size(), std::size_t(2));
        QVERIFY(answer.busy[0].thread == worker && answer.busy[1].thread == main);
        QCOMPARE(answer.threads, std::size_t(3));
    }

    void framesTellWhoHeldThemUp()
    {
        Program program(1);
        const auto main = program.thread("main");
        program.add(main, 10, {"Main", "poll"}, Doing::blocked(pollCall))
            .add(main, 30, {"Main", "Paint", "Draw"}, Doing::running())
            .add(main, 10, {"Main", "poll"}, Doing::blocked(pollCall))
            .add(main, 80, {"Main", "Paint", "Draw"}, Doing::running())
            .add(main, 10, {"Main", "poll"}, Doing::blocked(pollCall))
            .frameMeasured(100, 400)
            .frameMeasured(500, 1300, true)
            .frameMeasured(20, 60);
        const auto profile = program.builder.snapshot();
        const auto answer = profileAnswer(profile);
        QVERIFY(answer.frames);
        QCOMPARE(answer.frames->slow, std::size_t(2));
        QCOMPARE(answer.frames->frozen, std::size_t(1));
        QCOMPARE(ms(answer.frames->worst.range.duration()), 800);
        QCOMPARE(answer.frames->holders.size(), std::size_t(2)); // in one it only waited
        QCOMPARE(answer.frames->holders.front().frames, std::size_t(2));
        QCOMPARE(frameName(*profile, answer.frames->holders.front().function), std::string("Draw"));
        QVERIFY(!profileAnswer(*profile, nullptr).frames->judged);
    }

    void aFramesWaitsForACpuTellWhoHadIt()
    {
        Program program(2);
        const auto main = program.thread("main");
        const auto busy = program.thread("busy");
        const auto half = program.thread("half");
        const auto before = program.thread("before");
        program.add(main, 10, {"Main"}, Doing::running(5))
            .add(main, 20, {"Main", "Paint"}, Doing::runnable())
            .add(main, 10, {"Main", "Paint"}, Doing::running())
            .add(main, 1, {"Main"}, Doing::running())
            .add(busy, 41, {"Busy"}, Doing::running(10))
            .add(half, 41, {"Half"}, Doing::running(5))
            .add(before, 10, {"Before"}, Doing::running(10))
            .add(before, 31, {"Before"}, Doing::blocked())
            .frameMeasured(100, 400);
        const auto spans = buildSpans(program.builder.snapshot());
        const auto frames = slowFrames(*spans->profile());
        const auto answer = frameAnswer(*spans, frames.front(), frames);
        QVERIFY(answer.thread == main);
        QCOMPARE(print(answer.spent), QStringLiteral("busy 100, ran 100, waited 200, blocked 0"));
        QCOMPARE(ms(answer.cpuTime), 400); // two CPUs for 200 ms
        QCOMPARE(answer.holders.size(), std::size_t(2));
        QVERIFY(answer.holders[0].thread == busy && answer.holders[1].thread == half);
        QCOMPARE(ms(answer.holders[0].time), 200);
        QCOMPARE(ms(answer.holders[1].time), 100);
        QCOMPARE(ms(answer.others()), 100);
        QCOMPARE(frameName(*spans->profile(), answer.function), std::string("Paint"));
        QCOMPARE(answer.number, std::size_t(1));
    }

    void wherePartsOfIntervalsAreMeantCpuTimeCountsEvenly()
    {
        Program program(1);
        const auto main = program.thread("main");
        program.add(main, 11, {"Main"}, Doing::running(8));
        const auto profile = program.builder.snapshot();
        const std::vector<TimeRange> times{{atMs(5), atMs(15)}, {atMs(20), atMs(25)}};
        QCOMPARE(ms(cpuTimeIn(profile->samples(main), times)), 12);
    }

    // So many samples are read in several threads.
    void cpuTimesOfManyThreadsAddUpInEveryPiece()
    {
        constexpr int threads = 12;
        Program program(1);
        for (int number = 0; number < threads; ++number) {
            const auto thread = program.thread("thread", number * 3);
            for (int turn = 0; turn < 90; ++turn)
                program.add(thread, 50 + number, {"Work"}, Doing::running(7))
                    .add(thread, 50 - number, {"Work"}, Doing::runnable());
        }
        const auto profile = program.builder.snapshot();
        QVERIFY(profile->sampleCount() > 100'000);
        const TimeRange range{atMs(1234), atMs(87'654)};
        constexpr std::size_t pieces = 17;
        const CpuTimes times(*profile, range, pieces);
        for (std::size_t piece = 0; piece < pieces; ++piece) {
            const auto start = range.start + times.width() * std::int64_t(piece);
            const TimeRange part{start, std::min(start + times.width(), range.end)};
            Nanoseconds used{};
            Nanoseconds waited{};
            for (std::size_t row = 0; row < profile->threadCount(); ++row) {
                const auto &samples = profile->samples(ThreadIndex(row));
                used += cpuTimeIn(samples, std::vector{part});
                for (const TimeRange &time : runnableTimes(samples, part))
                    waited += time.duration();
            }
            QVERIFY(used.count() > 0 && waited.count() > 0);
            QCOMPARE(times.used()[piece], used);
            QCOMPARE(times.waited()[piece], waited);
        }
    }

    void waitsBesideOthersAreThoseThatTheProgramLeftCpusFor()
    {
        const auto waitedBesideOthers = [](unsigned cpus, std::uint32_t cpuMs) {
            Program program(cpus);
            const auto main = program.thread("main");
            const auto other = program.thread("other");
            program.add(main, 101, {"Main"}, Doing::runnable())
                .add(other, 101, {"Other"}, Doing::running(cpuMs));
            const auto answer = profileAnswer(program.builder.snapshot());
            return answer.machine ? ms(answer.machine->waitedBesideOthers) : -1;
        };
        QCOMPARE(waitedBesideOthers(1, 10), 0); // the other thread had the CPU
        QCOMPARE(waitedBesideOthers(2, 10), 1000);
        QCOMPARE(waitedBesideOthers(1, 4), 600);
        QCOMPARE(waitedBesideOthers(0, 10), -1);
    }

    void withoutTimesOrStatesNothingIsMadeUp()
    {
        ProfileBuilder builder(TimeOrigin::None);
        builder.addThread({});
        const auto nothing = profileAnswer(builder.snapshot());
        QVERIFY(nothing.range.isEmpty());
        QVERIFY(nothing.busy.empty() && !nothing.frames && !nothing.machine);
        const auto plain = profileAnswer(syntheticProfile());
        QCOMPARE(plain.spent.known().count(), 0);
        QVERIFY(!plain.isCpuKnown && !plain.machine);
    }

    // As of an SDK beside a capture of another process.
    void timeIsCpuTimeOnlyIfTheStatesOfAllThreadsAreKnown()
    {
        Program program(1);
        program.add(program.thread("known"), 10, {"Main"}, Doing::running(5));
        const auto unknown = program.thread("unknown");
        const auto stack = program.builder.stack(emptyStack, program.builder.frame({}));
        program.builder.addSample(unknown, {atMs(0), stack, {}});
        program.builder.addSample(unknown, {atMs(10), stack, {}});
        const auto profile = program.builder.snapshot();
        Selection part;
        QVERIFY(!partAnswer(*profile, part).isCpuKnown);
        part.threads = {unknown};
        QVERIFY(!partAnswer(*profile, part).isCpuKnown);
        part.threads = {ThreadIndex(0)};
        QVERIFY(partAnswer(*profile, part).isCpuKnown);
    }

    void aComparisonHasTheLengthOfBothRuns()
    {
        const auto run = [](int count, bool isEnded) {
            Program program(1);
            const auto main = program.thread("main");
            program.add(main, count, {"Main", "Work"}, Doing::running(5));
            auto &process = program.builder.process(ProcessIndex(0));
            process.launched = true;
            if (isEnded)
                process.exit = ExitStatus{};
            return CallWeigher().weigh(program.builder.snapshot(), {});
        };
        const auto ended = comparisonAnswer(
            compare(run(101, true), run(201, true), Normalisation::Amount).value());
        QCOMPARE(ms(ended.before.length), 1000);
        QCOMPARE(ms(ended.after.length), 2000);
        QCOMPARE(ms(ended.before.busy), 500);
        QCOMPARE(ms(ended.after.busy), 1000);
        QVERIFY(ended.before.isWholeRun && ended.after.isWholeRun);
        QCOMPARE(ended.beyond.size() + ended.within + ended.unknown, std::size_t(2));
        const auto stopped = comparisonAnswer(
            compare(run(101, true), run(201, false), Normalisation::Amount).value());
        QVERIFY(!stopped.after.isWholeRun);
    }

    void programsDifferByNameAndFunctions()
    {
        const auto run = [](const char *executable, const char *command,
                            const std::vector<std::string> &stack) {
            Program program(1);
            const auto main = program.thread("main");
            program.add(main, 101, stack, Doing::running(5));
            auto &process = program.builder.process(ProcessIndex(0));
            process.launched = true;
            process.exit = ExitStatus{};
            if (*executable != 0)
                process.executable = program.builder.string(executable);
            process.command = program.builder.string(command);
            return CallWeigher().weigh(program.builder.snapshot(), {});
        };
        const auto areOther = [](CallWeightsPointer before, CallWeightsPointer after) {
            return comparisonAnswer(
                       compare(std::move(before), std::move(after), Normalisation::Amount).value())
                .areOtherPrograms;
        };
        const std::vector<std::string> work{"Main", "Work"};
        const std::vector<std::string> pack{"Run", "Pack"};
        QVERIFY(areOther(run("", "work 1", work), run("", "/usr/bin/xz 1", pack)));
        QVERIFY(!areOther(run("", "work-old", work), run("", "work-new", work)));
        QVERIFY(!areOther(run("", "/old/work -x", work), run("", "/new/work", pack)));
        // Paths with blanks.
        QVERIFY(!areOther(run("/build new/bin/work", "/build new/bin/work 1", work),
                          run("/build old/bin/work", "/build old/bin/work 1", pack)));
        QVERIFY(areOther(run("/my build/work", "/my build/work", work),
                         run("/my build/other", "/my build/other", pack)));
    }
};

EMBER_TEST(TstAnswers)
#include "tst_answers.moc"
