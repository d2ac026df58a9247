// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/profile/profile.h"
#include "model/query/selection.h"

namespace ember::model {

// The selection of `profile` in `other`: threads by their names and those of their processes,
// values by their type; all of the time. Errors: NothingToShow, none of the threads is there;
// InvalidArgument, it has no such values.
Result<Selection> sameSelection(const Profile &profile, const Selection &selection,
                                const Profile &other);

} // namespace ember::model
