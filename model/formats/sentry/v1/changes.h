// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <string>
#include <vector>

namespace ember::model::sentry::v1 {

// What becomes of a V1 profile in V2, one line each: what is written otherwise and what V2 has no
// place for. Empty for a process that was not read from one.
std::vector<std::string> changesToV2(const Profile &profile, ProcessIndex process);

} // namespace ember::model::sentry::v1
