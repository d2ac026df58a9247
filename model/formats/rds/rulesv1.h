// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/rds/object.h"
#include "model/tables/findings.h"

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

// Every fault of stored profile data, version 1, in the order in which the R package looks for
// them (RPROFILE.md §3): it stops at the first, this does not.
std::vector<tables::TableFinding> checkV1(const Objects &objects, const Object &data);

} // namespace ember::model::rds
