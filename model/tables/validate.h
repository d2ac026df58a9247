// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/findings.h"
#include "model/tables/tables.h"

#include <vector>

namespace ember::model::tables {

// Everything that breaks a rule, rule by rule and row by row; empty if all is well. Extension
// tables have no rules. T1 and an id of more than 32 bits can only be broken by a file: its reader
// finds them.
std::vector<TableFinding> validate(const Tables &tables);

} // namespace ember::model::tables
