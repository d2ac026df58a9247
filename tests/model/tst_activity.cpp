// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/activity.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <limits>
#include <random>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;

namespace {

constexpr SystemCall readCall{0};
constexpr SystemCall pollNumber{7};
constexpr SystemCall futexCall{202};

Timestamp at(std::int64_t ms)
{
    return timestampFromNs(ms * 1'000'000);
}

} // namespace

// What threads did, as their lanes show it.
class TstActivity : public QObject {
    Q_OBJECT

private slots:
    void statesAndSystemCallsTellWhatAThreadDoes()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto stack = textStack(builder, "work");
        std::int64_t ms = 0;
        const auto add = [&](ThreadState state, SystemCall call = noSystemCall) {
            builder.addSample(thread, {at(ms += 10), stack, SampleDetail{0, 0, state, call}});
        };
        add(ThreadState::Running);
        add(ThreadState::Runnable);
        add(ThreadState::Blocked, readCall);
        add(ThreadState::Blocked, pollNumber);
        add(ThreadState::Blocked, futexCall);
        add(ThreadState::Blocked);
        add(ThreadState::Unknown);
        const std::vector expected{Activity::Running, Activity::Runnable, Activity::InputOutput,
                                   Activity::Waiting, Activity::Lock,     Activity::Waiting,
                                   Activity::Sampled};
        QVERIFY(activities(builder) == expected);
    }

    // Locks, conditions and joins are all waited for in futex.
    void namesTellWhatAFutexIsWaitedOnFor()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        std::int64_t ms = 0;
        const auto leaf = textStack(builder, "__futex_wait");
        const auto wait = builder.snapshot()->stack(leaf).frame;
        for (const char *caller :
             {"pthread_mutex_lock", "__pthread_cond_wait", "pthread_mutex_lock", "pthread_join",
              "unknown_wait", "_M_futex_wait_until", "PyThread_acquire_lock",
              "runtime.futexsleep"}) {
            const auto stack = builder.stack(textStack(builder, caller), wait);
            builder.addSample(
                thread, {at(ms += 10), stack, SampleDetail{0, 0, ThreadState::Blocked, futexCall}});
        }
        // Go's sleep is for an event, unless its caller is a lock.
        const auto sleep =
            builder.snapshot()->stack(textStack(builder, "runtime.futexsleep")).frame;
        const auto locked = builder.stack(textStack(builder, "runtime.lock"), sleep);
        builder.addSample(
            thread, {at(ms += 10), locked, SampleDetail{0, 0, ThreadState::Blocked, futexCall}});
        const std::vector expected{Activity::Lock,    Activity::Waiting, Activity::Lock,
                                   Activity::Waiting, Activity::Lock,    Activity::Waiting,
                                   Activity::Lock,    Activity::Waiting, Activity::Lock};
        QVERIFY(activities(builder) == expected);
    }

    void withoutStatesThreadsAreSampledOrIdle()
    {
        ProfileBuilder builder;
        addTextThread(builder, "a . (idle) a a\n");
        const std::vector expected{Activity::Sampled, Activity::Idle, Activity::Sampled};
        QVERIFY(activities(builder) == expected);
    }

    void nothingIsKnownInAGap()
    {
        const auto spans = buildSpans(profileWithGap());
        const auto times = spans->thread(ThreadIndex(0)).activity.within({at(20), at(60)}, {});
        QCOMPARE(times[std::size_t(Activity::None)], Nanoseconds(40'000'000));
        QCOMPARE(times[std::size_t(Activity::Sampled)], Nanoseconds(0));
    }

    // Sums are looked up, and grow with the snapshots of a capture.
    void sumsAreThoseOfTheSamples()
    {
        std::mt19937 random(5);
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto stack = textStack(builder, "work");
        SpanBuilder spanBuilder;
        std::vector<std::pair<std::int64_t, ThreadState>> samples;
        std::int64_t ms = 0;
        SpanTablePointer spans;
        for (int number = 0; number < 3'000; ++number) {
            ms += std::int64_t(random() % 4);
            const auto state = static_cast<ThreadState>(1 + (random() >> 4) % 2);
            samples.emplace_back(ms, state);
            builder.addSample(thread, {at(ms), stack, SampleDetail{.state = state}});
            if (number % 700 == 0)
                spans = spanBuilder.update(builder.snapshot());
        }
        spans = spanBuilder.update(builder.snapshot());
        const ActivityRuns &runs = spans->thread(thread).activity;
        QVERIFY(runs.size() < samples.size());
        ActivityWalk walk(runs, Nanoseconds(5'000'000));
        for (std::int64_t until = 0; until < ms + 20; until += 1 + std::int64_t(random() % 300)) {
            ActivityTimes expected{};
            for (std::size_t place = 0; place < samples.size(); ++place) {
                const auto end = place + 1 < samples.size() ? samples[place + 1].first
                                                            : samples[place].first + 5;
                const auto length = std::min(end, until) - samples[place].first;
                const auto activity = samples[place].second == ThreadState::Running
                    ? Activity::Running
                    : Activity::Runnable;
                expected[std::size_t(activity)] +=
                    Nanoseconds(std::max<std::int64_t>(length, 0) * 1'000'000);
            }
            QVERIFY(walk.walkTo(at(until)) == expected);
            QVERIFY(runs.within({at(0), at(until)}, Nanoseconds(5'000'000)) == expected);
        }
    }

    // Buckets of all lengths are the sums of the runs in their times, whether they grew or not.
    void bucketsAreTheSumsOfTheirTimes()
    {
        std::mt19937 random(7);
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto stack = textStack(builder, "work");
        SpanBuilder spanBuilder;
        std::int64_t us = -70'000;
        for (int number = 0; number < 20'000; ++number) {
            // Busy times and long ones in between, so that fine buckets are dropped on the way.
            us += number % 1000 < 900 ? std::int64_t(random() % 300) : 60'000;
            const auto state = static_cast<ThreadState>(1 + (random() >> 4) % 2);
            builder.addSample(thread,
                              {timestampFromNs(us * 1000), stack, SampleDetail{.state = state}});
            if (number % 1700 == 0)
                spanBuilder.update(builder.snapshot());
        }
        const auto spans = spanBuilder.update(builder.snapshot());
        const ActivityRuns &runs = spans->thread(thread).activity;
        const auto atOnce = buildSpans(builder.snapshot());
        std::size_t levels = 0;
        for (int exponent = 16; exponent < 50; ++exponent) {
            const Nanoseconds length(std::int64_t(1) << exponent);
            const auto *level = runs.buckets().levelFor(length);
            if (!level || level->exponent != exponent)
                continue;
            ++levels;
            QVERIFY(level->shares.size() <= runs.size() + 257);
            const auto *other = atOnce->thread(thread).activity.buckets().levelFor(length);
            QCOMPARE(other->shares.size(), level->shares.size());
            for (std::int64_t number = level->first; number < level->end(); ++number) {
                const Timestamp start = timestampFromNs(number * length.count());
                const ActivityTimes expected = runs.within({start, start + length}, {});
                for (std::size_t activity = 0; activity < activityCount; ++activity) {
                    const double share = static_cast<double>(expected[activity].count()) * 255
                        / static_cast<double>(length.count());
                    const int found = (*level)[number][activity];
                    QVERIFY2(std::abs(found - share) <= 6, // rounded once a level
                             qPrintable(QStringLiteral("%1 %2").arg(found).arg(share)));
                    QCOMPARE(found > 0, share > 0);
                    QCOMPARE(int((*other)[number][activity]), found);
                }
            }
        }
        QVERIFY(levels >= 3);
    }

    void bucketsBeginWithALongRun_data()
    {
        QTest::addColumn<qint64>("start"); // ns
        QTest::newRow("in an even bucket") << qint64(2 * 65'536);
        QTest::newRow("in an odd bucket") << qint64(3 * 65'536);
        QTest::newRow("before zero") << qint64(-5'000'000'000);
        QTest::newRow("near the end of time")
            << std::numeric_limits<qint64>::max() - 4'000'000'000'000;
    }

    void bucketsBeginWithALongRun()
    {
        QFETCH(const qint64, start);
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto stack = textStack(builder, "work");
        constexpr qint64 hour = 3'600'000'000'000;
        for (int number = 0; number < 600; ++number)
            builder.addSample(thread,
                              {timestampFromNs(start + (number == 0 ? 0 : hour + number * 1'000)),
                               stack,
                               SampleDetail{.state = number % 2 == 0 ? ThreadState::Running
                                                                     : ThreadState::Runnable}});
        const auto spans = buildSpans(builder.snapshot());
        const auto *level =
            spans->thread(thread).activity.buckets().levelFor(std::chrono::minutes(10));
        QVERIFY(level != nullptr);
        QVERIFY(level->end() - level->first >= 4);
        QCOMPARE(int((*level)[level->first + 2][std::size_t(Activity::Running)]), 255);
    }

    void aThreadThatHardlyChangesHasNoBuckets()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto stack = textStack(builder, "work");
        for (int number = 0; number < 5'000; ++number)
            builder.addSample(thread,
                              {at(number), stack,
                               SampleDetail{.state = number % 100 == 0 ? ThreadState::Runnable
                                                                       : ThreadState::Running}});
        const auto spans = buildSpans(builder.snapshot());
        QVERIFY(!spans->thread(thread).activity.buckets().levelFor(std::chrono::hours(1)));
    }

private:
    // Of the runs of the first thread.
    static std::vector<Activity> activities(ProfileBuilder &builder)
    {
        const auto spans = buildSpans(builder.snapshot());
        const ActivityRuns &runs = spans->thread(ThreadIndex(0)).activity;
        std::vector<Activity> found;
        for (std::size_t run = 0; run < runs.size(); ++run)
            found.push_back(runs.activity(ActivityRuns::Run(run)));
        return found;
    }
};

EMBER_TEST(TstActivity)
#include "tst_activity.moc"
