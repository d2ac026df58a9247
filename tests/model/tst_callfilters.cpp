// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/query/functionstatistics.h"
#include "tests/model/treetext.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace ember::model;
using namespace ember::tests;

namespace {

CallFilter functionFilter(CallAction action, const std::string &name)
{
    return {action, {CallTest::By::Function, name + '\0' + '\0'}};
}

CallFilter moduleFilter(CallAction action, const std::string &name)
{
    return {action, {CallTest::By::Module, name}};
}

CallFilter everywhere(CallAction action)
{
    return {action, {}};
}

Selection selectionOf(std::vector<CallFilter> filters)
{
    Selection selection;
    selection.filters = std::move(filters);
    return selection;
}

// What is left, by name.
QString printed(const ProfilePointer &profile, const std::vector<CallFilter> &filters)
{
    return printedBelowRoot(MergedTree(CallWeigher().weigh(profile, selectionOf(filters)),
                                       TowardsCalls::Callees, SiblingOrder::Name));
}

} // namespace

class TstCallFilters : public QObject {
    Q_OBJECT

private slots:
    void focusBeginsWithTheOutermostCall()
    {
        const auto profile = textProfile("a a b a a\n"
                                         "f f c f .\n"
                                         "c f . . .\n"
                                         ". c . . .\n");
        QCOMPARE(printed(profile, {functionFilter(CallAction::Focus, "f")}),
                 QStringLiteral("f 30/10\n c 10/10\n f 10/0\n  c 10/10\n"));
    }

    void onlyAndLeaveOutTakeWholeStacks()
    {
        const auto profile = textProfile("a a b a\n"
                                         "f . f .\n");
        QCOMPARE(printed(profile, {functionFilter(CallAction::Only, "f")}),
                 QStringLiteral("a 10/0\n f 10/10\nb 10/0\n f 10/10\n"));
        QCOMPARE(printed(profile, {functionFilter(CallAction::LeaveOut, "f")}),
                 QStringLiteral("a 10/10\n"));
    }

    // Each sample is of another label set; the last one has none.
    void labelsLeaveSamplesAndNotStacks()
    {
        ProfileBuilder builder;
        const auto thread = addTextThread(builder,
                                          "a a b a a\n"
                                          "f . f . .\n");
        auto samples = *builder.snapshot()->sharedSamples(thread);
        for (const char *json :
             {"[[\"goroutine\",18,\"\"]]", "[[\"k\",\"v\"],[\"goroutine\",18,\"\"]]",
              "[[\"goroutine\",1,\"\"]]", "[[\"goroutine\",1,\"\"]]"})
            samples.labels.append(builder.string(json));
        samples.labels.append({});
        builder.setSamples(thread, std::move(samples));
        const auto profile = builder.snapshot();
        const auto label = [](CallAction action, const char *text) {
            return CallFilter{action, {CallTest::By::Label, text}};
        };
        QCOMPARE(printed(profile, {label(CallAction::Only, "goroutine=18")}),
                 QStringLiteral("a 20/10\n f 10/10\n"));
        QCOMPARE(printed(profile, {label(CallAction::Only, "goroutine=1")}),
                 QStringLiteral("a 10/10\nb 10/0\n f 10/10\n"));
        QCOMPARE(printed(profile, {label(CallAction::LeaveOut, "k=v")}),
                 QStringLiteral("a 20/10\n f 10/10\nb 10/0\n f 10/10\n"));
        QCOMPARE(printed(profile,
                         {label(CallAction::Only, "goroutine=18"),
                          functionFilter(CallAction::Only, "f")}),
                 QStringLiteral("a 10/0\n f 10/10\n"));
        // What a chart greys out: stacks of no such sample, and functions that are on none.
        CallWeigher weigher;
        const std::vector only{label(CallAction::Only, "goroutine=1")};
        const auto stacks = weigher.stacksLeft(profile, only);
        const auto &all = profile->samples(thread).stacks;
        QCOMPARE(int(stacks[all[SampleIndex(0)].row()]), 0);
        QCOMPARE(int(stacks[all[SampleIndex(1)].row()]), 1);
        QCOMPARE(int(stacks[all[SampleIndex(2)].row()]), 1);
        const auto frames = weigher.framesLeft(profile, {label(CallAction::Only, "k=v")});
        QCOMPARE(int(frames[frameCalled(*profile, "a").row()]), 1);
        QCOMPARE(int(frames[frameCalled(*profile, "f").row()]), 0);
        QCOMPARE(int(frames[frameCalled(*profile, "b").row()]), 0);
    }

    void whatIsMergedIsSpentByTheCallers()
    {
        const auto profile = textProfile("a a a a\n"
                                         "m m b .\n"
                                         "b . . .\n");
        QCOMPARE(printed(profile, {functionFilter(CallAction::Merge, "m")}),
                 QStringLiteral("a 30/10\n b 20/20\n"));
        // Nobody is left to have spent it.
        QCOMPARE(printed(profile, {functionFilter(CallAction::Merge, "a")}),
                 QStringLiteral("b 10/10\nm 20/10\n b 10/10\n"));
    }

    void whatACollapsedCallCalledIsItsOwn()
    {
        const auto profile = textProfile("a a a\n"
                                         "f f .\n"
                                         "b c .\n");
        QCOMPARE(printed(profile, {functionFilter(CallAction::CollapseCallees, "f")}),
                 QStringLiteral("a 20/0\n f 20/20\n"));
    }

    void aModuleIsCollapsedToItsEntries()
    {
        const auto profile = textProfile("a   a   a\n"
                                         "x!m x!m y!m\n"
                                         "y!m y!m b\n"
                                         ".   b   .\n");
        QCOMPARE(printed(profile, {moduleFilter(CallAction::CollapseNested, "m")}),
                 QStringLiteral("a 20/0\n x 20/10\n  b 10/10\n y 0/0\n  b 0/0\n"));
    }

    void recursionIsCollapsedAlsoThroughOthers()
    {
        const auto profile = textProfile("a a a a\n"
                                         "b b b .\n"
                                         "a a . .\n"
                                         "b c . .\n");
        QCOMPARE(printed(profile, {everywhere(CallAction::CollapseRecursion)}),
                 QStringLiteral("a 30/0\n b 20/20\n c 10/10\n"));
        QCOMPARE(printed(profile, {functionFilter(CallAction::CollapseRecursion, "b")}),
                 QStringLiteral("a 30/0\n b 30/20\n  a 10/0\n   c 10/10\n"));
    }

    void theOrderOfFiltersMatters()
    {
        const auto profile = textProfile("a b b\n"
                                         "f f .\n");
        const auto out = functionFilter(CallAction::LeaveOut, "a");
        const auto focus = functionFilter(CallAction::Focus, "f");
        QCOMPARE(printed(profile, {focus, out}), QStringLiteral("f 20/20\n"));
        QCOMPARE(printed(profile, {out, focus}), QStringLiteral("f 10/10\n"));
    }

    void namesAreFoundByPartsOfThem()
    {
        const auto profile = textProfile("Alpha beta!Lib gamma\n");
        const auto shown = [&](const char *part) {
            return printed(profile, {{CallAction::Only, {CallTest::By::Name, part}}});
        };
        QCOMPARE(shown("ALP"), QString());
        QCOMPARE(shown("alp"), QStringLiteral("Alpha 10/10\n"));
        QCOMPARE(shown("lib"), QStringLiteral("beta 10/10\n"));
    }

    void whatIsLeftOutIsCounted()
    {
        const auto profile = textProfile("a b . a\n");
        const auto calls =
            CallWeigher().weigh(profile, selectionOf({functionFilter(CallAction::LeaveOut, "a")}));
        QCOMPARE(calls->leftOut.samples, 2U);
        QCOMPARE(calls->total.front().samples, 1U);
    }

    // More than are looked for one by one.
    void manyCalleesOfMergedCallsAreOne()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto call = [&](StackIndex caller, const std::string &name) {
            Function function;
            function.name = builder.string(name);
            Frame frame;
            frame.function = builder.function(function);
            return builder.stack(caller, builder.frame(frame));
        };
        const auto outer = call(emptyStack, "a");
        std::int64_t time = 0;
        for (int round = 0; round < 3; ++round) {
            const auto caller = round == 0 ? outer : call(outer, "m" + std::to_string(round));
            for (int row = 0; row < 100; ++row)
                builder.addSample(thread,
                                  {timestampFromNs(time += 10),
                                   call(call(caller, "f" + std::to_string(row)), "leaf"),
                                   {}});
        }
        builder.addSample(thread, {timestampFromNs(time + 10), emptyStack, {}});
        const auto calls = CallWeigher().weigh(
            builder.snapshot(), selectionOf({{CallAction::Merge, {CallTest::By::Name, "m"}}}));
        QCOMPARE(calls->paths.size(), 1U + 1 + 100 + 100);
        MergedTree tree(calls, TowardsCalls::Callees, SiblingOrder::Weight);
        const auto callees = tree.children(tree.children(MergedTree::root()).first);
        QCOMPARE(callees.count, 100U);
        for (std::uint32_t place = 0; place < callees.count; ++place)
            QCOMPARE(tree.node(callees.at(place)).total.samples, 3U);
    }

    void aHundredThousandCallsDeepIsOnlyMemory()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        auto stack = emptyStack;
        for (unsigned level = 0; level < 100'000; ++level) {
            Function function;
            function.name = builder.string("f" + std::to_string(level % 50'000));
            Frame frame;
            frame.function = builder.function(function);
            stack = builder.stack(stack, builder.frame(frame));
        }
        for (const std::int64_t time : {0, 5})
            builder.addSample(thread, {timestampFromNs(time), stack, {}});
        const auto calls = CallWeigher().weigh(
            builder.snapshot(), selectionOf({everywhere(CallAction::CollapseRecursion)}));
        QCOMPARE(calls->paths.size(), 50'001U);
    }

    void functionsThatNoPathLeadsThroughAreNotLeft()
    {
        const auto profile = textProfile("a a\n"
                                         "b c\n");
        CallPaths paths(functionIdentity);
        paths.update(*profile);
        const std::vector filters{functionFilter(CallAction::Focus, "b")};
        const auto left =
            functionsLeft(*PathFilter().filter(profile, paths, filters), paths.identityCount());
        QCOMPARE(std::ranges::count(left, true), 1);
    }
};

EMBER_TEST(TstCallFilters)
#include "tst_callfilters.moc"
