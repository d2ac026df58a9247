// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/query/functionstatistics.h"
#include "tests/model/treetext.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace ember::model;
using namespace ember::tests;

namespace {

using Stack = std::vector<unsigned>; // functions, the root first

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

// What a filter makes of one stack, as its words say it; nothing: it counts no more.
Stack filtered(const Stack &stack, CallAction action, const std::vector<bool> &isHit)
{
    const auto hits = [&](unsigned function) { return isHit[function]; };
    const auto first = std::ranges::find_if(stack, hits);
    Stack left;
    switch (action) {
    case CallAction::Focus: return {first, stack.end()};
    case CallAction::Only: return first == stack.end() ? Stack() : stack;
    case CallAction::LeaveOut: return first == stack.end() ? stack : Stack();
    case CallAction::Merge:
        std::ranges::remove_copy_if(stack, std::back_inserter(left), hits);
        return left;
    case CallAction::CollapseCallees:
        return {stack.begin(), first == stack.end() ? first : first + 1};
    case CallAction::CollapseNested:
        for (std::size_t place = 0; place < stack.size(); ++place) {
            if (place == 0 || !hits(stack[place]) || !hits(stack[place - 1]))
                left.push_back(stack[place]);
        }
        return left;
    case CallAction::CollapseRecursion:
        for (const unsigned function : stack) {
            const auto open = std::ranges::find(left, function);
            if (hits(function) && open != left.end())
                left.erase(open + 1, left.end());
            else
                left.push_back(function);
        }
        return left;
    }
    return stack;
}

struct Sums {
    std::uint64_t self = 0;
    std::uint64_t total = 0;

    friend bool operator==(const Sums &, const Sums &) = default;
};

using ByFunction = std::map<std::string, Sums>;

std::string nameOf(unsigned function)
{
    return "f" + std::to_string(function);
}

ByFunction sumsOf(const std::vector<Stack> &stacks)
{
    ByFunction sums;
    for (const Stack &stack : stacks) {
        if (stack.empty())
            continue;
        ++sums[nameOf(stack.back())].self;
        for (auto at = stack.begin(); at != stack.end(); ++at) {
            if (std::find(stack.begin(), at, *at) == at)
                ++sums[nameOf(*at)].total;
        }
    }
    return sums;
}

ByFunction sumsOf(const CallWeights &calls)
{
    ByFunction sums;
    for (const auto &function : functionStatistics(calls))
        sums[function.name] = {function.selfSamples, function.totalSamples};
    return sums;
}

// Self and total of each function as its own trees of callers and callees tell them.
ByFunction sumsOfTrees(const CallWeightsPointer &calls, TowardsCalls direction)
{
    ByFunction sums;
    for (const auto &function : functionStatistics(*calls)) {
        const MergedTree tree(calls, calls->functions[function.frame], direction,
                              SiblingOrder::Weight);
        sums[function.name].total = tree.node(MergedTree::root()).total.samples;
    }
    MergedTree leaves(calls, TowardsCalls::Callers, SiblingOrder::Weight);
    const auto children = leaves.children(MergedTree::root());
    for (std::uint32_t place = 0; place < children.count; ++place) {
        const MergedNode &node = leaves.node(children.at(place));
        sums[frameName(*calls->profile, node.frame)].self = node.self.samples;
    }
    return sums;
}

// Deep stacks of few functions, so that recursion is everywhere; two modules.
class RandomProfile {
public:
    static constexpr unsigned functions = 9;

    explicit RandomProfile(std::mt19937 &random)
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        Stack stack;
        for (int sample = 0; sample < 120; ++sample) {
            stack.resize(stack.size() - std::min<std::size_t>(stack.size(), random() % 5));
            for (auto more = random() % 6; more > 0; --more)
                stack.push_back(unsigned(random() % functions));
            StackIndex row = emptyStack;
            for (const unsigned function : stack)
                row = builder.stack(row, builder.frame(frameOf(builder, function)));
            builder.addSample(thread, {timestampFromNs(sample), row, {}});
            m_stacks.push_back(stack);
        }
        m_profile = builder.snapshot();
    }

    static bool isInFirstModule(unsigned function) { return function % 3 == 0; }

    const ProfilePointer &profile() const { return m_profile; }
    const std::vector<Stack> &stacks() const { return m_stacks; }

private:
    static Frame frameOf(ProfileBuilder &builder, unsigned number)
    {
        Function function;
        function.name = builder.string(nameOf(number));
        function.module = builder.string(isInFirstModule(number) ? "one" : "two");
        Frame frame;
        frame.function = builder.function(function);
        frame.inApp = number < 4 ? InApp::Yes : InApp::No;
        return frame;
    }

    ProfilePointer m_profile;
    std::vector<Stack> m_stacks;
};

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

    void everyViewSeesTheSameUnderRandomFilters()
    {
        std::mt19937 random{20};
        for (int round = 0; round < 300; ++round) {
            const RandomProfile profile(random);
            auto stacks = profile.stacks();
            std::vector<CallFilter> filters;
            for (auto count = random() % 5; count > 0; --count) {
                const auto action = CallAction(random() % 7);
                const auto [test, isHit] = randomTest(random);
                filters.push_back({action, test});
                for (Stack &stack : stacks)
                    stack = filtered(stack, action, isHit);
            }
            const auto calls = CallWeigher().weigh(profile.profile(), selectionOf(filters));
            const ByFunction expected = sumsOf(stacks);
            QVERIFY2(sumsOf(*calls) == expected, qPrintable(QString::number(round)));
            QVERIFY(sumsOfTrees(calls, TowardsCalls::Callees) == expected);
            QVERIFY(sumsOfTrees(calls, TowardsCalls::Callers) == expected);
        }
    }

    // One weigher remembers: what it answers is what another that was never asked would.
    void filtersComeAndGoInAnyOrder()
    {
        std::mt19937 random{21};
        const RandomProfile profile(random);
        CallWeigher weigher;
        std::vector<CallFilter> filters;
        for (int round = 0; round < 200; ++round) {
            const auto change = random() % 4;
            if (change < 2 && filters.size() < 5)
                filters.push_back({CallAction(random() % 7), randomTest(random).first});
            else if (change == 2 && !filters.empty())
                filters.pop_back();
            else if (!filters.empty())
                filters.erase(filters.begin());
            const auto selection = selectionOf(filters);
            QVERIFY2(sumsOf(*weigher.weigh(profile.profile(), selection))
                         == sumsOf(*CallWeigher().weigh(profile.profile(), selection)),
                     qPrintable(QString::number(round)));
        }
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

private:
    static std::pair<CallTest, std::vector<bool>> randomTest(std::mt19937 &random)
    {
        std::vector<bool> isHit(RandomProfile::functions);
        const auto chosen = unsigned(random() % RandomProfile::functions);
        const auto by = CallTest::By(random() % 5);
        for (unsigned function = 0; function < RandomProfile::functions; ++function) {
            const bool isFirst = RandomProfile::isInFirstModule(function);
            isHit[function] = by == CallTest::By::Everything
                || (by == CallTest::By::SystemCode && function >= 4)
                || (by == CallTest::By::Module && isFirst)
                || ((by == CallTest::By::Function || by == CallTest::By::Name)
                    && function == chosen);
        }
        const std::string module = RandomProfile::isInFirstModule(chosen) ? "one" : "two";
        switch (by) {
        case CallTest::By::Function: return {{by, nameOf(chosen) + '\0' + module + '\0'}, isHit};
        case CallTest::By::Name: return {{by, nameOf(chosen)}, isHit};
        case CallTest::By::Module: return {{by, "one"}, isHit};
        default: return {{by, {}}, isHit};
        }
    }
};

EMBER_TEST(TstCallFilters)
#include "tst_callfilters.moc"
