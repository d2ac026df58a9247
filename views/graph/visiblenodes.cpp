// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/visiblenodes.h"

#include <algorithm>
#include <cmath>

namespace ember::views {

std::vector<VisibleNode> visibleNodes(const GraphViewport &viewport, std::size_t limit)
{
    std::vector<VisibleNode> visible;
    const TimeScale scale = viewport.scale();
    const QRect window({}, viewport.size());
    const auto &rows = viewport.layout().rows();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const int top = viewport.topOf(row);
        if (top + GraphViewport::rowHeight <= 0 || top >= window.height())
            continue;
        for (const GraphBox &box : rows[row]) {
            if (visible.size() >= limit)
                return visible;
            const double left = std::max(0.0, scale.toX(box.place.start));
            const double right = std::min(scale.width(), scale.toX(box.place.end));
            if (box.isRest() || right <= left)
                continue;
            const QRect place(
                QPoint(int(left), top),
                QPoint(int(std::ceil(right)) - 1, top + GraphViewport::rowHeight - 1));
            visible.push_back({{viewport.treeNumber(), box.node}, place.intersected(window)});
        }
    }
    return visible;
}

} // namespace ember::views
