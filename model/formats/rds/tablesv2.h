// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/rds/object.h"
#include "model/tables/reading.h"
#include "model/tables/tables.h"
#include "model/tables/validate.h"

#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

namespace ember::model::rds {

// Reads the seven tables from a list. Breaches of T1 become findings and give NA or no rows;
// doubles are accepted for integers all the same. `unread` gets the tables of which a part could
// not be read: findings of other rules about them, or about references to them, are only
// consequences.
tables::Tables tablesV2(const Objects &objects, const Object &data,
                        std::vector<tables::TableFinding> &findings,
                        std::set<std::string_view> &unread);

// Reads the extension tables of version 2 data from the attribute `extensions`, or else from the
// components. All faults are warnings: a column of another type is NA, a table whose columns differ
// in length is left out. Absent columns take memory, too, so all tables together have `budget`
// bytes, and those for which there is no room are left out. `reading` must have the texts of the
// objects, and no rows of extensions.
void readExtensions(const Objects &objects, const Object &data, std::uint64_t budget,
                    tables::Reading &reading);

} // namespace ember::model::rds
