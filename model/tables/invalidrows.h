// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/tables.h"
#include "model/tables/validate.h"

#include <vector>

namespace ember::model::tables {

// Removes invalid rows from extensions, so that any writer of tables can hold the rest: rows that
// belong to nothing, that lack a required cell, or that repeat the key of an earlier row. In rows
// that stay, references to nothing and unknown words become NA or a default. Gives a warning for
// each table that had such. Ordinals are numbered anew where they are missing or repeated. The
// seven tables must keep their rules.
std::vector<TableFinding> dropInvalidRows(Tables &tables);

} // namespace ember::model::tables
