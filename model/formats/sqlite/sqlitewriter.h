// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/tables/tables.h"

#include <string>

namespace ember::model::sqlite {

// Writes tables as a database, in one transaction; it appears under `path`, in place of what has
// the name, when it is complete. Errors: those of StagedFiles; FormatCannotHold for rows that break
// a constraint, by name; none of tables that validate() finds no error in and whose extensions are
// sound.
Result<void> writeTables(const tables::Tables &tables, const std::string &path);

} // namespace ember::model::sqlite
