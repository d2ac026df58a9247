// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/visibleboxes.h"

#include <algorithm>
#include <cmath>

namespace ember::views {

using namespace model;

std::vector<VisibleBox> visibleBoxes(const SpanTable &spans, const ChartLayout &layout,
                                     const ChartCamera &camera, QSize window, ThreadIndex thread,
                                     std::size_t limit)
{
    std::vector<VisibleBox> visible;
    const Lane *lane = layout.laneOf(thread);
    if (!lane || lane->collapsed)
        return visible;
    const ThreadSpans &calls = spans.thread(thread);
    const auto range = camera.scale.range();
    const int rowHeight = layout.metrics().rowHeight;
    for (std::size_t depth = 0; depth < calls.depth(); ++depth) {
        const int top = layout.rowTop(*lane, depth) - camera.scrollY;
        if (top + rowHeight <= 0 || top >= window.height())
            continue;
        const BoxColumn &boxes = calls.rows[depth].boxes;
        for (auto place = calls.firstEndingAfter(depth, range.start).row(); place < boxes.size();) {
            const BoxIndex index(place);
            const TimeRange time{calls.start(boxes[index]), calls.end(boxes[index])};
            if (time.start >= range.end || visible.size() >= limit)
                break;
            const double left = std::max(0.0, camera.scale.toX(time.start));
            const double right = std::min(camera.scale.width(), camera.scale.toX(time.end));
            if (right - left < 1) { // on to what ends in the next pixel
                const auto next = camera.scale.toTime(std::floor(left) + 1);
                place = std::max(place + 1, calls.firstEndingAfter(depth, next).row());
                continue;
            }
            const QRect row(QPoint(int(left), top),
                            QPoint(int(std::ceil(right)) - 1, top + rowHeight - 1));
            visible.push_back({{thread, depth, index}, row.intersected(QRect({}, window))});
            ++place;
        }
    }
    return visible;
}

} // namespace ember::views
