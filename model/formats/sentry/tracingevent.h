// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/core/time.h"
#include "model/formats/import/jsonoutline.h"
#include "model/formats/sentry/chunk.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// A span in a transaction's event. Texts are as in the file, but for ids, which have small letters
// and, where they are UUIDs, the form of parseUuid(). "": absent.
struct EventSpan {
    std::string id;
    std::string parent;
    std::string op;
    std::string description;
    std::string status;
    std::string threadId; // data thread.id (SPEC T2, T4)
    std::string threadName;
    std::string profilerId; // data profiler_id, which replaces that of the transaction (SPEC T5)
    std::optional<Timestamp> start; // since the Unix epoch
    std::optional<Timestamp> end;

    // Whether the span has a start and an end, in this order.
    bool hasTimes() const { return start && end && *start <= *end; }
};

// The event of a transaction, as far as it becomes rows of a profile (TracingSpans, Transactions).
struct TracingEvent {
    EventSpan root; // from contexts.trace; its description is the transaction's name
    std::string eventId;
    std::string traceId;
    std::string profilerId; // of contexts.profile (SPEC T1), else of contexts.trace.data
    bool hasProfileContext = false; // profilerId is where SPEC T1 wants it
    bool hasNumericThreadId = false; // a thread.id is a number: SPEC T2 and T4 want a text
    std::string platform;
    std::string release;
    std::string environment;
    std::string dist;
    std::string sdkName;
    std::string sdkVersion;
    std::vector<EventSpan> spans; // with times
    std::uint64_t spansWithoutTimes = 0; // left out: without start or end, or end before start
    std::string json; // the whole event; "" if it is nested too deep to be kept
};

// Bytes of the biggest event that Relay takes (SENTRY.md §4).
constexpr std::size_t maxEventSize = std::size_t(1) << 20U;

// Whether a document is a transaction's event alone: it has a trace and times, and is no profile.
bool looksLikeTransaction(const JsonOutline &outline);

// Reads an event leniently: members of the wrong type are absent. Memory is linear in the text.
// Errors: those of describeBadJson() for what is not JSON; WrongType for what is no object;
// Cancelled. Any thread.
Result<TracingEvent> readTracingEvent(std::string_view json, const std::stop_token &stop = {});

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
