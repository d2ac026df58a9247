// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/tables.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::tables {

// The rules of the v2 tables (RPROFILE.md §5), then those of stored v1 data in the order of §3.
enum class Rule : std::uint8_t {
    M1, // meta has the version, once, and it is 2
    T1, // all seven tables, their columns in order and of their type
    K1, // primary keys are unique, not NA, 32-bit
    F1, // what samples, values and stacks refer to exists
    F2, // a location's function is NA or exists
    D1, // depths of a sample are 1, 2, … without gaps
    S1, // a source has a type
    V1, // one value of a type per sample; type not empty, unit not NA
    V2, // values are finite or NA; a type has one unit in a source (across sources: warning)
    V3, // every sample has a value (warning)
    L1, // a line is NA or not negative
    N1, // functions have names
    N2, // a start line is there and not negative
    W, // odd but allowed (warning)
    Old1, // it is a list
    Old2, // of class profile_data
    Old3, // its components are tibbles
    Old4, // exactly the five, in order
    Old5, // their columns are exactly theirs, in order
    Old6, // meta has one row, the version
    Old7, // so has sample_types: samples, count
    Old8, // values are integers above 0
    Old9, // locations of samples are tibbles of location ids
    Old10, // which exist
    Old11, // location ids are unique, the columns integers
    Old12, // a location's function is NA or exists
    Old13, // a line is NA or not negative
    Old14, // function ids are unique, the columns of their type
    Old15, // functions have names
    Old16, // filename is a text
    Old17, // a start line is there and not negative
};

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
