// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/tables/findings.h"
#include "model/tables/tables.h"

#include <functional>
#include <string_view>
#include <vector>

namespace ember::model::sqlite {

struct Reading {
    tables::Tables tables;
    // What breaks T1, and ids of more than 32 bits (K1): such a cell is NA in `tables`.
    std::vector<tables::TableFinding> findings;
};

// Everything that breaks a rule: what the reader found and validate() finds.
std::vector<tables::TableFinding> allFindings(const Reading &reading);
// Errors: SyntaxError, of the first finding and with the number of the others.
Result<void> checkRules(const Reading &reading);

bool looksLikeDatabase(std::string_view firstBytes);

// Reads whatever a database has of the seven tables and of the extensions. What the extensions say
// in JSON is made valid JSON. Errors, without a subject: SyntaxError for a damaged database, with
// SQLite's words; UnknownFormat if none of the seven tables is there; UnsupportedVersion for
// version 1 tables and for a write-ahead log, whose other file is missing; Cancelled.
Result<Reading> readTables(std::string_view bytes, std::function<bool()> isCancelled);

} // namespace ember::model::sqlite
