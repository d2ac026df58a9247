// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/untimedcalltree.h"

#include "model/query/weights.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace ember::model {

namespace {

struct PathWeight {
    double value = 0;
    std::uint64_t samples = 0;
};

// Whatever was seen in and below each call path.
std::vector<PathWeight> pathWeights(const SpanTable &spans, ThreadIndex thread, ValueTypeIndex type)
{
    const auto &samples = spans.profile()->samples(thread);
    const SampleWeights weights(samples, type);
    std::vector<PathWeight> paths(spans.pathCount());
    samples.stacks.forEach([&](std::size_t row, StackIndex stack) {
        auto &path = paths[spans.pathOf(stack).row()];
        path.value += weights[SampleIndex(row)];
        ++path.samples;
    });
    // A caller stands before its callees.
    for (auto row = paths.size(); row-- > 1;) {
        auto &caller = paths[spans.path(PathIndex(row)).caller.row()];
        caller.value += paths[row].value;
        caller.samples += paths[row].samples;
    }
    return paths;
}

} // namespace

CallTree untimedCallTree(const SpanTable &spans, ThreadIndex thread, ValueTypeIndex type)
{
    type = weightType(*spans.profile(), type);
    const auto weights = pathWeights(spans, thread, type);
    std::vector<PathIndex> seen;
    for (std::size_t row = 1; row < weights.size(); ++row) {
        if (weights[row].samples > 0)
            seen.emplace_back(row);
    }
    // By caller, and the largest of a caller last: that is where a stack is taken from.
    const auto rank = [&](PathIndex path) {
        const auto &weight = weights[path.row()];
        return std::tuple(spans.path(path).caller, weight.value, weight.samples);
    };
    std::ranges::stable_sort(seen, [&](auto a, auto b) { return rank(a) < rank(b); });
    const auto callerOf = [&](PathIndex path) { return spans.path(path).caller; };
    // Not equal_range(): clang 14 cannot compile libstdc++'s subrange.
    const auto calleesOf = [&](PathIndex caller) {
        const auto first = std::ranges::lower_bound(seen, caller, {}, callerOf);
        const auto last = std::ranges::upper_bound(seen, caller, {}, callerOf);
        return std::span(seen).subspan(static_cast<std::size_t>(first - seen.begin()),
                                       static_cast<std::size_t>(last - first));
    };

    CallTree tree;
    tree.thread = thread;
    const auto roots = calleesOf(emptyPath);
    std::vector<PathIndex> open(roots.begin(), roots.end());
    while (!open.empty()) {
        const auto path = open.back();
        open.pop_back();
        const auto &node = spans.path(path);
        const auto &weight = weights[path.row()];
        tree.nodes.push_back({node.frame,
                              {},
                              timeOf(*spans.profile(), type, weight.value),
                              weight.samples,
                              node.depth - 1,
                              weight.value});
        const auto callees = calleesOf(path);
        open.insert(open.end(), callees.begin(), callees.end());
    }
    return tree;
}

} // namespace ember::model
