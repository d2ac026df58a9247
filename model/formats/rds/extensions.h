// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/rds/object.h"
#include "model/tables/reading.h"

namespace ember::model::rds {

// The extension tables of version 2 data: in the attribute `extensions`, else among the components.
// Nothing in them is worse than a warning: a column of another type is NA, a table whose columns
// are of different lengths is left out. `reading` has the texts of the objects, and no such rows.
void readExtensions(const Objects &objects, const Object &data, tables::Reading &reading);

} // namespace ember::model::rds
