// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <vector>

namespace ember::model {

// The threads that are a second record of a process: a Sentry SDK, or another profiler, has sampled
// it while a capture did, too, and the profile has both on one clock. Counting both would count the
// time of the process twice. In rising order; none of them is of a capture.
//
// A process is the captured one if it has its process id, or its profiler_id; if its id is not
// known, as in files, if it mostly ran functions of the user that the captured one ran in the same
// time. Linear in threads; of many samples only some thousands are looked at.
std::vector<ThreadIndex> secondRecords(const Profile &profile);

// All other threads: those to count where nothing else is asked for. Empty if no thread is a second
// record, so that all count (Selection::threads).
std::vector<ThreadIndex> withoutSecondRecords(const Profile &profile);

} // namespace ember::model
