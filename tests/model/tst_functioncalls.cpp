// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/functioncalls.h"
#include "model/query/functionstatistics.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

constexpr std::int64_t nsPerMs = 1'000'000;

TimeRange callRange(std::int64_t startMs, std::int64_t endMs)
{
    return {timestampFromNs(startMs * nsPerMs), timestampFromNs(endMs * nsPerMs)};
}

FunctionCalls callsOf(const ProfilePointer &profile, const char *name,
                      const Selection &selection = {})
{
    CallWeigher weigher;
    FrameIndex frame;
    for (std::size_t row = 0; row < profile->tables().frames.size(); ++row) {
        if (frameName(*profile, FrameIndex(row)) == name)
            frame = FrameIndex(row);
    }
    return functionCalls(*buildSpans(profile), *weigher.weigh(profile, selection), selection, frame,
                         weigher.stacksThrough(profile, selection.filters, frame));
}

// "3 calls 10 20 20 30 30 total 60/6 self 40/4": shortest, median, mean, 95th percentile, longest;
// milliseconds and samples.
QString print(const FunctionCalls &calls)
{
    QString text = QStringLiteral("%1 calls").arg(calls.calls);
    for (const auto duration :
         {calls.shortest, calls.median, calls.mean, calls.percentile95, calls.longest})
        text += QStringLiteral(" %1").arg(duration.count() / nsPerMs);
    return text
        + QStringLiteral(" total %1/%2 self %3/%4")
              .arg(calls.total.time.count() / nsPerMs)
              .arg(calls.total.samples)
              .arg(calls.self.time.count() / nsPerMs)
              .arg(calls.self.samples);
}

QString histogram(const FunctionCalls &calls)
{
    QString text;
    for (const DurationBucket &bucket : calls.histogram)
        text += QStringLiteral("%1-%2:%3 ")
                    .arg(bucket.from.count() / nsPerMs)
                    .arg(bucket.below.count() / nsPerMs)
                    .arg(bucket.calls);
    return text.trimmed();
}

} // namespace

class TstFunctionCalls : public QObject {
    Q_OBJECT

private slots:
    void callsAreTheBoxesOfTheChart()
    {
        const auto calls = callsOf(textProfile("m m m m m m m m\n"
                                               "a . a a . a a a\n"
                                               "b . . b . . . .\n"),
                                   "a");
        QCOMPARE(print(calls), QStringLiteral("3 calls 10 20 16 20 20 total 50/6 self 30/4"));
        QCOMPARE(calls.whole.samples, std::uint64_t(8));
        QCOMPARE(calls.nested, std::uint64_t(0));
        QCOMPARE(calls.cut, std::uint64_t(0));
    }

    void aCallOfTheFunctionInItselfIsACallButNotMoreTime()
    {
        const auto calls = callsOf(textProfile("a a a b\n"
                                               "a b . .\n"
                                               ". a . .\n"),
                                   "a");
        QCOMPARE(print(calls), QStringLiteral("3 calls 10 10 16 30 30 total 30/3 self 30/3"));
        QCOMPARE(calls.nested, std::uint64_t(2));
    }

    void aRangeCountsWhatReachesIntoIt()
    {
        const auto profile = textProfile("a a . a a . a a a .\n");
        const auto calls = callsOf(profile, "a", {{}, callRange(15, 65)});
        // Whole calls, but the time of the range.
        QCOMPARE(print(calls), QStringLiteral("3 calls 20 20 23 30 30 total 30/4 self 30/4"));
        QCOMPARE(calls.cut, std::uint64_t(2));
        QCOMPARE(callsOf(profile, "a", {{}, callRange(20, 30)}).calls, std::uint64_t(0));
    }

    void onlyTheChosenThreadsCount()
    {
        ProfileBuilder builder;
        addTextThread(builder, "a a . a .\n", "1");
        addTextThread(builder, "a a a a .\n", "2");
        const auto profile = builder.snapshot();
        QCOMPARE(callsOf(profile, "a").calls, std::uint64_t(3));
        const auto calls = callsOf(profile, "a", {{ThreadIndex(1)}, TimeRange::everything()});
        QCOMPARE(calls.calls, std::uint64_t(1));
        QVERIFY(calls.longestCalls.front().thread == ThreadIndex(1));
    }

    void theLongestStandFirstAndEqualOnesInTimeOrder()
    {
        const auto profile = textProfile("a . a a . a . a a .\n");
        const auto calls = callsOf(profile, "a");
        QStringList starts;
        const auto spans = buildSpans(profile);
        for (const LongCall &call : calls.longestCalls) {
            const ThreadSpans &thread = spans->thread(call.thread);
            starts << QString::number(toNs(thread.start(thread.rows[call.depth].boxes[call.box]))
                                      / nsPerMs);
        }
        QCOMPARE(starts.join(QLatin1Char(' ')), QStringLiteral("20 70 0 50"));
    }

    void theHistogramHasAllStepsFromTheShortestToTheLongest()
    {
        const auto calls = callsOf(textProfile("a . a a . a . a a a a a a a a a a a .\n"), "a");
        QCOMPARE(histogram(calls), QStringLiteral("10-20:2 20-50:1 50-100:0 100-200:1"));
    }

    void percentilesAreDurationsOfCalls()
    {
        // A hundred calls of 10 ms and five of 20.
        std::string picture;
        for (int call = 0; call < 100; ++call)
            picture += "a . ";
        for (int call = 0; call < 5; ++call)
            picture += "a a . ";
        const auto calls = callsOf(textProfile(picture + "\n"), "a");
        QCOMPARE(calls.calls, std::uint64_t(105));
        QCOMPARE(calls.median.count() / nsPerMs, 10);
        QCOMPARE(calls.percentile95.count() / nsPerMs, 10);
        QCOMPARE(calls.longest.count() / nsPerMs, 20);
        QCOMPARE(calls.longestCalls.size(), std::size_t(100));
    }

    void filtersTakeCallsAway()
    {
        const auto profile = textProfile("a a b b a .\n"
                                         "c d c . . .\n");
        const auto filtered = [&](CallAction action, const char *name) {
            Selection selection;
            selection.filters = {{action, {CallTest::By::Name, name}}};
            return callsOf(profile, "a", selection);
        };
        QCOMPARE(callsOf(profile, "a").calls, std::uint64_t(2));
        // A call counts whole if anything of it does.
        QCOMPARE(print(filtered(CallAction::Only, "c")),
                 QStringLiteral("1 calls 20 20 20 20 20 total 10/1 self 0/0"));
        QCOMPARE(print(filtered(CallAction::LeaveOut, "d")),
                 QStringLiteral("2 calls 10 10 15 20 20 total 20/2 self 10/1"));
        QCOMPARE(filtered(CallAction::Merge, "a").calls, std::uint64_t(0));
        QCOMPARE(filtered(CallAction::Merge, "a").total.samples, std::uint64_t(0));
    }

    void linesAreOfOneFunctionModulesAreNot()
    {
        QCOMPARE(callsOf(textProfile("a!x . a:1 . a:2 .\n"), "a").calls, std::uint64_t(2));
    }

    void figuresAgreeWithTheTableOfFunctions()
    {
        const auto profile = textProfile("a a a b a a\n"
                                         "b a . a . b\n"
                                         "a . . . . .\n");
        const Selection selection{{}, callRange(5, 45)};
        for (const auto &row : functionStatistics(*profile, selection)) {
            const auto calls = callsOf(profile, row.name.c_str(), selection);
            QVERIFY(calls.total.time == row.total && calls.self.time == row.self);
            QCOMPARE(calls.total.samples, row.totalSamples);
            QCOMPARE(calls.self.samples, row.selfSamples);
        }
    }

    void untimedSamplesHaveNoCalls()
    {
        ProfileBuilder builder(TimeOrigin::None);
        const auto thread = builder.addThread({});
        for (int sample = 0; sample < 3; ++sample)
            builder.addSample(thread, {{}, textStack(builder, "a"), {}});
        const auto calls = callsOf(builder.snapshot(), "a");
        QCOMPARE(calls.total.samples, std::uint64_t(3));
        QCOMPARE(calls.calls, std::uint64_t(0));
        QVERIFY(calls.histogram.empty() && calls.longestCalls.empty());
    }
};

EMBER_TEST(TstFunctionCalls)
#include "tst_functioncalls.moc"
