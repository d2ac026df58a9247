// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/records.h"

#include <cstdint>
#include <vector>

namespace ember::model::capturelog {

struct CaptureStart {
    Timestamp time; // wall clock, read once; all later times are this + monotonic time
    Nanoseconds monotonic{}; // CLOCK_MONOTONIC at `time`
    double rateHz = 0;
    std::vector<MetadataEntry> metadata; // recorder version, host, kernel, CPUs, unwind mode, …
};

// When the Writer closes a segment and starts the next, repeating what still lives.
struct SegmentLimits {
    Nanoseconds duration = std::chrono::minutes(10);
    std::uint64_t bytes = std::uint64_t(32) << 20U;
    std::size_t stacks = std::size_t(1) << 19U; // bounds the memory of the tables
};

} // namespace ember::model::capturelog
