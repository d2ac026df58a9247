// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/excerpt.h"
#include "model/query/rangestatistics.h"
#include "model/query/summary.h"
#include "model/query/threadstatistics.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

constexpr std::int64_t ms = 1'000'000;

void addCpuSamples(ProfileBuilder &builder, ThreadIndex thread,
                   std::initializer_list<std::uint32_t> cpuMs)
{
    std::int64_t time = 0;
    for (const auto cpu : cpuMs) {
        const SampleDetail detail{cpu * unsigned(ms), 0, ThreadState::Running};
        builder.addSample(thread, {timestampFromNs(time), emptyStack, detail});
        time += 10 * ms;
    }
}

} // namespace

class TstThreadStatistics : public QObject {
    Q_OBJECT

private slots:
    void withoutCpuTimeAStackMeansRunning()
    {
        const auto rows = threadStatistics(*textProfile("a . a a\n"));
        QCOMPARE(rows.size(), std::size_t(1));
        QCOMPARE(rows[0].samples, std::uint64_t(4));
        QCOMPARE(rows[0].duration.count(), 30 * ms);
        QCOMPARE(rows[0].running.count(), 20 * ms);
    }

    void theEndOfAnExcerptIsNoSample()
    {
        const auto profile = textProfile("a a b a a\n");
        Selection selection;
        selection.range = {timestampFromNs(5 * ms), timestampFromNs(25 * ms)};
        const auto part = excerpt(profile, selection).profile;
        QCOMPARE(part->samples(ThreadIndex(0)).size(), std::size_t(4)); // a a b, and the end of b
        const auto summary = summarise(*part, selection);
        QCOMPARE(summary.samples, std::uint64_t(3));
        QCOMPARE(summary.threads[0].samples, std::uint64_t(3));
        selection.range.end = timestampFromNs(100 * ms); // nothing is cut
        QCOMPARE(summarise(*excerpt(profile, selection).profile, selection).samples,
                 std::uint64_t(5));
    }

    void cpuTimeCountsWhereTheCaptureKnowsIt()
    {
        ProfileBuilder builder;
        addCpuSamples(builder, builder.addThread({}), {9, 4, 10, 50});
        // The first sample's CPU time lies before the thread was watched; no more than the interval
        // is believed.
        QCOMPARE(threadStatistics(*builder.snapshot())[0].running.count(), (4 + 10 + 10) * ms);
    }

    void activityIsTheShareOfEachPiece()
    {
        const auto spans = buildSpans(textProfile("a a . a a\n"));
        const auto &thread = spans->thread(ThreadIndex(0));
        const TimeRange whole{timestampFromNs(0), timestampFromNs(40 * ms)};
        QCOMPARE(threadActivity(thread, whole, 4), (std::vector<float>{1, 1, 0, 1}));
        QCOMPARE(threadActivity(thread, whole, 2), (std::vector<float>{1, .5F}));
        const TimeRange late{timestampFromNs(15 * ms), timestampFromNs(35 * ms)};
        QCOMPARE(threadActivity(thread, late, 1), (std::vector<float>{.5F}));
        QCOMPARE(threadActivity(thread, {}, 3), (std::vector<float>{0, 0, 0}));
    }

    void sumsOfSpansEqualThoseOfSamples()
    {
        ProfileBuilder builder;
        SpanBuilder spans;
        std::string picture;
        for (int sample = 0; sample < 700; ++sample)
            picture += sample % 7 < 3 ? ". " : "a ";
        const auto thread = addTextThread(builder, picture + "\n");
        addCpuSamples(builder, builder.addThread({}), {9, 4, 10, 50});
        auto profile = builder.snapshot();
        auto table = spans.update(profile);
        for (int more = 0; more < 100; ++more) { // a live capture grows
            builder.addSample(thread, {timestampFromNs((7'000 + more * 10) * ms), emptyStack, {}});
            profile = builder.snapshot();
            table = spans.update(profile);
        }
        const auto slow = threadStatistics(*profile);
        const auto fast = threadStatistics(*table);
        QCOMPARE(fast.size(), slow.size());
        for (std::size_t row = 0; row < slow.size(); ++row) {
            QCOMPARE(fast[row].running.count(), slow[row].running.count());
            QCOMPARE(fast[row].samples, slow[row].samples);
            QCOMPARE(fast[row].duration.count(), slow[row].duration.count());
        }
    }

    void busyTimeBeforeAnyTimeIsThatOfTheSamples()
    {
        std::string picture;
        for (int sample = 0; sample < 300; ++sample)
            picture += sample * 7 % 11 < 5 ? ". " : "a ";
        const auto spans = buildSpans(textProfile(picture + "\n"));
        const auto &thread = spans->thread(ThreadIndex(0));
        std::int64_t busy = 0;
        for (std::int64_t time = 0; time < 3'100; ++time) { // samples are 10 ms apart
            QCOMPARE(thread.busy.before(*thread.samples, timestampFromNs(time * ms)).count(),
                     busy * ms);
            const auto sample = time / 10;
            busy += sample < 299 && sample * 7 % 11 >= 5 ? 1 : 0;
        }
    }

    void theBusiestThreadComesFirstAndTheSilentLast()
    {
        ProfileBuilder builder;
        const auto silent = addTextThread(builder, "", "1", "a");
        const auto lazy = addTextThread(builder, "a . . .\n", "2", "b");
        const auto busy = addTextThread(builder, "a a a a\n", "3", "z");
        const auto alsoLazy = addTextThread(builder, "a . . .\n", "4", "a");
        QCOMPARE(threadsByActivity(*builder.snapshot()),
                 (std::vector<ThreadIndex>{busy, alsoLazy, lazy, silent}));
    }

    void threadsAlikeBusyStandAsPeopleCount()
    {
        ProfileBuilder builder;
        std::vector<std::string> names{
            "worker-10", "worker-2", "worker-1", "worker-02b", "worker-2a",
            "worker",    "9",        "10",       "ä-2",        "worker-99999999999999999999999"};
        for (const std::string &name : names)
            addTextThread(builder, "a a\n", "1", name);
        addTextThread(builder, "a a\n", "10", "same");
        addTextThread(builder, "a a\n", "9", "same");
        const auto profile = builder.snapshot();
        std::vector<std::string> order;
        for (const ThreadIndex thread : threadsByActivity(*profile))
            order.emplace_back(profile->text(profile->thread(thread).name));
        QCOMPARE(order,
                 (std::vector<std::string>{"9", "10", "same", "same", "worker", "worker-1",
                                           "worker-2", "worker-2a", "worker-02b", "worker-10",
                                           "worker-99999999999999999999999", "ä-2"}));
        QCOMPARE(threadsByActivity(*profile)[2], ThreadIndex(11));
    }

    // Files without states do not say whether a thread ran; that V8 was idle they do.
    void idleLeavesAreIdleAndRunningMayNotBeKnown()
    {
        ProfileBuilder builder;
        builder.addProcess({});
        addTextThread(builder, "(root) (root) (root) (root)\nf (idle) (idle) f\n");
        const auto profile = builder.snapshot();
        for (const auto &statistics :
             {threadStatistics(*profile).at(0), threadStatistics(*buildSpans(profile)).at(0)}) {
            QCOMPARE(statistics.duration.count(), 30 * ms);
            QCOMPARE(statistics.running.count(), 10 * ms);
            QVERIFY(!statistics.isRunningKnown);
        }
        const auto range = rangeStatistics(*profile, {});
        QCOMPARE(range.idle.time.count(), 20 * ms);
        QCOMPARE(range.busy.count(), 10 * ms);
        ProfileBuilder withStates;
        withStates.addProcess({});
        const auto thread = withStates.addThread({});
        withStates.addSample(thread, {timestampFromNs(0), emptyStack, SampleDetail{}});
        QVERIFY(threadStatistics(*withStates.snapshot()).at(0).isRunningKnown);
    }

    void theSummaryCountsWhatSamplesUse()
    {
        ProfileBuilder builder;
        const auto thread = addTextThread(builder, "a a a .\nb c c .\n");
        addTextThread(builder, "0 40\na a\nb b\n", "2");
        const auto bytes = builder.addValueType(
            {builder.string("alloc"), builder.string("bytes"), ValueKind::Sum});
        builder.addSampleValue(thread, bytes, 64);
        builder.statistics().nativeStacks = 4;
        builder.statistics().rootsReached = 3;
        for (const char *frame : {"mul!libgmp", "add!libgmp", "mul!libgmp", "made"})
            builder.countCut(textStack(builder, frame));
        const auto summary = summarise(*builder.snapshot());
        QCOMPARE(summary.samples, std::uint64_t(6));
        QCOMPARE(summary.stacks, std::uint64_t(2));
        QCOMPARE(summary.frames, std::uint64_t(3));
        QCOMPARE(summary.duration.count(), 40 * ms);
        QCOMPARE(summary.periodP50.count(), 10 * ms);
        QCOMPARE(summary.values.at(0).sum.value_or(0), 64.0);
        QCOMPARE(summary.rootReached.value_or(0), 0.75);
        QCOMPARE(summary.cutStacks, std::uint64_t(4));
        QCOMPARE(summary.cutModules.size(), std::size_t(2));
        QCOMPARE(summary.cutModules[0].module, std::string("libgmp"));
        QCOMPARE(summary.cutModules[0].samples, std::uint64_t(3));
        QCOMPARE(summary.cutModules[1].module, std::string());
    }

    void levelsHaveAPeakAndNoSum()
    {
        ProfileBuilder builder;
        builder.addProcess({});
        const auto level = builder.addValueType(
            {builder.string("nodes"), builder.string("bytes"), ValueKind::Gauge});
        const auto early = addTextThread(builder, "0\na\n");
        builder.addSampleValue(early, level, 7);
        const auto late = addTextThread(builder, "10\na\n", "2");
        builder.addSampleValue(late, level, 3);
        const auto figures = summarise(*builder.snapshot()).values.at(0);
        QVERIFY(!figures.sum);
        QCOMPARE(figures.level.peak, 7.0);
        QCOMPARE(figures.level.last, 3.0);
    }

    // A source that says how far apart its samples are: of three, the last lasts as long.
    void theLastSampleLastsAnIntervalWhereThatIsKnown()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        builder.addProcess({});
        addRprofSource(builder, 10'000);
        addTextThread(builder, "a a a\nb c d\nx . x\n");
        const auto profile = builder.snapshot();
        const auto summary = summarise(*profile);
        QCOMPARE(summary.duration.count(), 30 * ms);
        QCOMPARE(summary.threads.front().duration.count(), 30 * ms);
        QCOMPARE(summary.threads.front().running.count(), 30 * ms);
        QCOMPARE(summary.functions.size(), std::size_t(5));
        for (const auto &function : summary.functions)
            QCOMPARE(function.total.count(), std::int64_t(function.totalSamples) * 10 * ms);
        QCOMPARE(printedCalls(profile),
                 std::string("a 0+30 (3)\n  b 0+10 (1)\n    x 0+10 (1)\n  c 10+10 (1)\n"
                             "  d 20+10 (1)\n    x 20+10 (1)\n"));
    }
};

EMBER_TEST(TstThreadStatistics)
#include "tst_threadstatistics.moc"
