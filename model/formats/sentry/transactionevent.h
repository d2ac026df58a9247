// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/formats/sentry/chunk.h"

#include <optional>
#include <string>
#include <string_view>

namespace ember::model::sentry {

// The members of a transaction's event that Relay copies to the V1 profile in the same envelope
// (SENTRY.md §2). Absent if the event lacks them.
struct TransactionEvent {
    std::string_view json; // the whole event, in the bytes it was read from; "": no JSON object
    std::optional<std::string> id; // in the form of parseUuid
    std::optional<std::string>
        profileId; // id of the profile that the event names, in the same form
    std::optional<Timestamp> start; // since the Unix epoch
    std::optional<std::string> name;
    std::optional<std::string> release;
    std::optional<std::string> environment;
    std::optional<std::string> dist;
    std::optional<std::string> segmentId;
    std::optional<std::string> sdkName;
    std::optional<std::string> sdkVersion;
};

// Reads an event leniently: all members are absent if it is no event, and texts are absent if far
// longer than Relay accepts, as each profile of an envelope gets a copy.
TransactionEvent readTransactionEvent(std::string_view payload);

// Copies the event's members to the profile, as Relay does before it forwards it. They replace
// those of the profile, except for the release.
void takeOver(const TransactionEvent &event, Chunk &profile);

} // namespace ember::model::sentry
