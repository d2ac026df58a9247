// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/nearestcall.h"

#include "model/query/counterparts.h"
#include "views/search/searcher.h"

namespace ember::views {

using namespace model;

namespace {

// The call of the thread that had begun last at that time; none had: none.
std::optional<BoxReference> lastBegun(const SpanTable &spans, ThreadIndex thread, Timestamp time)
{
    const ThreadSpans &calls = spans.thread(thread);
    std::optional<BoxReference> last;
    for (std::size_t depth = 0; depth < calls.depth(); ++depth) {
        auto place = calls.firstEndingAfter(depth, time).row();
        const auto &boxes = calls.rows[depth].boxes;
        if (place == boxes.size() || calls.start(boxes[BoxIndex(place)]) > time) {
            if (place == 0)
                continue;
            --place;
        }
        const BoxReference box{thread, depth, BoxIndex(place)};
        if (!last || rangeOf(spans, box).start >= rangeOf(spans, *last).start)
            last = box;
    }
    return last;
}

} // namespace

std::optional<BoxReference> nearestCall(const ViewState &state, const BoxReference &call,
                                        const ViewState &other, ThreadIndex thread,
                                        Nanoseconds offset)
{
    if (!thread.isValid() || !state.spans() || !other.spans())
        return std::nullopt;
    const SpanTable &spans = *other.spans();
    const FrameMarks frames = framesOf(
        *spans.profile(), sharedIdentity(*state.spans()->profile(), frameOf(*state.spans(), call)));
    const PathPredicate isSame = [&](PathIndex path) {
        const auto frame = spans.path(path).frame;
        return frame.isValid() && frames[frame.row()] != 0;
    };
    const auto time = rangeOf(*state.spans(), call).start + offset;
    const auto last = lastBegun(spans, thread, time);
    const bool isLast = last && isSame(boxAt(spans, *last).path);
    const auto before = isLast ? last : nextBox(spans, {thread}, last, Direction::Backward, isSame);
    const auto after = nextBox(spans, {thread}, last, Direction::Forward, isSame);
    if (!before || !after)
        return before ? before : after;
    const auto distance = [&](const BoxReference &box) {
        return std::chrono::abs(rangeOf(spans, box).start - time);
    };
    return distance(*after) < distance(*before) ? after : before;
}

} // namespace ember::views
