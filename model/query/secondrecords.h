// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <vector>

namespace ember::model {

// The threads that are a second record of a process: a Sentry SDK, or another profiler, has sampled
// it while a capture did, too, and the profile has both on one clock. Counting both would count the
// time of the process twice. In rising order; none of them is of a capture.
//
// A process with a process id is the captured one if that has the same. One without, as in files,
// is it if it has its profiler_id, or if at least half of its samples in the user's code are,
// innermost, in functions that the captured one ran, too; the two must overlap in time. Linear in
// threads; of many samples only some thousands are looked at.
std::vector<ThreadIndex> secondRecords(const Profile &profile);

// Whether a thread has samples, and they are of a capture.
bool isCaptured(const Profile &profile, ThreadIndex thread);

// All other threads: those to count where nothing else is asked for. Empty if no thread is a second
// record, so that all count (Selection::threads).
std::vector<ThreadIndex> withoutSecondRecords(const Profile &profile);

} // namespace ember::model
