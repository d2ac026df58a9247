// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/chunkoptions.h"
#include "model/formats/sentry/sessionidentity.h"

#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// What of a chunk is other than in the file it was read from, one line each; not what `options`
// asks for. `chunkId`: what it is called now. Of a piece that is no whole chunk, only what all the
// chunks it may be of lose. Empty where nothing comes from chunks.
std::vector<std::string> changesToChunk(const Profile &profile, const Piece &piece,
                                        const SessionIdentity &identity, std::string_view chunkId,
                                        const ChunkThreadIds &threadIds,
                                        const ChunkOptions &options);

} // namespace ember::model::sentry
