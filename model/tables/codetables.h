// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/profiletexts.h"

namespace ember::model::tables {

// Functions, locations (a row per frame) and binaries.
void addCode(const Profile &profile, ProfileTexts &texts, Tables &tables);

} // namespace ember::model::tables
