// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"
#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/relay.h"

#include <optional>
#include <string>

namespace ember::model::sentry {

enum class Packing : std::uint8_t { Bare, EnvelopeItem };

// How a payload came: only in an envelope there is a header to judge.
struct ChunkPacking {
    Packing packing = Packing::Bare;
    std::optional<std::string> itemPlatform;
};

// The rules of the texts (SPEC.md) that a chunk as it was read breaks. A broken MUST is a Warning,
// a broken SHOULD or RECOMMENDED a Note; `origin` is the rule's id.
void addSpecFindings(const Chunk &chunk, const ChunkPacking &packing, ImportLog &log);

// The part of it that holds for V1 profiles too: tables and size.
void addTableFindings(const Chunk &chunk, ImportLog &log);

// Of this many frames of a chunk or profile.
Finding maskedAddresses(std::uint64_t count);

// What Relay did, or would not do, that no text speaks of: `backend-…`.
void addRelayFindings(const Verdict &verdict, ImportLog &log);

// Whether a finding is a broken MUST of the texts: what `validate --strict` refuses.
bool breaksMust(const Finding &finding);

// Platforms whose frames are machine code: debug_meta and addresses are required (S10, S20).
bool isNativePlatform(std::string_view platform);

} // namespace ember::model::sentry
