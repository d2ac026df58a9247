// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

namespace ember::model {

// How long a thread's last sample lasts: the sampling interval if its source has one, else 0, as it
// only ends the sample before. Rprof files have an interval: they have samples only, so that their
// time is as many intervals as samples.
Nanoseconds lastDuration(const Profile &profile, ThreadIndex thread);

} // namespace ember::model
