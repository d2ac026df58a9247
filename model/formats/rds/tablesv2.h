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

// What a list has of the seven tables. What breaks T1 becomes a finding, and NA or no rows;
// doubles in place of integers are taken for these all the same. `unread` are the tables of which
// something is missing then: what other rules find there, or where others refer to it, is none.
tables::Tables tablesV2(const Objects &objects, const Object &data,
                        std::vector<tables::TableFinding> &findings,
                        std::set<std::string_view> &unread);

// The extension tables of version 2 data: in the attribute `extensions`, else among the components.
// Nothing in them is worse than a warning: a column of another type is NA, a table whose columns
// are of different lengths is left out. A table that has few of its columns is larger than what the
// file has of it: all of them together have `budget` bytes, those for which there is no room are
// left out. `reading` has the texts of the objects, and no such rows.
void readExtensions(const Objects &objects, const Object &data, std::uint64_t budget,
                    tables::Reading &reading);

} // namespace ember::model::rds
