// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/v1/metadata.h"

#include <optional>
#include <string>

namespace ember::model::sentry {

// A chunk that was read, judged and prepared (prepare.h).
struct ChunkFile {
    Chunk chunk;
    std::string uri; // file, or FILE#N for an item of an envelope
    std::string verdict; // "accepted", or Relay's reason: kept as metadata
    std::optional<v1::Metadata> v1; // a V1 profile: the chunk's times count from its start
};

} // namespace ember::model::sentry
