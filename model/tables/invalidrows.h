// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/tables.h"
#include "model/tables/validate.h"

#include <vector>

namespace ember::model::tables {

// Takes from extensions what makes no sense, such that any writer of tables can hold the rest: rows
// that belong to nothing, that lack what they are about, or that say again what an earlier row
// says; and, in rows that stay, references to nothing and words that are none of those there are. A
// warning for each table that had such. Numbers that only say in which order rows stand are given
// anew where they are missing or repeated. The seven tables must keep their rules.
std::vector<TableFinding> dropInvalidRows(Tables &tables);

} // namespace ember::model::tables
