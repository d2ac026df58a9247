// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"
#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/relay.h"
#include "model/formats/sentry/transactionevent.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ember::model::sentry {

// How a payload came.
struct Packing {
    enum class Place : std::uint8_t { Bare, Envelope };

    Place place = Place::Bare;
    // In an envelope: the platform in the header of its item, the event of the transaction if there
    // is one, and the envelope's header as JSON, "" if it says nothing.
    std::optional<std::string> itemPlatform = {};
    std::optional<TransactionEvent> event = {};
    std::string_view header = {};
};

// The rules of the texts (SPEC.md) that a chunk or V1 profile as it was read breaks. A broken MUST
// is a Warning, a broken SHOULD or RECOMMENDED a Note; `origin` is the rule's id.
void addSpecFindings(const Chunk &chunk, const Packing &packing, ImportLog &log);

// What Relay did, or would not do, that no text speaks of: `backend-…`.
void addRelayFindings(const Verdict &verdict, ImportLog &log);

// Whether a finding is a broken MUST of the texts: what `validate --strict` refuses.
bool breaksMust(const Finding &finding);

// Platforms whose frames are machine code: debug_meta and addresses are required (S10, S20).
bool isNativePlatform(std::string_view platform);

} // namespace ember::model::sentry
