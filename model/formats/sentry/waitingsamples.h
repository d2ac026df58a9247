// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkcut.h"
#include "model/profile/profile.h"

#include <cstdint>

namespace ember::model::sentry {

// Whether the sample is inside a wait: the thread is known not to run, and its samples before and
// after have the same stack. As a sample lasts until its thread's next one (SENTRY.md §6.2), calls
// are drawn the same without it. The first and last sample of the part count as outside, so a chunk
// has the same ends without such samples, and a thread keeps two samples that are not idle.
bool isInsideWait(const Profile &profile, const PieceThread &part, SampleIndex sample);

// Number of such samples in a piece.
std::uint64_t countInsideWaits(const Profile &profile, const Piece &piece);

} // namespace ember::model::sentry
