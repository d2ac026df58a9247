// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/memorybudget.h"
#include "model/core/result.h"
#include "model/tables/tables.h"

#include <cstdint>

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

// The plan's profile_v2_from_v1: a sample of the value n becomes n samples, as many as the budget
// (memoryBudget() of the file) has room for. That of an empty file is for 630 thousand samples
// (3 hours at the usual 20 ms) without stacks, 110 thousand of 30 calls. Errors: WrongType for a
// value below 1; FileTooBig for more samples than that.
Result<Tables> fromV1(const TablesV1 &old, OriginV1 origin, std::uint64_t budget = memoryBudget(0));

} // namespace ember::model::tables
