// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/tables/findings.h"
#include "model/tables/fromv1.h"
#include "model/tables/tables.h"

#include <stop_token>
#include <string_view>
#include <vector>

namespace ember::model::rds {

struct Reading {
    tables::Tables tables; // as version 2; empty for version 1 data that break a rule
    std::vector<tables::TableFinding> findings; // everything that breaks a rule
};

// Profile data of an unpacked .rds file, or the first such of an .RData file. The version of its
// `meta` tells by which rules it is judged. Errors, without a subject: those of unserialize() and
// fromV1().
Result<Reading> readTables(std::string_view bytes, const std::stop_token &stop,
                           const tables::ExpansionLimits &limits = {});

// SyntaxError, of the first finding that is an error and with the number of the others.
Result<void> checkRules(const Reading &reading);

} // namespace ember::model::rds
