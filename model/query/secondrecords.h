// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <vector>

namespace ember::model {

// The threads that are a second record of a process: a Sentry SDK, or another profiler, has sampled
// it while a capture did, too, and the profile has both on one clock. Counting both would count the
// time of the process twice. In rising order; none of them is of a capture.
//
// A process with a pid is taken for the captured process with the same pid. One without, as in
// files, is taken for one with the same profiler_id, or for one that also ran the innermost
// function in the user's code of at least half of its samples that have one. The two must overlap
// in time. Linear in threads; of a process at most 20 000 samples are looked at, besides one per
// thread.
std::vector<ThreadIndex> secondRecords(const Profile &profile);

// Whether a thread has samples, and they are of a capture.
bool isCaptured(const Profile &profile, ThreadIndex thread);

// Returns the threads that count by default: all but second records. Empty, which means all
// (Selection::threads), if no thread is a second record.
std::vector<ThreadIndex> withoutSecondRecords(const Profile &profile);

} // namespace ember::model
