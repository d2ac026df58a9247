// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "views/details/propertyview.h"

namespace ember::views {

// How long the profile is, how much it has, and how regular it is.
PropertyNode profileGroup(const model::Profile &profile);

// How the capture went, and what it cost the program; without children where it was none.
PropertyNode captureGroup(const model::Profile &profile);

} // namespace ember::views
