// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/tables/tables.h"
#include "model/tables/tablevalues.h"

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace ember::model::tables {

// Makes profiles of tables in which validate() finds no error, in the order of timeOriginNames.
// Sources become separate profiles if their times have different origins, if they have no time and
// values of other types (which cannot be compared), or if they were recorded days apart. Tables
// without sources give none.
//
// Invalid rows of extension tables are left out. A source without a row in x_source_details has
// times since the Unix epoch if its samples have values ("timestamp", "seconds"), else no time.
// Samples without a row in x_sample_threads belong to the thread that their value ("thread", "key")
// names (isThreadKey), else to one thread of the source.
std::vector<ProfilePointer> profilesOf(const Tables &tables);

using ValueTypes = std::set<std::pair<StringIndex, StringIndex>>; // types and their units

// The types of values that samples have, by row of their source.
std::vector<ValueTypes> typesOfSamples(const Tables &tables, const RowsById &samples,
                                       const RowsById &sources);

// Whether profilesOf() would make at most `most` profiles.
bool hasFewKinds(const Tables &tables, std::size_t most);

} // namespace ember::model::tables
