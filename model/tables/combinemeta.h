// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/tables/tables.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ember::model::tables {

// Rows of meta beside the version for all sources of the inputs, which are numbered from 1, one
// input after the other: what all say alike stands there once, else before its key the number of
// its source; by key and source. Errors: FileTooBig where that makes very many rows of few.
Result<std::vector<std::pair<std::string, std::string>>>
combinedMeta(std::span<const Tables> inputs);

} // namespace ember::model::tables
