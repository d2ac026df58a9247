// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/tables.h"
#include "model/tables/validate.h"

#include <vector>

namespace ember::model::tables {

// Where an extension says otherwise than the core tables, which somebody may have edited, it is
// made to say the same: the times of samples, units of values, names and places of functions. Each
// is a warning, and so are samples that alone of their source lack the time, the count or the
// thread that each of them has, and times that are too far from the others to be told, which are
// moved. Tables that a profile was made into agree.
std::vector<TableFinding> letCoreWin(Tables &tables);

} // namespace ember::model::tables
