// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

namespace ember::views {

// Whether its samples were taken at times. Of others there are only values: what a time, a length
// or a share of time would say of them is nothing.
inline bool isTimed(const model::Profile &profile)
{
    return profile.tables().origin != model::TimeOrigin::None;
}

} // namespace ember::views
