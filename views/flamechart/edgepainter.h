// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/layout.h"
#include "views/flamechart/painter.h"

#include <vector>

namespace ember::views {

// Returns where the edges of a row's boxes may really lie, in time order. Nothing was recorded
// between the sample that an edge is drawn at and the thread's sample before it, at most a period
// earlier. Both edges of each box that reaches into `visible`, or begins less than a period after
// it. The row must exist.
std::vector<model::TimeRange> uncertainEdges(const model::ThreadSpans &thread, std::size_t depth,
                                             model::TimeRange visible, model::Nanoseconds period);

// Returns calls of a row whose callers the recorder did not find (model/query/namelesstime.h), if
// they are wide enough for a torn edge: outermost calls, and calls below callers that were taken
// from the samples around them (model/spans/cutbridge.h). In time order.
std::vector<model::TimeRange> cutCalls(const model::SpanTable &spans, model::ThreadIndex thread,
                                       std::size_t depth, const TimeScale &scale);
// Paints a torn upper edge on the calls of a lane whose callers are missing. In logical pixels.
void paintTornEdges(QPainter &painter, const ViewState &state, const ChartLayout &layout,
                    const ChartCamera &camera, const Lane &lane, int height);

// Hatches uncertain edges over a lane's rows, as soon as a period is a few pixels wide. In logical
// pixels.
void paintEdges(QPainter &painter, const ViewState &state, const ChartLayout &layout,
                const ChartCamera &camera, const Lane &lane, int height);

} // namespace ember::views
