// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/tables/fromv1.h"

namespace ember::model::tables {

// Tables of version 1, and what is not in them, extensions aside.
struct OldTables {
    TablesV1 tables;
    std::uint64_t sources = 0; // if there are several, or one with a place or time
    std::uint64_t otherValues = 0; // than ("samples", "count")
    std::uint64_t uncounted = 0; // samples whose count is 0
    std::uint64_t negative = 0; // samples whose count is below 0, and which are not there either
    std::uint64_t rounded = 0; // counts
    std::uint64_t metaRows = 0;
};

// Samples of equal stacks become one row, with the sum of their counts, in the order in which each
// stack is first seen; a sample without a count is one. The tables must keep the rules. Errors:
// FormatCannotHold if such a sum, or the number of stack rows, has more than 32 bits.
Result<OldTables> toV1(const Tables &tables);

} // namespace ember::model::tables
