// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/calltree.h"

#include "model/query/weights.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace ember::model {

namespace {

// Walks the rows of a thread, with a cursor in each row. The calls that a box made are the boxes of
// the next row whose first sample lies in that box.
class TreeWalk {
public:
    TreeWalk(const SpanTable &spans, ThreadIndex thread)
        : m_table(spans),
          m_spans(spans.thread(thread)),
          m_next(m_spans.depth())
    {
        m_tree.thread = thread;
    }

    CallTree run() &&
    {
        std::vector<SampleIndex> ends; // ends of the open calls, outermost first
        while (true) {
            const auto depth = ends.size();
            const Box *const box = depth < m_spans.depth() ? peek(depth) : nullptr;
            if (box && (ends.empty() || box->first < ends.back())) {
                add(*box, depth);
                ++m_next[depth];
                ends.push_back(box->end);
            } else if (ends.empty()) {
                return std::move(m_tree);
            } else {
                ends.pop_back();
            }
        }
    }

private:
    const Box *peek(std::size_t depth) const
    {
        const auto &boxes = m_spans.rows[depth].boxes;
        const BoxIndex next(m_next[depth]);
        return boxes.contains(next) ? &boxes[next] : nullptr;
    }

    // Adds the next box of its row.
    void add(const Box &box, std::size_t depth)
    {
        const auto samples = m_spans.rows[depth].boxes.samples(BoxIndex(m_next[depth]));
        m_tree.nodes.push_back({frameOf(box, depth), m_spans.start(box), m_spans.duration(box),
                                samples, static_cast<std::uint32_t>(depth), 0});
    }

    // Boxes that open with the same sample follow each other down to its leaf, so one walk of its
    // stack serves them all.
    FrameIndex frameOf(const Box &box, std::size_t depth)
    {
        const auto &stacks = m_table.profile()->tables().stacks;
        if (box.first != m_framesOf) {
            m_framesOf = box.first;
            m_frames.clear();
            for (auto stack = m_spans.samples->stacks[box.first]; stacks[stack].depth > depth;
                 stack = stacks[stack].parent)
                m_frames.push_back(stacks[stack].frame);
        }
        const auto frame = m_frames.back();
        m_frames.pop_back();
        return frame;
    }

    const SpanTable &m_table;
    const ThreadSpans &m_spans;
    std::vector<std::size_t> m_next; // by row: the index of its next box
    SampleIndex m_framesOf;
    // Frames of sample m_framesOf that are not used yet, leaf first.
    std::vector<FrameIndex> m_frames;
    CallTree m_tree;
};

} // namespace

CallTree callTree(const SpanTable &spans, ThreadIndex thread, ValueTypeIndex weight)
{
    if (spans.profile()->tables().origin == TimeOrigin::None)
        return untimedCallTree(spans, thread, weight);
    return TreeWalk(spans, thread).run();
}

namespace {

struct PathWeight {
    double value = 0;
    std::uint64_t samples = 0;
};

// Returns by path the weight of the samples in and below it.
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
    // A caller comes before its callees.
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
    // Sorted by caller, and the largest callee of a caller last: the walk takes from the end.
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
