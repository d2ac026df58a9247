// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/importlog.h"
#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/v1/metadata.h"
#include "model/profile/profile.h"

#include <optional>
#include <string>
#include <vector>

namespace ember::model::sentry {

// A chunk that was read, judged and prepared (prepare.h).
struct ChunkFile {
    Chunk chunk;
    std::string uri; // file, or FILE#N for an item of an envelope
    std::string verdict; // "accepted", or Relay's reason: kept as metadata
    std::optional<v1::Metadata> v1; // a V1 profile: the chunk's times count from its start
};

// A profile and which of the chunks it was made of.
struct AssembledProfile {
    ProfilePointer profile;
    std::vector<std::size_t> chunks; // places in what was given
};

// One profile per V1 profile and per profiler_id, in the order their first chunks came; chunks
// within it by time. A thread id that means another thread in a later chunk (Python reuses ids: the
// names differ) is a thread of its own; thread_metadata without samples is a thread without
// samples. A chunk that was given twice counts once. Samples whose stack is missing are idle.
std::vector<AssembledProfile> assemble(const std::vector<ChunkFile> &files, ImportLog &log);

} // namespace ember::model::sentry
