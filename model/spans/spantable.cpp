// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spantable.h"

#include <cassert>

namespace ember::model {

// Rows of a column never move and a copy shares them; another address means other rows.
bool isContinued(const ThreadSamples &earlier, const ThreadSamples &later)
{
    if (earlier.isEmpty())
        return true;
    const SampleIndex first(0);
    return later.size() >= earlier.size() && &later.times[first] == &earlier.times[first];
}

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

BoxIndex ThreadSpans::boxOf(std::size_t depth, SampleIndex sample) const
{
    const auto &boxes = rows[depth].boxes;
    std::size_t low = 0; // the first box that begins later
    for (auto high = boxes.size(); low < high;) {
        const auto middle = low + (high - low) / 2;
        if (boxes[BoxIndex(middle)].first <= sample)
            low = middle + 1;
        else
            high = middle;
    }
    assert(low > 0);
    return BoxIndex(low - 1);
}

std::size_t SpanTable::bridgedCallers(ThreadIndex thread, SampleIndex sample) const
{
    if (!hasBridges(thread))
        return 0;
    auto own = m_stacks.recorded->samples(thread).stacks[sample];
    if (own == m_stacks.bridged->samples(thread).stacks[sample])
        return 0;
    // The innermost calls that are shown were recorded, but not all that were recorded are shown.
    const auto &stacks = profile()->tables().stacks;
    auto shown = profile()->samples(thread).stacks[sample];
    for (; own != emptyStack && shown != emptyStack; own = stacks[own].parent) {
        if (stacks[own].frame == stacks[shown].frame)
            shown = stacks[shown].parent;
    }
    return stacks[shown].depth;
}

FrameIndex SpanTable::firstFrame(ThreadIndex index, const Box &box) const
{
    const auto depth = path(box.path).depth;
    const auto &stacks = profile()->tables().stacks;
    auto stack = thread(index).samples->stacks[box.first];
    while (stacks[stack].depth > depth)
        stack = stacks[stack].parent;
    return stacks[stack].frame;
}

} // namespace ember::model
