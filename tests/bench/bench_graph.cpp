// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/query/functionstatistics.h"
#include "model/query/mergedtree.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <iostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

// What views of sums take after the range has changed, 10 M samples: `graph.KIND.VIEW.median 90
// ms`. Wall time of the one thread that computes them. `first`: with nothing kept from a question
// before.

using namespace ember::model;

namespace {

using Clock = std::chrono::steady_clock;

constexpr int samples = 10'000'000;
constexpr unsigned threads = 16;
constexpr std::int64_t tick = 1'000'000;
constexpr double shownShare = 1.0 / 2000; // what the flame graph asks for

void print(const std::string &name, double value, std::string_view unit)
{
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                   std::chars_format::fixed, 1)
                         .ptr;
    std::cout << "graph." << name << ' ' << std::string_view(digits.data(), end) << ' ' << unit
              << std::endl;
}

// Stacks that change near the leaf, as programs' do.
std::vector<StackIndex> stacksOf(ProfileBuilder &builder, std::size_t count, unsigned functions)
{
    std::mt19937 random{42};
    std::vector<StackIndex> path;
    std::vector<StackIndex> stacks;
    while (stacks.size() < count) {
        path.resize(path.size() - std::min<std::size_t>(path.size(), random() % 4));
        const auto wanted = std::min<std::size_t>(60, path.size() + random() % 5);
        while (path.size() < wanted) {
            Function function;
            function.name = builder.string("function" + std::to_string(random() % functions));
            Frame frame;
            frame.function = builder.function(function);
            path.push_back(
                builder.stack(path.empty() ? emptyStack : path.back(), builder.frame(frame)));
        }
        stacks.push_back(path.empty() ? emptyStack : path.back());
    }
    return stacks;
}

ProfilePointer profileOf(std::size_t stackCount, unsigned functions)
{
    ProfileBuilder builder;
    const auto stacks = stacksOf(builder, stackCount, functions);
    std::mt19937 random{7};
    for (unsigned row = 0; row < threads; ++row) {
        const auto thread = builder.addThread({});
        std::size_t place = random() % stacks.size();
        for (unsigned sample = 0; sample < samples / threads; ++sample) {
            place = (place + stacks.size() + random() % 7 - 3) % stacks.size();
            builder.addSample(thread, {timestampFromNs(sample * tick), stacks[place], {}});
        }
    }
    return builder.snapshot();
}

// Ranges of nearly everything, each another one.
Selection selectionOf(const Profile &profile, int round)
{
    Selection selection;
    selection.range = profile.timeRange();
    selection.range.start += Nanoseconds(round * tick);
    return selection;
}

// One of each kind that changes the paths, the costly ones first.
std::vector<CallFilter> filtersOf(const Profile &profile)
{
    const auto function = [&](std::size_t row) { return functionTest(profile, FrameIndex(row)); };
    return {{CallAction::CollapseRecursion, {}},
            {CallAction::Merge, function(7)},
            {CallAction::CollapseCallees, function(11)},
            {CallAction::LeaveOut, function(13)},
            {CallAction::CollapseNested, {CallTest::By::Name, "function1"}}};
}

template<typename Ask>
void measure(const std::string &name, const Profile &profile, Ask ask)
{
    constexpr int rounds = 7;
    std::vector<double> costs;
    for (int round = 1; round <= rounds; ++round) {
        const auto start = Clock::now();
        ask(selectionOf(profile, round));
        costs.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    }
    print(name + ".first", costs.front(), "ms");
    std::ranges::sort(costs);
    print(name + ".median", costs[costs.size() / 2], "ms");
    print(name + ".worst", costs.back(), "ms");
}

void measure(const std::string &kind, const ProfilePointer &profile)
{
    // What is shown of a profile that nobody has asked about yet.
    measure(kind + ".topfunctions.estimate.unasked", *profile, [&](const Selection &selection) {
        functionStatistics(*CallWeigher().estimate(profile, selection));
    });
    CallWeigher weigher;
    measure(kind + ".topfunctions", *profile, [&](const Selection &selection) {
        functionStatistics(*weigher.weigh(profile, selection));
    });
    const auto treeOf = [&](const Selection &selection, TowardsCalls direction) {
        MergedTree tree(weigher.weigh(profile, selection), direction, SiblingOrder::Weight);
        tree.expand(shownShare);
        return tree.size();
    };
    // Shown until the others are there.
    measure(kind + ".flamegraph.estimate", *profile, [&](const Selection &selection) {
        MergedTree tree(weigher.estimate(profile, selection), TowardsCalls::Callees,
                        SiblingOrder::Weight);
        tree.expand(shownShare);
    });
    measure(kind + ".topfunctions.estimate", *profile, [&](const Selection &selection) {
        functionStatistics(*weigher.estimate(profile, selection));
    });
    measure(kind + ".calltree.estimate", *profile, [&](const Selection &selection) {
        MergedTree tree(weigher.estimate(profile, selection), TowardsCalls::Callees,
                        SiblingOrder::Weight);
        tree.children(MergedTree::root());
    });
    measure(kind + ".flamegraph", *profile,
            [&](const Selection &selection) { treeOf(selection, TowardsCalls::Callees); });
    measure(kind + ".callers", *profile,
            [&](const Selection &selection) { treeOf(selection, TowardsCalls::Callers); });
    measure(kind + ".calltree", *profile, [&](const Selection &selection) {
        MergedTree tree(weigher.weigh(profile, selection), TowardsCalls::Callees,
                        SiblingOrder::Weight);
        tree.children(MergedTree::root());
    });
    const auto filters = filtersOf(*profile);
    measure(kind + ".filtered.flamegraph", *profile, [&](Selection selection) {
        selection.filters = filters;
        return treeOf(selection, TowardsCalls::Callees);
    });
    // Shown until that one is there.
    measure(kind + ".filtered.flamegraph.estimate", *profile, [&](Selection selection) {
        selection.filters = filters;
        MergedTree tree(weigher.estimate(profile, selection), TowardsCalls::Callees,
                        SiblingOrder::Weight);
        tree.expand(shownShare);
    });
    // With every question another filter, as when somebody adds them.
    std::size_t count = 0;
    measure(kind + ".refiltered.flamegraph", *profile, [&](Selection selection) {
        selection.filters.assign(filters.begin(), filters.begin() + long(++count % 5));
        return treeOf(selection, TowardsCalls::Callees);
    });
    // Shown until such a one is there.
    measure(kind + ".refiltered.flamegraph.estimate", *profile, [&](Selection selection) {
        ++count;
        selection.filters = {filters[count % 5], filters[(count + 2) % 5]};
        MergedTree tree(weigher.estimate(profile, selection), TowardsCalls::Callees,
                        SiblingOrder::Weight);
        tree.expand(shownShare);
    });
}

} // namespace

int main()
{
    measure("repeated", profileOf(5'000, 3'000));
    measure("unique", profileOf(1'000'000, 50'000));
}
