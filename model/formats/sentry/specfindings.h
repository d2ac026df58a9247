// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"
#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/relay.h"
#include "model/formats/sentry/tracingevent.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ember::model::sentry {

// The envelope that a payload came in, if any.
struct Packing {
    enum class Place : std::uint8_t { Bare, Envelope };

    Place place = Place::Bare;
    // From the envelope: the platform in the item's header, the event of the transaction, and the
    // envelope's header as JSON ("" if it says nothing).
    std::optional<std::string> itemPlatform = {};
    std::optional<TransactionEvent> event = {};
    std::string_view header = {};
};

// Adds a finding for each rule of SPEC.md that a chunk or V1 profile, as it was read, breaks. A
// broken MUST is a Warning, a broken SHOULD or RECOMMENDED a Note; `origin` is the rule's id.
void addSpecFindings(const Chunk &chunk, const Packing &packing, ImportLog &log);

// Adds a finding for each rule of SPEC T1 to T5 that a transaction breaks, if it is about a V2
// profile: it names a profiler, or `beside` is the chunk in its envelope (nullptr: there is none).
// T6, which thread it was started on, is not in a file.
void addTransactionFindings(const TracingEvent &event, const Chunk *beside, ImportLog &log);

// Adds findings `backend-…` for what Relay did or refused without a rule of SPEC.md.
void addRelayFindings(const Verdict &verdict, ImportLog &log);

// Whether a finding is a broken MUST of SPEC.md, which `validate --strict` refuses.
bool breaksMust(const Finding &finding);

// Whether a platform's frames are machine code, so that debug_meta and addresses are required (SPEC
// S10, S20).
bool isNativePlatform(std::string_view platform);

// Whether Sentry names the frames of a platform itself, from debug files of ELF binaries (SENTRY.md
// §6.1).
bool isSymbolicatedBySentry(std::string_view platform);

} // namespace ember::model::sentry
