// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/profile/profile.h"
#include "model/tables/tables.h"
#include "model/tables/validate.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::tables {

// Tables out of a file, and everything in them that breaks a rule.
struct Reading {
    Tables tables; // empty for version 1 data that break a rule
    std::vector<TableFinding> findings;
    std::vector<std::string> leftOut = {}; // what the file has beside the tables, by name

    // Of extensions with the core tables, settled; and what of them made no sense.
    std::vector<std::string> disagreements = {};

    // Whether there are samples of what may have had threads, and nothing in the file knows of any
    // (RPROFILE.md §9). R itself has one.
    bool saysNoThreads() const;
};

// Notes that nothing is made of a column (with R's `$` behind its table), or, without one, of
// a table.
void leaveOut(Reading &reading, std::string_view table, std::string_view column = {});

// Drops what is invalid (invalidrows.h) and has the core tables win over extensions
// (agreement.h), as findings and disagreements.
void settle(Reading &reading);

// "left out: extra, functions$mycol": the first few, and how many more. "" if nothing is.
std::string leftOutText(const std::vector<std::string> &leftOut);

// SyntaxError, of the first finding that is an error and with the number of the others.
Result<void> checkRules(const Reading &reading);

// What there is to show of a file of so many bytes, unpacked. Errors, without a subject: those of
// checkRules() and checkBudget(), NothingToShow.
Result<std::vector<ProfilePointer>> profilesOf(const Reading &reading, std::size_t fileBytes);

// The most profiles that tables are taken for: each is made by going through all of them.
constexpr std::size_t mostProfiles = 1000;

// FileTooBig, without a subject, where a few bytes in a file of `fileBytes` (unpacked) stand for
// much memory in profiles (memorybudget.h): the first table that has too many rows of that kind.
Result<void> checkBudget(const Tables &tables, std::size_t fileBytes);

} // namespace ember::model::tables
