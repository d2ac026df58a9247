// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/memorybudget.h"
#include "model/core/result.h"
#include "model/profile/profile.h"
#include "model/tables/tables.h"
#include "model/tables/validate.h"

#include <cstddef>
#include <cstdint>
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

// Drops what is invalid and makes extensions agree with the core tables (validate.h); adds to
// findings and disagreements.
void settle(Reading &reading);

// "left out: extra, functions$mycol": names the first few, then the number of the others. "" if
// nothing is left out.
std::string leftOutText(const std::vector<std::string> &leftOut);

// Checks that no finding is an error. Error: SyntaxError with the first one, and the number of the
// others.
Result<void> checkRules(const Reading &reading);

// Makes the profiles of a file that has `fileBytes` bytes unpacked. Errors, without a subject:
// those of checkRules() and checkBudget(), NothingToShow.
Result<std::vector<ProfilePointer>> profilesOf(const Reading &reading, std::size_t fileBytes);

// The most profiles that are made of the tables of a file: making each goes through all tables.
constexpr std::size_t mostProfiles = 1000;

// Checks that a small file does not stand for much memory in profiles (memorybudget.h).
// `fileBytes`: its size unpacked. Error: FileTooBig, without a subject, with the first table that
// has too many rows.
Result<void> checkBudget(const Tables &tables, std::size_t fileBytes);

// Profile data, version 1, as it is stored: a row of samples is a stack and its number of samples.
struct TablesV1 {
    StringTable strings;
    Integers sampleCounts; // samples$value
    Integers stackEnds; // of samples$locations, row by row, in `stackLocations`
    Integers stackLocations; // location ids, the innermost call first
    Locations locations;
    Functions functions;
};

// The origin of v1 data, by its hidden component: .rprof (looked for first) or .msg; Manual if it
// has neither.
enum class OriginV1 : std::uint8_t { Manual, Rprof, Pprof };

// Converts v1 data like the plan's profile_v2_from_v1: a row with the value n becomes n samples, as
// many as `budget` (memoryBudget() of the file) has room for. The budget of an empty file has room
// for 630 thousand samples (3 hours at the usual 20 ms) without stacks, or 110 thousand of 30
// calls. Errors: WrongType for a value below 1; FileTooBig for more samples than that.
Result<Tables> fromV1(const TablesV1 &old, OriginV1 origin, std::uint64_t budget = memoryBudget(0));

// Tables of version 1, and counts of what they cannot hold, extensions aside.
struct OldTables {
    TablesV1 tables;
    std::uint64_t sources = 0; // 0: only one, without uri and timestamp
    std::uint64_t otherValues = 0; // rows of other values than ("samples", "count")
    std::uint64_t uncounted = 0; // samples whose count is 0: left out
    std::uint64_t negative = 0; // samples whose count is below 0: left out
    std::uint64_t rounded = 0; // counts that were no whole numbers
    std::uint64_t metaRows = 0;
};

// Merges samples with equal stacks into one row with the sum of their counts, in the order in which
// the stacks first occur. A sample without a count counts as one. The tables must keep the rules.
// Errors: FormatCannotHold if such a sum, or the number of stack rows, is above R's largest
// integer.
Result<OldTables> toV1(const Tables &tables);

} // namespace ember::model::tables
