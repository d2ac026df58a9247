// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/tables.h"
#include "model/tables/validate.h"

#include <vector>

namespace ember::model::tables {

// Makes extensions agree with the core tables, which may have been edited: times of samples, units
// of values, names and places of functions. Each change gives a warning. So do samples that lack
// the time, count or thread that all other samples of their source have, and times that are too far
// from the others to be represented, which are moved. Tables that were made from a profile agree.
std::vector<TableFinding> letCoreWin(Tables &tables);

} // namespace ember::model::tables
