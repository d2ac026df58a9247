// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/rds/object.h"
#include "model/tables/fromv1.h"

namespace ember::model::rds {

// Data that checkV1() finds no error in, as v2 tables. Errors: those of fromV1().
Result<tables::Tables> tablesV1(const Objects &objects, const Object &data, std::uint64_t budget);

} // namespace ember::model::rds
