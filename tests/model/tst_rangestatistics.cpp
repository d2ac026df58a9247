// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/callweights.h"
#include "model/query/rangestatistics.h"
#include "model/query/stackweights.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <random>
#include <vector>

using namespace ember::model;
using namespace ember::tests;

namespace {

constexpr std::int64_t msInNs = 1'000'000;

TimeRange range(std::int64_t startMs, std::int64_t endMs)
{
    return {timestampFromNs(startMs * msInNs), timestampFromNs(endMs * msInNs)};
}

QString print(const SampledTime &spent)
{
    return QStringLiteral("%1/%2").arg(spent.time.count() / msInNs).arg(spent.samples);
}

QString print(const RangeStatistics &statistics)
{
    QStringList parts;
    for (const auto &spent : {statistics.all, statistics.idle, statistics.running,
                              statistics.runnable, statistics.blocked})
        parts << print(spent);
    for (const BlockedTime &blocked : statistics.blockedIn)
        parts << QStringLiteral("in %1").arg(print(blocked.spent));
    for (const ThreadShare &share : statistics.threads)
        parts << QStringLiteral("%1: %2, %3")
                     .arg(share.thread.row())
                     .arg(print(share.all))
                     .arg(share.busy.count());
    parts << QStringLiteral("%1 stops, %2, %3")
                 .arg(statistics.stops.stops)
                 .arg(statistics.stops.total.count())
                 .arg(statistics.stops.longest.count());
    return parts.join(QLatin1Char('\n'));
}

constexpr SystemCall readCall{0};
constexpr SystemCall futexCall{202};

// A thread, a sample every 10 ms.
class Thread10ms {
public:
    explicit Thread10ms(ProfileBuilder &builder)
        : m_builder(builder),
          m_thread(builder.addThread({}))
    {
    }

    Thread10ms &samples(int count, ThreadState state, SystemCall call = noSystemCall,
                        std::uint32_t cpuMs = 0, std::uint32_t stopNs = 0)
    {
        const auto stack = textStack(m_builder, "a");
        for (; count > 0; --count, m_ms += 10)
            m_builder.addSample(m_thread,
                                {timestampFromNs(m_ms * msInNs), stack,
                                 SampleDetail{cpuMs * std::uint32_t(msInNs), stopNs, state, call}});
        return *this;
    }

private:
    ProfileBuilder &m_builder;
    ThreadIndex m_thread;
    std::int64_t m_ms = 0;
};

void addEvent(ProfileBuilder &builder, CaptureEventKind kind, std::int64_t ms, std::uint64_t count)
{
    builder.addEvent({timestampFromNs(ms * msInNs), kind, count, {}});
}

} // namespace

class TstRangeStatistics : public QObject {
    Q_OBJECT

private slots:
    void statesAreCutToTheRange()
    {
        ProfileBuilder builder;
        Thread10ms(builder)
            .samples(3, ThreadState::Running)
            .samples(2, ThreadState::Runnable)
            .samples(4, ThreadState::Blocked, futexCall)
            .samples(2, ThreadState::Blocked, readCall);
        const auto profile = builder.snapshot();
        const auto all = rangeStatistics(*profile, {});
        QCOMPARE(print(all.all), QStringLiteral("100/11")); // the last sample takes no time
        QCOMPARE(print(all.running), QStringLiteral("30/3"));
        QCOMPARE(print(all.runnable), QStringLiteral("20/2"));
        QCOMPARE(print(all.blocked), QStringLiteral("50/6"));
        QCOMPARE(all.blockedIn.size(), std::size_t(2));
        QVERIFY(all.blockedIn[0].call == futexCall);
        QCOMPARE(print(all.blockedIn[0].spent), QStringLiteral("40/4"));
        QCOMPARE(print(all.blockedIn[1].spent), QStringLiteral("10/2"));
        const auto part = rangeStatistics(*profile, {{}, range(25, 75)});
        QCOMPARE(print(part.all), QStringLiteral("50/6"));
        QCOMPARE(print(part.running), QStringLiteral("5/1"));
        QCOMPARE(print(part.runnable), QStringLiteral("20/2"));
        QCOMPARE(print(part.blocked), QStringLiteral("25/3"));
    }

    // Threads, states and stacks come as it grows; one sample comes late.
    void ofAGrowingProfileTheyAreThoseItHasAtOnce()
    {
        ProfileBuilder builder;
        std::mt19937 random{3};
        std::vector<ThreadIndex> threads{builder.addThread({}), builder.addThread({})};
        Selection part;
        part.range = range(200, 900);
        Selection running;
        running.counted = Counted::Running;
        Selection one;
        one.threads = {threads.back()};
        const std::vector<Selection> selections{{}, part, running, one};
        std::vector<GrowingRangeStatistics> growing(selections.size());
        const auto add = [&](std::size_t thread, std::int64_t ms) {
            const auto stack = random() % 3 == 0 ? emptyStack : textStack(builder, "a");
            const SystemCall call = random() % 2 == 0 ? readCall : futexCall;
            builder.addSample(threads[thread],
                              {timestampFromNs(ms * msInNs), stack,
                               SampleDetail{0, std::uint32_t(random() % 50),
                                            ThreadState(1 + random() % 3), call}});
        };
        for (std::int64_t ms = 0; ms < 1200; ms += 4) {
            if (ms % 100 == 0)
                threads.push_back(builder.addThread({}));
            add(random() % threads.size(), ms);
            if (ms == 600)
                add(0, 50);
            const auto profile = builder.snapshot();
            for (std::size_t row = 0; row < selections.size(); ++row)
                QCOMPARE(print(growing[row].read(*profile, selections[row])),
                         print(rangeStatistics(*profile, selections[row])));
        }
    }

    // As sums of functions have it.
    void theLastSampleLastsAnIntervalWhereThatIsKnown()
    {
        for (const char *stacks : {"a . a\n", "a . .\n", "a\n"}) {
            ProfileBuilder builder(TimeOrigin::ProfileStart);
            builder.addProcess({});
            addRprofSource(builder, 10'000);
            addTextThread(builder, stacks);
            const auto profile = builder.snapshot();
            const auto figures = rangeStatistics(*profile, {});
            Weight all;
            for (const Weight &weight : stackWeights(*profile, {}))
                all.add(weight);
            QCOMPARE(figures.all.time, all.time);
            QCOMPARE(figures.all.time.count() / msInNs, 10 * std::int64_t(all.samples));
            QCOMPARE(figures.busy, figures.all.time - figures.idle.time);
        }
    }

    void anotherSelectionHasFiguresOfItsOwn()
    {
        const auto profile = textProfile("a . . a a\n");
        GrowingRangeStatistics growing;
        Selection part;
        part.range = range(5, 25);
        QCOMPARE(print(growing.read(*profile, {}).all), QStringLiteral("40/5"));
        QCOMPARE(print(growing.read(*profile, part).all), QStringLiteral("20/3"));
        QCOMPARE(print(growing.read(*profile, {}).all), QStringLiteral("40/5"));
    }

    void onlyRunningLeavesOutWhatIsBlocked()
    {
        ProfileBuilder builder;
        Thread10ms(builder)
            .samples(3, ThreadState::Running)
            .samples(4, ThreadState::Blocked, readCall);
        Selection selection;
        selection.counted = Counted::Running;
        const auto running = rangeStatistics(*builder.snapshot(), selection);
        QCOMPARE(print(running.all), QStringLiteral("30/3"));
        QCOMPARE(running.blocked.samples, std::uint64_t(0));
        QVERIFY(running.blockedIn.empty());
    }

    void busyIsCpuTimeWhereThatIsKnown()
    {
        ProfileBuilder builder;
        Thread10ms(builder).samples(4, ThreadState::Running, noSystemCall, 6);
        const auto profile = builder.snapshot();
        QCOMPARE(rangeStatistics(*profile, {}).busy.count() / msInNs, 18);
        QCOMPARE(rangeStatistics(*profile, {{}, range(5, 20)}).busy.count() / msInNs, 9);
    }

    void withoutStatesIdleSamplesAreToldFromOthers()
    {
        const auto profile = textProfile("a . . a a\n");
        const auto all = rangeStatistics(*profile, {});
        QCOMPARE(print(all.all), QStringLiteral("40/5"));
        QCOMPARE(print(all.idle), QStringLiteral("20/2"));
        QCOMPARE(all.busy.count() / msInNs, 20);
        QCOMPARE(all.running.samples + all.runnable.samples + all.blocked.samples,
                 std::uint64_t(0));
    }

    void threadsStandByHowBusyTheyWere()
    {
        ProfileBuilder builder;
        addTextThread(builder, ". a a .\n", "1", "half");
        addTextThread(builder, "a a a a\n", "2", "busy");
        addTextThread(builder, ". . . .\n", "3", "idle");
        const auto profile = builder.snapshot();
        const auto threads = rangeStatistics(*profile, {}).threads;
        QCOMPARE(threads.size(), std::size_t(3));
        QVERIFY(threads[0].thread == ThreadIndex(1) && threads[1].thread == ThreadIndex(0));
        QCOMPARE(threads[0].busy.count() / msInNs, 30);
        QCOMPARE(print(threads[2].all), QStringLiteral("30/4"));
        const auto some = rangeStatistics(*profile, {{ThreadIndex(2)}, range(0, 100)}).threads;
        QCOMPARE(some.size(), std::size_t(1));
        QVERIFY(some[0].thread == ThreadIndex(2));
    }

    void filtersLeaveWhatTheyLeaveToAllSums()
    {
        ProfileBuilder builder;
        addTextThread(builder,
                      "a a a b .\n"
                      "c d c . .\n");
        const auto profile = builder.snapshot();
        CallWeigher weigher;
        QVERIFY(weigher.stacksLeft(profile, {}).empty());
        for (const auto action : {CallAction::Only, CallAction::LeaveOut, CallAction::Merge}) {
            Selection selection;
            selection.filters = {{action, {CallTest::By::Name, "c"}}};
            const auto calls = weigher.weigh(profile, selection);
            const auto left = rangeStatistics(*profile, selection,
                                              weigher.stacksLeft(profile, selection.filters));
            QCOMPARE(left.all.samples, calls->total.front().samples);
            QVERIFY(left.all.time == calls->total.front().time);
            QCOMPARE(left.idle.samples, std::uint64_t(0));
        }
    }

    void stopsAreThoseOfTheRange()
    {
        ProfileBuilder builder;
        Thread10ms(builder)
            .samples(2, ThreadState::Running, noSystemCall, 0, 3000)
            .samples(2, ThreadState::Blocked, readCall)
            .samples(1, ThreadState::Running, noSystemCall, 0, 9000);
        const auto profile = builder.snapshot();
        const auto all = rangeStatistics(*profile, {}).stops;
        QCOMPARE(all.stops, std::uint64_t(3));
        QCOMPARE(all.total.count(), 15'000);
        QCOMPARE(all.longest.count(), 9000);
        QCOMPARE(rangeStatistics(*profile, {{}, range(0, 35)}).stops.total.count(), 6000);
    }

    void missedTicksCountWhereTheyFellOut()
    {
        ProfileBuilder builder;
        builder.statistics().rateHz = 100;
        // At 50, 60, 70, 80 and 90 ms.
        addEvent(builder, CaptureEventKind::MissedTicks, 100, 5);
        addEvent(builder, CaptureEventKind::Dropped, 40, 7);
        const auto profile = builder.snapshot();
        const auto missed = [&](std::int64_t from, std::int64_t to) {
            return rangeStatistics(*profile, {{}, range(from, to)}).missedTicks;
        };
        QCOMPARE(missed(0, 200), std::uint64_t(5));
        QCOMPARE(missed(0, 50), std::uint64_t(0));
        QCOMPARE(missed(0, 51), std::uint64_t(1));
        QCOMPARE(missed(60, 90), std::uint64_t(3));
        QCOMPARE(missed(95, 200), std::uint64_t(0));
        QCOMPARE(rangeStatistics(*profile, {}).missedTicks, std::uint64_t(5));
        QCOMPARE(rangeStatistics(*profile, {}).lostSamples, std::uint64_t(7));
        QCOMPARE(rangeStatistics(*profile, {{}, range(0, 40)}).lostSamples, std::uint64_t(0));
    }
};

EMBER_TEST(TstRangeStatistics)
#include "tst_rangestatistics.moc"
