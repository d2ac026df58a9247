// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/rds/object.h"
#include "model/tables/reading.h"

#include <cstdint>

namespace ember::model::rds {

// The extension tables of version 2 data: in the attribute `extensions`, else among the components.
// Nothing in them is worse than a warning: a column of another type is NA, a table whose columns
// are of different lengths is left out. A table that has few of its columns is larger than what the
// file has of it: all of them together have `budget` bytes, those for which there is no room are
// left out. `reading` has the texts of the objects, and no such rows.
void readExtensions(const Objects &objects, const Object &data, std::uint64_t budget,
                    tables::Reading &reading);

} // namespace ember::model::rds
