// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/tables/tables.h"

#include <span>

namespace ember::model::tables {

// All inputs behind each other, nothing added up: their ids are numbered anew, from 1, in the order
// of the inputs. Equal sources stay two; of `meta` the version stands there once, other keys where
// all sources agree, else with the new id of their source before them (metarows.h). At least one
// input. Errors: FormatCannotHold if there are more ids than 32 bits have.
Result<Tables> combine(std::span<const Tables> inputs);

// Functions that are equal in all that is known of them become one, then locations. The first of
// each keeps its id.
Tables withoutDuplicates(Tables tables);

// What is of one source, rows of meta (metarows.h) among it; locations and functions that only
// others have go, too. Ids stay.
Tables ofSource(Tables tables, std::int32_t source);

} // namespace ember::model::tables
