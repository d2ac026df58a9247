// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/profile/profile.h"
#include "model/tables/findings.h"
#include "model/tables/tables.h"

#include <vector>

namespace ember::model::tables {

// Tables out of a file, and everything in them that breaks a rule.
struct Reading {
    Tables tables; // empty for version 1 data that break a rule
    std::vector<TableFinding> findings;
};

// SyntaxError, of the first finding that is an error and with the number of the others.
Result<void> checkRules(const Reading &reading);

// What there is to show of it. Errors, without a subject: those of checkRules(), NothingToShow.
Result<std::vector<ProfilePointer>> profilesOf(const Reading &reading);

} // namespace ember::model::tables
