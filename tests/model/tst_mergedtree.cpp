// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/functionstatistics.h"
#include "model/query/weights.h"
#include "tests/model/treetext.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <vector>

using namespace ember::model;
using namespace ember::tests;

namespace {

CallWeightsPointer weighed(const ProfilePointer &profile, const Selection &selection = {})
{
    return CallWeigher().weigh(profile, selection);
}

IdentityIndex functionOf(const CallWeights &calls, std::string_view name)
{
    for (std::size_t row = 1; row < calls.paths.size(); ++row) {
        const PathNode &path = calls.paths[PathIndex(row)];
        if (frameName(*calls.profile, path.frame) == name)
            return path.identity;
    }
    return {};
}

constexpr auto picture = "a a a a a a\n"
                         "b c b b b .\n"
                         "c . b d . .\n";

} // namespace

class TstMergedTree : public QObject {
    Q_OBJECT

private slots:
    void equalStacksAreOneAndTheLargestComesFirst()
    {
        QCOMPARE(printedTree(MergedTree(weighed(textProfile(picture)), TowardsCalls::Callees,
                                        SiblingOrder::Weight)),
                 QStringLiteral("* 50/0\n"
                                " a 50/0\n"
                                "  b 40/10\n"
                                "   c 10/10\n"
                                "   b 10/10\n"
                                "   d 10/10\n"
                                "  c 10/10\n"));
    }

    void theNodesOfAFunctionAreFoundAndNoMoreThanAsked()
    {
        const auto calls = weighed(textProfile(picture));
        for (const auto direction : {TowardsCalls::Callees, TowardsCalls::Callers}) {
            for (const char *name : {"a", "b", "c", "d"}) {
                const auto function = functionOf(*calls, name);
                std::vector<std::uint8_t> marked(calls->functionCount);
                marked[function.row()] = 1;
                MergedTree whole(calls, direction, SiblingOrder::Weight);
                whole.expand(0);
                std::size_t count = 0;
                for (std::size_t row = 1; row < whole.size(); ++row) {
                    const MergedIndex node(row); // one without an amount has no place
                    count += whole.node(node).function == function && whole.amount(node) > 0;
                }
                QVERIFY(count > 0);
                MergedTree fresh(calls, direction, SiblingOrder::Weight);
                const auto found = fresh.find(marked, 100);
                QCOMPARE(found.size(), count);
                for (const MergedIndex node : found)
                    QVERIFY(fresh.node(node).function == function);
                QCOMPARE(whole.find(marked, 100).size(), count); // whatever was known
                QCOMPARE(fresh.find(marked, 1).size(), std::size_t(1));
            }
        }
    }

    void siblingsCanStandAsTheyWereFirstSeen()
    {
        ProfileBuilder builder;
        // Stacks are entered in another order than they were seen in.
        addTextThread(builder,
                      "100 110 120 130\n"
                      "a   a   a   a\n"
                      "z   z   b   .\n",
                      "1");
        addTextThread(builder,
                      "50  60  70\n"
                      "a   a   a\n"
                      "b   c   .\n",
                      "2");
        const auto calls = weighed(builder.snapshot());
        QCOMPARE(printedTree(MergedTree(calls, TowardsCalls::Callees, SiblingOrder::FirstSeen)),
                 QStringLiteral("* 50/0\n"
                                " a 50/0\n"
                                "  b 20/20\n"
                                "  c 10/10\n"
                                "  z 20/20\n"));
    }

    void siblingsCanStandInTheOrderOfTheirNames()
    {
        QCOMPARE(printedTree(MergedTree(weighed(textProfile("c a a b b b b\n")),
                                        TowardsCalls::Callees, SiblingOrder::Name)),
                 QStringLiteral("* 60/0\n a 20/20\n b 30/30\n c 10/10\n"));
    }

    void linesAndAddressesMakeNoOtherFunction()
    {
        QCOMPARE(printedTree(MergedTree(weighed(textProfile("a:1@10 a:2@20 a:3@30\n")),
                                        TowardsCalls::Callees, SiblingOrder::Weight)),
                 QStringLiteral("* 20/0\n a 20/20\n"));
    }

    void callersGrowFromEveryLeaf()
    {
        QCOMPARE(printedTree(MergedTree(weighed(textProfile(picture)), TowardsCalls::Callers,
                                        SiblingOrder::Weight)),
                 QStringLiteral("* 50/0\n"
                                " b 20/20\n"
                                "  a 10/0\n"
                                "  b 10/0\n"
                                "   a 10/0\n"
                                " c 20/20\n"
                                "  b 10/0\n"
                                "   a 10/0\n"
                                "  a 10/0\n"
                                " d 10/10\n"
                                "  b 10/0\n"
                                "   a 10/0\n"
                                " a 0/0\n"));
    }

    void aFunctionIsCountedFromItsOutermostCall()
    {
        const auto calls = weighed(textProfile(picture));
        const auto function = functionOf(*calls, "b");
        QCOMPARE(
            printedTree(MergedTree(calls, function, TowardsCalls::Callees, SiblingOrder::Weight)),
            QStringLiteral("b 40/10\n c 10/10\n b 10/10\n d 10/10\n"));
        QCOMPARE(
            printedTree(MergedTree(calls, function, TowardsCalls::Callers, SiblingOrder::Weight)),
            QStringLiteral("b 40/10\n a 40/0\n"));
    }

    // So many that cores share them: all together are what each thread is alone.
    void manySamplesAreCountedOnceEach()
    {
        ProfileBuilder builder;
        constexpr int samples = 300'000;
        for (int number = 0; number < 3; ++number) {
            const auto thread = addTextThread(builder, "a b\nb .\n", std::to_string(number));
            const auto stack = builder.snapshot()->samples(thread).stacks[SampleIndex(0)];
            for (int sample = 0; sample < samples; ++sample)
                builder.addSample(thread, {timestampFromNs(20'000'000 + sample), stack, {}});
        }
        const auto profile = builder.snapshot();
        std::vector<Weight> alone(profile->tables().stacks.size());
        for (std::size_t thread = 0; thread < 3; ++thread) {
            Selection one;
            one.threads = {ThreadIndex(thread)};
            const auto weights = stackWeights(*profile, one);
            for (std::size_t row = 0; row < alone.size(); ++row)
                alone[row].add(weights[row]);
        }
        const auto together = stackWeights(*profile, {});
        std::uint64_t counted = 0;
        for (std::size_t row = 0; row < alone.size(); ++row) {
            QCOMPARE(together[row].samples, alone[row].samples);
            QCOMPARE(together[row].time.count(), alone[row].time.count());
            counted += together[row].samples;
        }
        QCOMPARE(counted, 3U * (samples + 2));
    }

    void idleTimeIsNobodys()
    {
        QCOMPARE(printedTree(MergedTree(weighed(textProfile("a . a a\n")), TowardsCalls::Callees,
                                        SiblingOrder::Weight)),
                 QStringLiteral("* 20/0\n a 20/20\n"));
    }

    void rangeAndThreadsAreObeyed()
    {
        ProfileBuilder builder;
        addTextThread(builder, "a a b\n", "1");
        const auto second = addTextThread(builder, "c c c\n", "2");
        Selection selection;
        selection.range = {timestampFromNs(5'000'000), timestampFromNs(15'000'000)};
        const auto profile = builder.snapshot();
        QCOMPARE(printedTree(MergedTree(weighed(profile, selection), TowardsCalls::Callees,
                                        SiblingOrder::Name)),
                 QStringLiteral("* 20/0\n a 10/10\n c 10/10\n"));
        selection.threads = {second};
        QCOMPARE(printedTree(MergedTree(weighed(profile, selection), TowardsCalls::Callees,
                                        SiblingOrder::Name)),
                 QStringLiteral("* 10/0\n c 10/10\n"));
    }

    void theWeigherFollowsAGrowingProfile()
    {
        ProfileBuilder builder;
        CallWeigher weigher;
        addTextThread(builder, "a a\n", "1");
        const auto first = weigher.weigh(builder.snapshot(), {});
        addTextThread(builder, "a a\nb b\n", "2");
        const auto later = builder.snapshot();
        const auto second = weigher.weigh(later, {});
        QCOMPARE(first->total.front().time.count(), 10'000'000);
        QCOMPARE(second->total.front().time.count(), 20'000'000);
        QCOMPARE(weigher.weigh(later, {}), second);
        Selection running;
        running.counted = Counted::Running;
        QVERIFY(weigher.weigh(later, running) != second);
    }

    void whatIsBelowIsKnownBeforeItIsFound()
    {
        const auto calls = weighed(textProfile("a a a a a a\n"
                                               "b c b b b .\n"
                                               "c . b d . .\n"
                                               "d . . b . .\n"));
        const auto function = functionOf(*calls, "b");
        for (const TowardsCalls direction : {TowardsCalls::Callees, TowardsCalls::Callers}) {
            const MergedTree all(calls, direction, SiblingOrder::Weight);
            const MergedTree one(calls, function, direction, SiblingOrder::Weight);
            for (MergedTree tree : {all, one}) {
                tree.findBelow();
                tree.expand(0);
                std::vector<CallsBelow> found(tree.size());
                for (std::size_t row = tree.size(); row-- > 1;) { // callees come after their caller
                    const MergedIndex node(row);
                    if (tree.amount(node) > 0)
                        found[tree.node(node).parent.row()].add(
                            {found[row].levels + 1, found[row].amount + tree.amount(node)});
                }
                for (std::size_t row = direction == TowardsCalls::Callers ? 1 : 0;
                     row < tree.size(); ++row) {
                    const CallsBelow &known = tree.node(MergedIndex(row)).below;
                    QCOMPARE(known.levels, found[row].levels);
                    QCOMPARE(known.amount, found[row].amount);
                }
            }
        }
    }

    void childrenAreKnownOnlyOnceAskedFor()
    {
        MergedTree tree(weighed(textProfile(picture)), TowardsCalls::Callees, SiblingOrder::Weight);
        QCOMPARE(tree.size(), 1U);
        QVERIFY(tree.hasChildren(MergedTree::root()));
        QVERIFY(!tree.knownChildren(MergedTree::root()));
        tree.expand(0.5);
        QCOMPARE(tree.size(), 7U); // below b, which has 80 %, all is found; c of a has no callees
        const auto top = tree.children(MergedTree::root()).at(0);
        QVERIFY(!tree.hasChildren(tree.children(top).at(1)));
    }

    // Ten thousand calls deep: a recursive walk would need a stack of its own.
    void depthIsOnlyMemory()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        Function function;
        function.name = builder.string("again");
        Frame frame;
        frame.function = builder.function(function);
        const auto own = builder.frame(frame);
        StackIndex stack = emptyStack;
        for (int depth = 0; depth < 10'000; ++depth)
            stack = builder.stack(stack, own);
        builder.addSample(thread, {timestampFromNs(0), stack, {}});
        builder.addSample(thread, {timestampFromNs(5), stack, {}});
        const auto calls = weighed(builder.snapshot());
        for (const auto direction : {TowardsCalls::Callees, TowardsCalls::Callers}) {
            MergedTree tree(calls, direction, SiblingOrder::Weight);
            tree.expand(0.1);
            QCOMPARE(tree.size(), 10'001U);
            QCOMPARE(tree.node(MergedIndex(10'000)).total.time.count(), 5);
        }
    }

    void whereNothingAddsUpSamplesCount()
    {
        ProfileBuilder builder(TimeOrigin::None);
        const auto thread = builder.addThread({});
        ValueType temperature{builder.string("temperature"), builder.string("K")};
        temperature.kind = ValueKind::Gauge;
        const auto gauge = builder.addValueType(temperature);
        builder.setMainValue(gauge);
        Function function;
        function.name = builder.string("f");
        Frame frame;
        frame.function = builder.function(function);
        const auto stack = builder.stack(emptyStack, builder.frame(frame));
        for (int sample = 0; sample < 3; ++sample) {
            builder.addSample(thread, {{}, stack, {}});
            builder.addSampleValue(thread, gauge, 300);
        }
        const auto profile = builder.snapshot();
        QVERIFY(!firstWeight(*profile).isValid());
        const auto calls = weighed(profile);
        QVERIFY(calls->measure == Measure::Samples);
        QCOMPARE(calls->whole(), 3.0);
    }
};

EMBER_TEST(TstMergedTree)
#include "tst_mergedtree.moc"
