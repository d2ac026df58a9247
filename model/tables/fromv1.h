// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/tables/tables.h"

#include <string_view>

namespace ember::model::tables {

// Profile data, version 1, as it is stored: equal stacks are one row of samples with their number.
struct TablesV1 {
    StringTable strings;
    Integers sampleCounts; // samples$value
    Integers stackEnds; // of samples$locations, row by row, in `stackLocations`
    Integers stackLocations; // location ids, the innermost call first
    Locations locations;
    Functions functions;
};

// What v1 data came from, by its hidden component: .rprof before .msg; neither is "manual".
enum class OriginV1 : std::uint8_t { Manual, Rprof, Pprof };

// What v1 data may become: a few bytes can say "a thousand million samples". 20 million at the
// usual 20 ms are 4 days.
struct ExpansionLimits {
    std::uint64_t samples = 20'000'000;
    std::uint64_t stackRows = 100'000'000;
};

// The plan's profile_v2_from_v1: a sample of the value n becomes n samples. Errors: WrongType for a
// value below 1; FormatCannotHold if there were more samples or rows than the limits are.
Result<Tables> fromV1(const TablesV1 &old, OriginV1 origin, const ExpansionLimits &limits = {});

} // namespace ember::model::tables
