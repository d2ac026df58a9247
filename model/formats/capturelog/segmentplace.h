// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <cstdint>

namespace ember::model::capturelog {

// A segment in its file: a ring drops whole ones, a reader can start at any.
struct SegmentPlace {
    std::uint64_t offset = 0; // of the segment record
    std::uint64_t bytes = 0; // up to the next segment, or the last whole record
    std::uint64_t sequence = 0;
    Timestamp start;
};

} // namespace ember::model::capturelog
