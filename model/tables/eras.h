// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/tables/profilemaker.h"

#include <cstddef>
#include <vector>

namespace ember::model::tables {

// Which sources, by row, belong on one axis of time: equal numbers, from 0 in the order of time.
// Recordings of different days are eras of their own where what lies between them is at least a day
// and twenty times as long as what there is before: nobody could see both. Sources that have
// processes or threads in common stay together, those without dates are of era 0, and so are all
// where there are very many eras. `origins`: of the times of each source.
std::vector<std::size_t> erasOf(const Tables &tables, const Keys &keys,
                                const std::vector<TimeOrigin> &origins);

} // namespace ember::model::tables
