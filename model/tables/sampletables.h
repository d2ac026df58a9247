// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/tables/profiletexts.h"

namespace ember::model::tables {

// Samples, their values, stacks, threads and states; what their source's values mean and when its
// first sample was. Needs the rows of sources. See fromprofile.h for order and error.
Result<void> addSamples(const Profile &profile, ProfileTexts &texts, Tables &tables);

} // namespace ember::model::tables
