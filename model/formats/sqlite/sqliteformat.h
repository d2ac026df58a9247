// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/import/fileformat.h"
#include "model/tables/reading.h"
#include "model/tables/tables.h"

#include <functional>
#include <string>
#include <string_view>

namespace ember::model::sqlite {

bool looksLikeDatabase(std::string_view firstBytes);

// Refuses a database that a program left in the middle of a change: a hot journal, or a log with
// content, lies beside the file that links at `path` lead to. Error: FileInUse.
Result<void> checkFinished(const std::string &path);

// Reads those of the seven tables and of the extensions that a database has. JSON texts of
// extensions are made valid. A cell that breaks T1, and an id of more than 32 bits (K1), is NA.
// Errors, without a subject: Truncated; SyntaxError for a damaged database, with SQLite's words;
// UnknownFormat for what is no database, or has none of the seven tables; UnsupportedVersion for
// version 1 tables, and for a database with a write-ahead log, which is another file; Cancelled.
Result<tables::Reading> readTables(std::string_view bytes, std::function<bool()> isCancelled);

// Databases of profile data. A file whose tables break a rule is refused with the first finding and
// the number of the others.
extern const FileFormat format;

// Writes tables as a database, in one transaction. The file appears under `path`, in place of an
// earlier one, when it is complete. Errors: those of StagedFiles; FormatCannotHold for rows that
// break a constraint, with its name. Tables in which validate() finds no error and whose extensions
// are valid break none.
Result<void> writeTables(const tables::Tables &tables, const std::string &path);

} // namespace ember::model::sqlite
