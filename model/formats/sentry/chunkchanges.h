// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/chunkoptions.h"
#include "model/formats/sentry/sessionidentity.h"

#include <string>
#include <vector>

namespace ember::model::sentry {

// What of a chunk that is written whole is other than in the file it was read from, one line each;
// not what `options` asks for. Empty for pieces that are no such chunk.
std::vector<std::string> changesToChunk(const Profile &profile, const Piece &piece,
                                        const SessionIdentity &identity,
                                        const ChunkOptions &options);

} // namespace ember::model::sentry
