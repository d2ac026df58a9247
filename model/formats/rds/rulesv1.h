// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/rds/object.h"
#include "model/tables/reading.h"
#include "model/tables/validate.h"

#include <array>
#include <string_view>
#include <vector>

namespace ember::model::rds {

struct TableShape {
    std::string_view name;
    std::vector<std::string_view> columns;
};

// The five tables of version 1, in order.
const std::array<TableShape, 5> &shapesV1();

// Finds all faults of stored profile data, version 1, in the order in which the R package looks for
// them (RPROFILE.md §3). The package stops at the first.
std::vector<tables::TableFinding> checkV1(const Objects &objects, const Object &data);

// The location ids of an element of samples$locations, innermost call first; nullptr if the element
// is not a tibble of one integer column location_id.
inline const tables::Integers *stackOf(const Objects &objects, const Object &element)
{
    const Elements &columns = elementsOf(element);
    if (!objects.inherits(element, "tbl_df") || columns.size() != 1
        || objects.names(element).front() != "location_id"
        || objects[columns.front()].kind != Kind::Integers)
        return nullptr;
    return contentOf<tables::Integers>(objects[columns.front()]);
}

// Converts data in which checkV1() finds no error into v2 tables. Errors: those of fromV1().
Result<tables::Tables> tablesV1(const Objects &objects, const Object &data, std::uint64_t budget);

} // namespace ember::model::rds
