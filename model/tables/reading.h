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

// Tables that were read from a file, and everything in them that breaks a rule.
struct Reading {
    Tables tables; // empty for version 1 data that break a rule
    std::vector<TableFinding> findings;
    std::vector<std::string> leftOut = {}; // names of what the file has beside the tables

    // Disagreements of extensions with the core tables, which were settled, and rows that were
    // dropped.
    std::vector<std::string> disagreements = {};

    // Whether there are samples whose program may have had several threads, but the file has no
    // threads (RPROFILE.md §9). R itself has one.
    bool saysNoThreads() const;
};

// Notes that a column, or the whole table if `column` is empty, is not used. Columns are named with
// R's `$` after the table.
void leaveOut(Reading &reading, std::string_view table, std::string_view column = {});

// Drops what is invalid (invalidrows.h) and makes extensions agree with the core tables
// (agreement.h); adds to findings and disagreements.
void settle(Reading &reading);

// "left out: extra, functions$mycol": names the first few, then the number of the others. "" if
// nothing is left out.
std::string leftOutText(const std::vector<std::string> &leftOut);

// Error: SyntaxError with the first finding that is an error, and the number of the others.
Result<void> checkRules(const Reading &reading);

// Makes the profiles of a file that has `fileBytes` bytes unpacked. Errors, without a subject:
// those of checkRules() and checkBudget(), NothingToShow.
Result<std::vector<ProfilePointer>> profilesOf(const Reading &reading, std::size_t fileBytes);

// The most profiles that are made of tables: making each one goes through all of them.
constexpr std::size_t mostProfiles = 1000;

// Checks that a small file does not stand for much memory in profiles (memorybudget.h).
// `fileBytes`: its size unpacked. Error: FileTooBig, without a subject, with the first table that
// has too many rows.
Result<void> checkBudget(const Tables &tables, std::size_t fileBytes);

} // namespace ember::model::tables
