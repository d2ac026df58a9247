// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxreference.h"
#include "views/flamechart/layout.h"
#include "views/flamechart/painter.h"

#include <QRect>

#include <vector>

namespace ember::views {

struct VisibleBox {
    BoxReference box;
    QRect place; // in the widget, cut to it

    friend bool operator==(const VisibleBox &, const VisibleBox &) = default;
};

// The boxes of a thread that are in the window and at least a pixel wide, outer calls first and
// each row in time order; at most `limit` of them. Costs what is drawn, not what is there.
std::vector<VisibleBox> visibleBoxes(const model::SpanTable &spans, const ChartLayout &layout,
                                     const ChartCamera &camera, QSize window,
                                     model::ThreadIndex thread, std::size_t limit);

} // namespace ember::views
