// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/calltree.h"

#include "model/query/untimedcalltree.h"

namespace ember::model {

namespace {

// Walks the rows of a thread with one cursor each: the calls a box made are the boxes of the next
// row whose first sample lies in it.
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
        std::vector<SampleIndex> ends; // of the open calls
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

    // The next one of its row.
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
    std::vector<std::size_t> m_next; // box of each row that comes next
    SampleIndex m_framesOf;
    std::vector<FrameIndex> m_frames; // leaf first: those of m_framesOf's sample not yet used
    CallTree m_tree;
};

} // namespace

CallTree callTree(const SpanTable &spans, ThreadIndex thread, ValueTypeIndex weight)
{
    if (spans.profile()->tables().origin == TimeOrigin::None)
        return untimedCallTree(spans, thread, weight);
    return TreeWalk(spans, thread).run();
}

} // namespace ember::model
