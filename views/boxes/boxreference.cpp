// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/boxes/boxreference.h"

namespace ember::views {

using namespace model;

bool holds(const SpanTable &spans, const BoxReference &reference)
{
    if (!reference.thread.isValid() || reference.thread.row() >= spans.threadCount())
        return false;
    const ThreadSpans &thread = spans.thread(reference.thread);
    return reference.depth < thread.depth()
        && thread.rows[reference.depth].boxes.contains(reference.box);
}

const Box &boxAt(const SpanTable &spans, const BoxReference &reference)
{
    return spans.thread(reference.thread).rows[reference.depth].boxes[reference.box];
}

std::uint64_t samplesOf(const SpanTable &spans, const BoxReference &reference)
{
    return spans.thread(reference.thread).rows[reference.depth].boxes.samples(reference.box);
}

TimeRange rangeOf(const SpanTable &spans, const BoxReference &reference)
{
    const ThreadSpans &thread = spans.thread(reference.thread);
    const Box &box = boxAt(spans, reference);
    return {thread.start(box), thread.end(box)};
}

FrameIndex frameOf(const SpanTable &spans, const BoxReference &reference)
{
    return spans.firstFrame(reference.thread, boxAt(spans, reference));
}

namespace {

const BoxColumn &rowOf(const SpanTable &spans, ThreadIndex thread, std::size_t depth)
{
    return spans.thread(thread).rows[depth].boxes;
}

// Returns the first box of the row that ends after the sample.
std::size_t firstEndingAfter(const BoxColumn &boxes, SampleIndex sample)
{
    std::size_t low = 0;
    for (std::size_t high = boxes.size(); low < high;) {
        const std::size_t middle = low + (high - low) / 2;
        if (boxes[BoxIndex(middle)].end > sample)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

// Returns the box reached from `box` by going to the last callee until there is none.
BoxReference innermostLastCallee(const SpanTable &spans, BoxReference box)
{
    while (box.depth + 1 < spans.thread(box.thread).depth()) {
        const Box &outer = boxAt(spans, box);
        const auto &boxes = rowOf(spans, box.thread, box.depth + 1);
        std::size_t place = firstEndingAfter(boxes, SampleIndex(outer.end.row() - 1));
        if (place == boxes.size() || boxes[BoxIndex(place)].first >= outer.end) {
            if (place == 0 || boxes[BoxIndex(place - 1)].first < outer.first)
                break;
            --place;
        }
        box = {box.thread, box.depth + 1, BoxIndex(place)};
    }
    return box;
}

} // namespace

std::optional<BoxReference> callerOf(const SpanTable &spans, const BoxReference &box)
{
    if (box.depth == 0)
        return std::nullopt;
    const auto &boxes = rowOf(spans, box.thread, box.depth - 1);
    const std::size_t place = firstEndingAfter(boxes, boxAt(spans, box).first);
    if (place == boxes.size())
        return std::nullopt;
    return BoxReference{box.thread, box.depth - 1, BoxIndex(place)};
}

std::optional<BoxReference> firstCalleeOf(const SpanTable &spans, const BoxReference &box)
{
    if (box.depth + 1 >= spans.thread(box.thread).depth())
        return std::nullopt;
    const Box &outer = boxAt(spans, box);
    const auto &boxes = rowOf(spans, box.thread, box.depth + 1);
    const std::size_t place = firstEndingAfter(boxes, outer.first);
    if (place == boxes.size() || boxes[BoxIndex(place)].first >= outer.end)
        return std::nullopt;
    return BoxReference{box.thread, box.depth + 1, BoxIndex(place)};
}

std::optional<BoxReference> siblingOf(const SpanTable &spans, const BoxReference &box,
                                      Direction direction)
{
    const std::size_t place = box.box.row();
    if (direction == Direction::Backward)
        return place == 0 ? std::nullopt
                          : std::optional(BoxReference{box.thread, box.depth, BoxIndex(place - 1)});
    if (place + 1 >= rowOf(spans, box.thread, box.depth).size())
        return std::nullopt;
    return BoxReference{box.thread, box.depth, BoxIndex(place + 1)};
}

std::optional<BoxReference> stepInOrder(const SpanTable &spans, const BoxReference &box,
                                        Direction direction)
{
    if (direction == Direction::Forward) {
        if (const auto callee = firstCalleeOf(spans, box))
            return callee;
        for (std::optional<BoxReference> at = box; at; at = callerOf(spans, *at)) {
            const auto next = siblingOf(spans, *at, Direction::Forward);
            if (next && callerOf(spans, *next) == callerOf(spans, *at))
                return next;
        }
        return std::nullopt;
    }
    const auto caller = callerOf(spans, box);
    const auto previous = siblingOf(spans, box, Direction::Backward);
    if (previous && callerOf(spans, *previous) == caller)
        return innermostLastCallee(spans, *previous);
    return caller;
}

std::optional<BoxReference> firstBoxOf(const SpanTable &spans, ThreadIndex thread, Timestamp time)
{
    const ThreadSpans &calls = spans.thread(thread);
    if (calls.depth() == 0)
        return std::nullopt;
    const BoxIndex found = calls.firstEndingAfter(0, time);
    const std::size_t size = calls.rows[0].boxes.size();
    if (size == 0)
        return std::nullopt;
    return BoxReference{thread, 0, found.row() < size ? found : BoxIndex(size - 1)};
}

} // namespace ember::views
