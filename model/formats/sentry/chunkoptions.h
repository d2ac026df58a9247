// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/redaction.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace ember::model::sentry {

enum class Ids : std::uint8_t {
    Keep, // ids of the file, else computed from the samples (sessionidentity.h)
    Fresh, // new random ids: the same samples can be sent as another session
};

enum class ChunkContainer : std::uint8_t {
    Json, // the bare chunk
    Envelope, // one profile_chunk per envelope
};

enum class Waits : std::uint8_t {
    Whole,
    Thinned, // without samples that change no call (isInsideWait())
};

// The user's choices for chunks that are written. Absent: as in the profile, else a default
// (platform "native", release "program@build-id", environment "production", no dist).
struct ChunkOptions {
    std::optional<std::string> release;
    std::optional<std::string> environment;
    std::optional<std::string> platform;
    std::optional<std::string> dist;
    Ids ids = Ids::Keep;
    SampleFormat format = SampleFormat::V2;
    ChunkContainer container = ChunkContainer::Json; // what the chunk is put into
    std::size_t maximumBytes = 50'000'000; // limit of one chunk's JSON: SPEC S34
    RedactionRules redaction;
    // Name of a transaction to be added over the written time of each process, by which Sentry
    // finds its chunks. "": the program's name, and only for processes without a written
    // transaction of their own. Not for V1 profiles, which have one anyway.
    std::optional<std::string> transaction;
    Waits waits = Waits::Whole;
    CutLimits cut; // of V2 chunks; V1 profiles have limits of their own
};

} // namespace ember::model::sentry
