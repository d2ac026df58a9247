// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// The wire format of SENTRY.md §4: a header line, then items of a header line and a payload.

struct EnvelopeHeader {
    std::optional<std::string> eventId; // as it stands there
    std::optional<std::string> sentAt;
    std::optional<std::string> dsn;
    std::string json; // the whole header
};

struct EnvelopeItem {
    std::string type; // "profile_chunk", "profile", "transaction", …
    std::optional<std::string> platform;
    std::optional<std::string> contentType;
    std::optional<std::uint32_t> length; // as declared; absent: the payload ended with the line
    bool hasMetaLength = false; // meta_length: a binary (Perfetto) payload
    std::string json; // the whole item header
    std::size_t offset = 0; // of the payload in the envelope
    std::string_view payload; // into the bytes that were parsed
};

struct Envelope {
    EnvelopeHeader header;
    std::vector<EnvelopeItem> items;

    // Relay answers 413 to the whole envelope when there is more than one profile or profile_chunk.
    std::size_t profileCount() const;
};

// Begins the detail of the error for an envelope that has a transaction and no profile.
constexpr std::string_view transactionAlone = "a transaction without a profile";

// Whether bytes look like an envelope rather than one JSON document: a second line that is an item
// header. For detection, not for judging.
bool looksLikeEnvelope(std::string_view bytes);

// Errors: Truncated (an item ends behind the end), SyntaxError; `detail` is "byte N: " and Relay's
// words. Payloads are views into `bytes`.
Result<Envelope> parseEnvelope(std::string_view bytes);

// An item on its way out. `platform` goes to the header where it is not empty (required for chunks:
// S6).
struct NewEnvelopeItem {
    std::string type = "profile_chunk";
    std::string platform;
    std::string contentType = "application/json";
    std::string payload;
};

struct NewEnvelope {
    std::string eventId; // 32 lower hex; empty: the header has none
    std::string sentAt; // RFC 3339 UTC; written at the moment of sending and not stored before: may
                        // be empty
    std::string others; // further members of the header, a JSON object; "": none
    std::vector<NewEnvelopeItem> items;
};

std::string writeEnvelope(const NewEnvelope &envelope);

// The same envelope with sent_at in its header: what goes over the wire at `sentAt`.
Result<std::string> stampSentAt(std::string_view envelope, std::string_view sentAt);

} // namespace ember::model::sentry
