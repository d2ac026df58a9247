// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ember::model::sqlite {

constexpr std::int32_t applicationId = 1349670732; // 'PrvL'
constexpr std::int32_t userVersion = 2;

// Creates the tables; the indexes, which are cheaper when all rows are there.
extern const char *const tableSchema;
extern const char *const indexSchema;

} // namespace ember::model::sqlite
