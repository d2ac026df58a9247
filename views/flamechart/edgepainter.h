// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/layout.h"
#include "views/flamechart/painter.h"

#include <vector>

namespace ember::views {

// Where the edges of a row's boxes may really lie, in time order: nobody saw what happened between
// the sample that an edge is drawn at and its thread's one before, at most a period earlier. Those
// that reach into `visible`.
std::vector<model::TimeRange> uncertainEdges(const model::ThreadSpans &thread, std::size_t depth,
                                             model::TimeRange visible, model::Nanoseconds period);

// Calls of a row whose callers the recorder did not find (model/query/cutstacks.h), where they are
// wide enough to show it: outermost ones, and those below callers of the samples around them
// (model/spans/cutbridge.h). In time order.
std::vector<model::TimeRange> cutCalls(const model::SpanTable &spans, model::ThreadIndex thread,
                                       std::size_t depth, const TimeScale &scale);
// Tears their upper edge, where callers are missing. In logical pixels.
void paintTornEdges(QPainter &painter, const ViewState &state, const ChartLayout &layout,
                    const ChartCamera &camera, const Lane &lane, int height);

// Hatches uncertain edges over a lane's rows, as soon as a period is a few pixels wide. In logical
// pixels.
void paintEdges(QPainter &painter, const ViewState &state, const ChartLayout &layout,
                const ChartCamera &camera, const Lane &lane, int height);

} // namespace ember::views
