// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/layout.h"
#include "views/timescale.h"

#include <QPointF>

namespace ember::views {

// What is at a point of the chart.
struct ChartHit {
    model::ThreadIndex thread;
    std::optional<std::size_t> depth; // none: the lane's header
    std::optional<BoxReference> box;
    ThreadGroupIndex group = {}; // whose header it is; invalid: a thread's

    bool isHeader() const { return !depth.has_value(); }

    friend bool operator==(const ChartHit &, const ChartHit &) = default;
};

// `point` in logical pixels of a window that is scrolled by `scrollY`. The box is the one the
// painter shows in that column.
std::optional<ChartHit> hitTest(const model::SpanTable &spans, const ChartLayout &layout,
                                const TimeScale &scale, int scrollY, QPointF point);

} // namespace ember::views
