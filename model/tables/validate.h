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

// Nobody reads more, and each takes more memory than the row it is about.
constexpr std::size_t mostFindings = 100'000;
constexpr std::string_view moreFindings = "there are more findings than are listed";

enum class Grade : std::uint8_t { Warning, Error };

struct TableFinding {
    Rule rule = Rule::W;
    Grade grade = Grade::Error;
    std::string table;
    std::size_t row = 0; // from 1; 0: the table as a whole
    std::string detail;
};

// "error F1 samples row 3: no source has the source_id 7"
std::string toText(const TableFinding &finding);

// The first error and how many there are beside it; "" if there is none.
std::string errorSummary(const std::vector<TableFinding> &findings);

// Everything that breaks a rule, rule by rule and row by row; empty if all is well. Extension
// tables have no rules. T1 and an id of more than 32 bits can only be broken by a file: its reader
// finds them.
std::vector<TableFinding> validate(const Tables &tables);

} // namespace ember::model::tables
