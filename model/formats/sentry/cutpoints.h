// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkcut.h"

#include <span>
#include <vector>

namespace ember::model::sentry {

// Whether a chunk from `first` to `last` passes Relay: at most 66.0 s in the doubles it calculates
// with (SENTRY.md §1.3); 30 s in whole nanoseconds for V1.
bool fitsIntoChunk(Timestamp first, Timestamp last, Nanoseconds longest = CutLimits().longest);

// The double nearest to the time in seconds: what is written, and what Relay reads.
double toSeconds(Timestamp time);

// Where to cut: a piece ends before each of these times, in order. Where the samples come from
// chunks that fit, they are cut as those were; else by length, a short tail with the last.
std::vector<Timestamp> cutPoints(const Profile &profile, ProcessIndex process,
                                 std::span<const PieceThread> chosen, const CutLimits &limits);

} // namespace ember::model::sentry
