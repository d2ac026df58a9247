// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/profile/profile.h"
#include "model/tables/tables.h"

namespace ember::model::tables {

// Returns the tables of a profile, with everything the profile holds; profilesOf() (toprofile.h)
// makes the profile again. Samples are sorted by source, then by time. Each sample has the values
// ("samples", "count", 1), unless the profile counts samples itself or has values but no time, and
// ("timestamp", "seconds") if its time counts from the Unix epoch. Errors: FormatCannotHold if
// there are more samples than 32-bit ids, or if the stacks of all samples, written out, would be
// more than `stackRowLimit` rows.
Result<Tables> tablesOf(const Profile &profile);

constexpr std::uint64_t stackRowLimit = 500'000'000;

} // namespace ember::model::tables
