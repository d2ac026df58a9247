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

// Lists what changes or is lost when data that was read from Sentry's files is written again.
namespace ember::model::sentry {

// Lists how a chunk differs from the chunk it was read from, one line each, without what `options`
// asks for. `chunkId`: its new id. For a piece that is not a whole chunk, lists only what all
// chunks of its process lose. Empty if nothing comes from chunks.
std::vector<std::string> changesToChunk(const Profile &profile, const Piece &piece,
                                        const SessionIdentity &identity, std::string_view chunkId,
                                        const ChunkOptions &options);

// Returns what to keep of the envelope header that a whole chunk came with. Only lists the loss if
// the chunk is not written into an envelope.
KeptHeader headerOfChunk(const Profile &profile, const Piece &piece, const ChunkOptions &options);

// Lists the loss of envelope headers, if any chunk of the process came with one; empty if none did.
std::vector<std::string> headersLeftOut(const Profile &profile, ProcessIndex process);

// Lists what changes if a V1 profile is written as V2, one line each: what is written differently
// and what V2 has no place for. Empty for a process that was not read from one.
std::vector<std::string> changesToV2(const Profile &profile, ProcessIndex process);

} // namespace ember::model::sentry
