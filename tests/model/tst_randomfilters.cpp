// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/query/functionstatistics.h"
#include "model/query/mergedtree.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace ember::model;

namespace {

using Stack = std::vector<unsigned>; // functions, the root first

Selection randomSelection(std::vector<CallFilter> filters)
{
    Selection selection;
    selection.filters = std::move(filters);
    return selection;
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

// Filters of calls, held against what their words say of each stack.
class TstRandomFilters : public QObject {
    Q_OBJECT

private slots:
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
            const auto calls = CallWeigher().weigh(profile.profile(), randomSelection(filters));
            const ByFunction expected = sumsOf(stacks);
            QVERIFY2(sumsOf(*calls) == expected, qPrintable(QString::number(round)));
            const auto fewSamples =
                CallWeigher().estimate(profile.profile(), randomSelection(filters));
            QVERIFY(fewSamples->accuracy == Accuracy::Exact);
            QVERIFY(sumsOf(*fewSamples) == expected);
            QCOMPARE(fewSamples->leftOut.samples, calls->leftOut.samples);
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
            const auto selection = randomSelection(filters);
            QVERIFY2(sumsOf(*weigher.weigh(profile.profile(), selection))
                         == sumsOf(*CallWeigher().weigh(profile.profile(), selection)),
                     qPrintable(QString::number(round)));
            // Estimated by the paths that are filtered already, exactly, since samples are few.
            auto other = selection;
            other.range = {timestampFromNs(round % 60), timestampFromNs(100)};
            QVERIFY(sumsOf(*weigher.estimate(profile.profile(), other))
                    == sumsOf(*CallWeigher().weigh(profile.profile(), other)));
        }
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

EMBER_TEST(TstRandomFilters)
#include "tst_randomfilters.moc"
