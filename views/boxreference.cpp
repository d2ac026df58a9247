// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/boxreference.h"

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

} // namespace ember::views
