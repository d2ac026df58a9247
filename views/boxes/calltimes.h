// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/boxes/searchmatches.h"

#include <vector>

namespace ember::views {

// Marks of equal parts of a range: 1 if a call of a marked frame, in one of the threads, was open
// in it. Linear in the boxes; for a background thread.
std::vector<std::uint8_t> callTimes(const model::SpanTable &spans,
                                    const std::vector<model::ThreadIndex> &threads,
                                    const FrameMarks &frames, model::TimeRange range,
                                    std::size_t parts);

} // namespace ember::views
