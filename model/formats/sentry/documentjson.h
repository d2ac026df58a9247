// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"

#include <cstdint>
#include <string>

namespace ember::model::sentry {

enum class Members : std::uint8_t {
    // Members that Relay forwards: ids as 32 hex, units in long form, no empty tables unless they
    // are required; 64-bit numbers as numbers.
    Known,
    // All members as in the file, unknown ones included; 64-bit numbers of V1 as strings (SPEC
    // V1-9).
    All,
};

// Returns the JSON of a chunk or V1 profile in Sentry's own shape. It is written member by member,
// without a document in between. For a chunk made from a Profile see chunkwriter.h.
std::string writeChunkJson(const Chunk &chunk, Members members);

// Returns the JSON that Sentry would keep of a document that judge() accepted.
inline std::string writeNormalised(const Chunk &chunk)
{
    return writeChunkJson(chunk, Members::Known);
}

} // namespace ember::model::sentry
