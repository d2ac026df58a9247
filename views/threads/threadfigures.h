// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/rangestatistics.h"
#include "model/spans/spantable.h"

#include <cstdint>
#include <vector>

namespace ember::views {

// What the selection that all views of sums have leaves of a thread.
struct ThreadFigures {
    std::uint64_t samples = 0;
    model::Nanoseconds running{}; // CPU time where the capture knows it, else the time with calls
};

// Of all threads, by index; only the range is looked at. Costs the threads.
std::vector<ThreadFigures> figuresInRange(const model::SpanTable &spans, model::TimeRange range);

// Likewise, of what was asked with all of a selection.
std::vector<ThreadFigures> figuresOf(const model::SpanTable &spans,
                                     const model::RangeStatistics &statistics);

} // namespace ember::views
