// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/tables/tables.h"

#include <string>

namespace ember::model::sqlite {

// Writes tables as a database, in one transaction. The file appears under `path`, in place of an
// earlier one, when it is complete. Errors: those of StagedFiles; FormatCannotHold for rows that
// break a constraint, with its name. Tables in which validate() finds no error and whose extensions
// are valid break none.
Result<void> writeTables(const tables::Tables &tables, const std::string &path);

} // namespace ember::model::sqlite
