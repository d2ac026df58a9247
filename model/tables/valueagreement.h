// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/tables.h"

#include <cstddef>

namespace ember::model::tables {

struct MovedTimes {
    std::size_t timestamps = 0;
    std::size_t exact = 0; // of x_sample_threads, of samples without a timestamp
};

// Where the times of a source span more than twelve years, moves those that are more than six from
// its middle one: they, what they differ by, and sums of that must fit into nanoseconds. How many.
MovedTimes moveTimesTogether(Tables &tables);

// Types of values that x_value_types lists with a unit that no sample of the source has get the one
// that the samples have. How many.
std::size_t letUnitsOfSamplesWin(Tables &tables);

} // namespace ember::model::tables
