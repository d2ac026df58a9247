// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/tables/rowsbyid.h"
#include "model/tables/tables.h"

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace ember::model::tables {

// The profile of tables that validate() finds no error in. Sources that count time from different
// origins become profiles of their own, in the order of timeOriginNames, and so do sources without
// time whose values are of other types: nothing could weigh them together. So do sources of days
// far apart. Tables without sources become none.
//
// Of extension tables, rows that make no sense are left out. Without x_source_details a source has
// the Unix epoch's times if its samples have values ("timestamp", "seconds"), else none; without
// x_sample_threads samples are of the thread that their value ("thread", "key") says
// (isThreadKey), else of one thread.
std::vector<ProfilePointer> profilesOf(const Tables &tables);

using ValueTypes = std::set<std::pair<StringIndex, StringIndex>>; // types and their units

// What samples have values of, by row of their source.
std::vector<ValueTypes> typesOfSamples(const Tables &tables, const RowsById &samples,
                                       const RowsById &sources);

// Whether these are `most` profiles or fewer.
bool hasFewKinds(const Tables &tables, std::size_t most);

} // namespace ember::model::tables
