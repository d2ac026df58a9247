// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"

#include <cstdint>
#include <string>

namespace ember::model::sentry {

enum class Members : std::uint8_t {
    Known, // what Relay forwards: ids as 32 hex, units in long form, empty tables left out, what a
           // document must have always there; 64-bit numbers as numbers
    All, // as the file had it, members Relay does not know included; 64-bit numbers of V1 as the
         // text asks for them, as strings (V1-9)
};

// The JSON of a chunk or V1 profile in Sentry's own shape, member by member, without a document in
// between. For a chunk made from a Profile see chunkwriter.h.
std::string writeChunkJson(const Chunk &chunk, Members members);

// What Sentry would keep: writeChunkJson of a document that judge() accepted.
inline std::string writeNormalised(const Chunk &chunk)
{
    return writeChunkJson(chunk, Members::Known);
}

} // namespace ember::model::sentry
