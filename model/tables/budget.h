// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/tables/tables.h"

#include <cstddef>

namespace ember::model::tables {

// The most profiles that tables are taken for: each is made by going through all of them.
constexpr std::size_t mostProfiles = 1000;

// FileTooBig, without a subject, where a few bytes in a file of `fileBytes` (unpacked) stand for
// much memory in profiles (memorybudget.h): the first table that has too many rows of that kind.
Result<void> checkBudget(const Tables &tables, std::size_t fileBytes);

} // namespace ember::model::tables
