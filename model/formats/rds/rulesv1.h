// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/rds/object.h"
#include "model/tables/findings.h"

#include <vector>

namespace ember::model::rds {

// Every fault of stored profile data, version 1, in the order in which the R package looks for
// them (RPROFILE.md §3): it stops at the first, this does not. Beside them, as warnings, the
// further columns that are left out.
std::vector<tables::TableFinding> checkV1(const Objects &objects, const Object &data);

} // namespace ember::model::rds
