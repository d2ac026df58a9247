// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spantable.h"

namespace ember::model {

BoxIndex ThreadSpans::firstEndingAfter(std::size_t depth, Timestamp time) const
{
    const auto &boxes = rows[depth].boxes;
    std::size_t low = 0;
    std::size_t high = boxes.size();
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        if (end(boxes[BoxIndex(middle)]) <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return BoxIndex(low);
}

FrameIndex SpanTable::firstFrame(ThreadIndex index, const Box &box) const
{
    const auto depth = path(box.path).depth;
    const auto &stacks = m_profile->tables().stacks;
    auto stack = thread(index).samples->stacks[box.first];
    while (stacks[stack].depth > depth)
        stack = stacks[stack].parent;
    return stacks[stack].frame;
}

} // namespace ember::model
