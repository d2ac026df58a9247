// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/tables.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::tables {

std::string_view ruleName(Rule rule);

// The most findings that are kept: more are of no use, and each takes more memory than its row.
constexpr std::size_t mostFindings = 100'000;

enum class Grade : std::uint8_t { Warning, Error };

struct TableFinding {
    Rule rule = Rule::W;
    Grade grade = Grade::Error;
    std::string table;
    std::size_t row = 0; // from 1; 0: the table as a whole
    std::string detail;
};

// Adds a finding, unless there are too many; the last that is added says so.
void addFinding(std::vector<TableFinding> &findings, TableFinding finding);

// Returns a line about the finding: "error F1 samples row 3: no source has the source_id 7".
std::string toText(const TableFinding &finding);

// The first error and the number of the others; "" if there is none.
std::string errorSummary(const std::vector<TableFinding> &findings);

// Returns breaches of the rules, as far as addFinding() takes them, and warnings; empty if there
// are none. Extension tables have no rules. Only a file can break T1 or have an id of more than 32
// bits: its reader finds these.
std::vector<TableFinding> validate(const Tables &tables);

// Removes invalid rows from extensions, so that any writer of tables can hold the rest: rows that
// belong to nothing, that lack a required cell or have an invalid one, that end before they start,
// or that repeat the key of an earlier row. In rows that stay, references to nothing, unknown words
// and relative paths become NA or a default. Gives a warning for each table with such rows, and one
// for each with such cells. Ordinals are numbered anew where they are missing or repeated. The
// seven tables must keep their rules.
std::vector<TableFinding> dropInvalidRows(Tables &tables);

// Makes extensions agree with the core tables, which may have been edited: times of samples, units
// of values, names and files of functions. Each kind of change gives a warning. So do samples that
// lack the time, count or thread that others of their source have, and times that are too far from
// the others to be represented, which are moved. Tables that were made from a profile agree.
std::vector<TableFinding> letCoreWin(Tables &tables);

} // namespace ember::model::tables
