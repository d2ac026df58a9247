// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/query/callweights.h"
#include "model/query/functionstatistics.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

using namespace ember::model;
using namespace ember::tests;

namespace {

Selection without(const char *name)
{
    Selection selection;
    selection.filters = {{CallAction::LeaveOut, {CallTest::By::Name, name}}};
    return selection;
}

} // namespace

// One weigher, asked several questions: what it keeps from one is not the answer to another.
class TstCallWeigher : public QObject {
    Q_OBJECT

private slots:
    void anEstimateIsNearTheAnswer()
    {
        const auto profile = syntheticProfile({.threads = 5, .samplesPerThread = 40'000});
        Selection selection = without("00"); // some numbered functions
        selection.range = profile->timeRange();
        selection.range.start += selection.range.duration() / 3;
        CallWeigher weigher;
        const auto estimate = weigher.estimate(profile, selection);
        const auto answer = weigher.weigh(profile, selection);
        QCOMPARE(estimate->accuracy, Accuracy::Estimate);
        QVERIFY(answer->leftOut.samples > 0);
        QVERIFY(estimate->paths.size() < answer->paths.size());
        QVERIFY(std::abs(estimate->whole() / answer->whole() - 1) < 0.05);
        std::map<IdentityIndex, double> difference; // of the outermost functions' shares
        const auto add = [&](const CallWeights &calls, double sign) {
            for (auto path = calls.firstCallee.front(); path.isValid();
                 path = calls.nextCallee[path.row()])
                difference[calls.paths[path].identity] +=
                    sign * calls.amount(calls.total[path.row()]) / calls.whole();
        };
        add(*answer, 1);
        add(*estimate, -1);
        for (const auto &[function, share] : difference)
            QVERIFY(std::abs(share) < 0.03);
    }

    void answersThatUseTheMemoryOfOthersAreRight()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        StackIndex caller = emptyStack;
        for (int sample = 0; sample < 40'000; ++sample) {
            Function function;
            function.name = builder.string("f" + std::to_string(sample));
            Frame frame;
            frame.function = builder.function(function);
            const auto stack =
                builder.stack(sample % 50 == 0 ? emptyStack : caller, builder.frame(frame));
            builder.addSample(thread, {timestampFromNs(sample), stack, {}});
            caller = stack;
        }
        const auto profile = builder.snapshot();
        CallWeigher weigher;
        CallWeightsPointer shown; // as a view has the last one until the next is there
        const auto isEqual = [](const Weight &one, const Weight &other) {
            return one.samples == other.samples && one.time == other.time;
        };
        for (const int start : {0, 30'000, 10'000, 39'000, 5'000}) {
            Selection selection;
            selection.range = {timestampFromNs(start), timestampFromNs(40'000)};
            const auto answer = weigher.weigh(profile, selection);
            const auto expected = CallWeigher().weigh(profile, selection);
            QVERIFY(std::ranges::equal(answer->own, expected->own, isEqual));
            QVERIFY(std::ranges::equal(answer->total, expected->total, isEqual));
            shown = answer;
        }
    }

    void ofFewSamplesAnEstimateIsExact()
    {
        const auto profile = syntheticProfile({.threads = 3, .samplesPerThread = 500});
        CallWeigher weigher;
        const auto estimate = weigher.estimate(profile, {});
        const auto answer = weigher.weigh(profile, {});
        QCOMPARE(estimate->accuracy, Accuracy::Exact);
        QCOMPARE(estimate->whole(), answer->whole());
        QCOMPARE(estimate->total.front().samples, answer->total.front().samples);
        QVERIFY(weigher.estimate(profile, {}) == answer); // now that it is known
    }

    // Who asks first has not all call paths to choose from.
    void anEstimateIsTheSameWhateverWasAskedBefore()
    {
        const auto profile = syntheticProfile({.threads = 5, .samplesPerThread = 40'000});
        Selection selection;
        selection.range = profile->timeRange();
        CallWeigher weigher;
        const auto first = functionStatistics(*weigher.estimate(profile, selection));
        weigher.weigh(profile, without("00"));
        const auto later = functionStatistics(*weigher.estimate(profile, selection));
        QVERIFY(first.size() > 10);
        QCOMPARE(first.size(), later.size());
        for (std::size_t row = 0; row < first.size(); ++row) {
            QCOMPARE(first[row].name, later[row].name);
            QCOMPARE(first[row].selfSamples, later[row].selfSamples);
            QCOMPARE(first[row].total, later[row].total);
        }
    }

    // The same weigher, another question.
    void aKeptAnswerIsNotThatOfOtherFilters()
    {
        const auto profile = textProfile("a b\n");
        CallWeigher weigher;
        const auto all = weigher.weigh(profile, {});
        const auto part = weigher.weigh(profile, without("a"));
        QCOMPARE(all->total.front().samples, 2U);
        QCOMPARE(part->total.front().samples, 1U);
        QCOMPARE(weigher.weigh(profile, {})->total.front().samples, 2U);
    }

    void anOlderSnapshotIsAskedAboutBehindANewerOne_data()
    {
        QTest::addColumn<bool>("isOneFunction");
        QTest::newRow("of several functions") << false;
        QTest::newRow("of one function's lines") << true; // more stacks than call paths
    }

    // Who asks about an older snapshot may be answered behind who asked about a newer one.
    void anOlderSnapshotIsAskedAboutBehindANewerOne()
    {
        QFETCH(const bool, isOneFunction);
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto sample = [&](const std::string &name, std::uint32_t line) {
            Function function;
            function.name = builder.string(name);
            Frame frame;
            frame.function = builder.function(function);
            frame.line = line;
            const auto stack = builder.stack(emptyStack, builder.frame(frame));
            builder.addSample(thread, {timestampFromNs(line), stack, {}});
        };
        sample("a", 0);
        sample("b", 1);
        const auto older = builder.snapshot();
        for (std::uint32_t number = 0; number < 500; ++number)
            sample(isOneFunction ? "f" : "f" + std::to_string(number), 2 + number);
        CallWeigher weigher;
        QCOMPARE(weigher.weigh(builder.snapshot(), without("a"))->total.front().samples, 501U);
        QCOMPARE(weigher.weigh(older, without("a"))->total.front().samples, 1U);
    }
};

EMBER_TEST(TstCallWeigher)
#include "tst_callweigher.moc"
