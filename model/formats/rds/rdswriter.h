// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/export/exporter.h"
#include "model/tables/tables.h"

namespace ember::model::rds {

enum class Schema : std::uint8_t {
    V1, // a list of class profile_data, five tibbles, equal stacks as one row
    V2, // a list of seven data frames; the extensions are an attribute of it
};

// Returns the bytes of an .rds file, gzipped, and which parts of the tables it cannot hold. The
// tables must keep the rules. Errors: FormatCannotHold, for a number of samples beyond R's
// integers; FileTooBig.
Result<Export> writtenTables(const tables::Tables &tables, Schema schema);

} // namespace ember::model::rds
