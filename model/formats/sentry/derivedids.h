// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkcut.h"
#include "model/profile/profile.h"

#include <string>
#include <string_view>

namespace ember::model::sentry {

// Ids that follow from what they stand for: whoever writes the same samples again gives them the
// same id, in another run or program too, so that nothing is counted twice unnoticed. 32 lower hex
// digits, formed as version 4. They tell profiles apart that were not made to look alike.

// The profiler id of a process whose file names none, made of its threads, their samples and
// functions: the same profile has the same id each time. Linear in them.
std::string derivedProfilerId(const Profile &profile, ProcessIndex process);

// The chunk id of a part of a session, made of its threads and the times of its samples. Names do
// not count: they may come later.
std::string derivedChunkId(const Profile &profile, const Piece &piece, std::string_view profilerId);

} // namespace ember::model::sentry
