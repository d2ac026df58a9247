// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/tables.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Rows of meta other than the version. A key that begins with the id of a source and a dot,
// "7.host", is about that source; other keys are about all sources that have no such row.
namespace ember::model::tables {

struct MetaKey {
    std::optional<std::int32_t> source;
    std::string_view name;
};

class RowsById;

MetaKey metaKeyOf(std::string_view key, const RowsById &sources);
std::string metaKeyText(std::int32_t source, std::string_view name);

using MetaRows = std::map<std::string, std::string>;

struct MetaBySource {
    MetaRows common; // of all sources
    std::vector<MetaRows> own; // by row of sources: rows about that source alone

    MetaRows of(std::size_t row) const;
};

MetaBySource metaBySource(const Tables &tables);

// Removes the rows about other sources only, and the source's id from the keys of its own rows,
// which replace those about all sources.
void keepMetaOf(Tables &tables, std::int32_t source);

// "rows of meta are left out, as every source has its own: host": names rows about all sources that
// every source overrides; they have no place in a format whose metadata belong to sources. "" if
// there are none.
std::string replacedMetaText(const Tables &tables);

// The keys of rows that profiles have no place for: all but the version and names of threads.
std::vector<std::string> metaWithoutPlace(const Tables &tables);
// "rows of meta are not kept: host, user"; "" if there are none.
std::string metaLossText(const Tables &tables);

} // namespace ember::model::tables
