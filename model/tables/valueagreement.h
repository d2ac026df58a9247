// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/tables.h"

#include <cstddef>

namespace ember::model::tables {

// Moves timestamps that are more than twelve years from the middle of their source's to where they,
// what they differ by, and sums of that still fit into nanoseconds. How many.
std::size_t moveTimesTogether(Tables &tables);

// Types of values that x_value_types lists with a unit that no sample of the source has get the one
// that the samples have. How many.
std::size_t letUnitsOfSamplesWin(Tables &tables);

} // namespace ember::model::tables
