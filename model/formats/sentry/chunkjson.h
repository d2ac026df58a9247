// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"

#include <cstdint>
#include <string>

namespace ember::model::sentry {

enum class Members : std::uint8_t {
    Known, // what Relay forwards: ids as 32 hex, units in long form, empty tables left out, release
           // always
    All, // as the file had it, members Relay does not know included
};

// The JSON of a chunk in Sentry's own shape. For a chunk made from a Profile see chunkwriter.h.
std::string writeChunkJson(const Chunk &chunk, Members members);

// What Sentry would keep: writeChunkJson of a chunk that judge() accepted.
inline std::string writeNormalised(const Chunk &chunk)
{
    return writeChunkJson(chunk, Members::Known);
}

} // namespace ember::model::sentry
