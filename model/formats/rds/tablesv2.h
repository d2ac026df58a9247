// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/rds/object.h"
#include "model/tables/findings.h"
#include "model/tables/tables.h"

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

} // namespace ember::model::rds
