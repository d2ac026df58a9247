// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/hittest.h"

#include "views/flamechart/pixelruns.h"

#include <cmath>

namespace ember::views {

std::optional<ChartHit> hitTest(const model::SpanTable &spans, const ChartLayout &layout,
                                const TimeScale &scale, int scrollY, QPointF point)
{
    const int y = static_cast<int>(std::floor(point.y())) + scrollY;
    const Lane *lane = layout.laneAt(y);
    if (!lane || point.x() < 0 || point.x() >= scale.width())
        return std::nullopt;
    ChartHit hit{.thread = lane->thread, .depth = {}, .box = {}, .group = lane->heads};
    const int header = layout.headerTop(*lane, scrollY);
    if (y >= header && y < header + layout.metrics().headerHeight)
        return hit;
    hit.depth = layout.depthAt(*lane, y);
    if (hit.depth) {
        const auto box = boxAtColumn(spans, spans.thread(lane->thread), *hit.depth, scale,
                                     static_cast<int>(std::floor(point.x())));
        if (box)
            hit.box = BoxReference{lane->thread, *hit.depth, *box};
    }
    return hit;
}

} // namespace ember::views
