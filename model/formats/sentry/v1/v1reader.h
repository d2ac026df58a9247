// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/chunkreader.h"

#include <stop_token>
#include <string_view>

namespace ember::model::sentry::v1 {

// Everything a look at a V1 profile gave. In its chunk
// - times count from the profile's start, and are cut off at 73 years;
// - thread ids are the decimal text of the number, whatever its spelling was;
// - ChunkSampleRest::rest is the plain text of queue_address; other members of samples are gone.
struct Reading {
    ChunkReading tables;
    Metadata metadata;

    Chunk &chunk() { return tables.chunk; }

    const Chunk &chunk() const { return tables.chunk; }
};

// Reads a payload by the rules of V1 (SENTRY.md §2), whatever version it says it is. Lenient like
// readChunk, whose errors it has. Any thread.
Result<Reading> readProfile(std::string_view payload, const std::stop_token &stop = {});

} // namespace ember::model::sentry::v1
