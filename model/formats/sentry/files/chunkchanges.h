// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/chunkoptions.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/sessionidentity.h"
#include "model/profile/profile.h"

#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// What of a chunk is other than in the file it was read from, one line each; not what `options`
// asks for. `chunkId`: what it is called now. Of a piece that is no whole chunk, only what all the
// chunks it may be of lose. Empty where nothing comes from chunks.
std::vector<std::string> changesToChunk(const Profile &profile, const Piece &piece,
                                        const SessionIdentity &identity, std::string_view chunkId,
                                        const ChunkOptions &options);

// What the header of the envelope that a whole chunk came in says for the one it is put into;
// nothing but the change where it is put into none.
KeptHeader headerOfChunk(const Profile &profile, const Piece &piece, const ChunkOptions &options);

// That there were such headers, of any chunk of the process; empty: there were none.
std::vector<std::string> headersLeftOut(const Profile &profile, ProcessIndex process);

// What becomes of a V1 profile in V2, one line each: what is written otherwise and what V2 has no
// place for. Empty for a process that was not read from one.
std::vector<std::string> changesToV2(const Profile &profile, ProcessIndex process);

} // namespace ember::model::sentry
