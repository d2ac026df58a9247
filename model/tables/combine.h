// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/tables/tables.h"

#include <span>

namespace ember::model::tables {

// Appends all inputs, without adding anything up. Ids are numbered anew from 1, in the order of the
// inputs. Equal sources stay two. `meta` has the version once; another key is there once if all
// sources agree, else for each source with the source's new id before it (metarows.h). Needs at
// least one input. Errors: FormatCannotHold if there are more ids than 32 bits have, FileTooBig if
// `meta` would have far more rows than the inputs.
Result<Tables> combine(std::span<const Tables> inputs);

// Merges functions, then locations, that are equal in all columns and attributes. The first of each
// keeps its id. Locations in x_cut_roots are not merged.
Tables withoutDuplicates(Tables tables);

// Keeps only what belongs to one source, including its rows of meta (metarows.h). Locations and
// functions that only other sources use are removed. Ids stay.
Tables ofSource(Tables tables, std::int32_t source);

} // namespace ember::model::tables
