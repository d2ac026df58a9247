// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/formats/sentry/chunk.h"

#include <optional>
#include <string>
#include <string_view>

namespace ember::model::sentry {

// What a V1 profile gets from the transaction in its envelope (SENTRY.md §2). Absent: the event
// does not say.
struct TransactionEvent {
    std::string_view json; // the whole of it, in the bytes it was read from; "": no JSON object
    std::optional<std::string> id; // in the form of parseUuid
    std::optional<std::string> profileId; // likewise, of the profile that is its own
    std::optional<Timestamp> start; // since the Unix epoch
    std::optional<std::string> name;
    std::optional<std::string> release;
    std::optional<std::string> environment;
    std::optional<std::string> dist;
    std::optional<std::string> segmentId;
    std::optional<std::string> sdkName;
    std::optional<std::string> sdkVersion;
};

// Lenient: of what is no event at all nothing is known. Nor of a text that is far longer than Relay
// takes: an envelope may have many profiles, and each gets these.
TransactionEvent readTransactionEvent(std::string_view payload);

// As Relay does before it forwards a profile: the event's word counts, but for a release that the
// profile has.
void takeOver(const TransactionEvent &event, Chunk &profile);

} // namespace ember::model::sentry
