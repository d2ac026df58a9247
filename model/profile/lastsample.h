// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

namespace ember::model {

// How long a thread's last sample lasts: one interval, where its source says that its samples are
// so far apart (Rprof, whose files are samples and nothing else: as many intervals as samples). 0
// where nothing tells: then the last sample is only the end of the one before.
Nanoseconds lastDuration(const Profile &profile, ThreadIndex thread);

} // namespace ember::model
