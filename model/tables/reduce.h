// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/tables.h"

namespace ember::model::tables {

// Functions that are equal in all that is known of them become one, then locations. The first of
// each keeps its id.
Tables withoutDuplicates(Tables tables);

// What is of one source, rows of meta (metarows.h) among it; locations and functions that only
// others have go, too. Ids stay.
Tables ofSource(Tables tables, std::int32_t source);

} // namespace ember::model::tables
