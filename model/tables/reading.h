// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/profile/profile.h"
#include "model/tables/findings.h"
#include "model/tables/tables.h"

#include <cstddef>
#include <vector>

namespace ember::model::tables {

// Tables out of a file, and everything in them that breaks a rule.
struct Reading {
    Tables tables; // empty for version 1 data that break a rule
    std::vector<TableFinding> findings;
};

// SyntaxError, of the first finding that is an error and with the number of the others.
Result<void> checkRules(const Reading &reading);

// What there is to show of a file of so many bytes, unpacked. Errors, without a subject: those of
// checkRules() and checkBudget(), NothingToShow.
Result<std::vector<ProfilePointer>> profilesOf(const Reading &reading, std::size_t fileBytes);

} // namespace ember::model::tables
