// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::tables {

// The rules of the v2 tables (RPROFILE.md §5).
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
};

std::string_view ruleName(Rule rule);

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

} // namespace ember::model::tables
