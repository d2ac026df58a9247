// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/core/time.h"
#include "model/formats/json/jsonoutline.h"

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

    // Whether it has a place on a time axis.
    bool hasTimes() const { return start && end && *start <= *end; }
};

// The event of a transaction, as far as it becomes rows of a profile (TracingSpans, Transactions).
struct TracingEvent {
    EventSpan root; // from contexts.trace; its description is the transaction's name
    std::string eventId;
    std::string traceId;
    std::string profilerId; // of contexts.profile (SPEC T1), else of contexts.trace.data
    bool hasProfileContext = false; // the id is where the text wants it
    bool hasNumericThreadId = false; // a thread.id is a number: SPEC T2 and T4 want a text
    std::string platform;
    std::string release;
    std::string environment;
    std::string dist;
    std::string sdkName;
    std::string sdkVersion;
    std::vector<EventSpan> spans; // with times
    std::uint64_t spansWithoutTimes = 0; // left out: without start or end, or they end before
    std::string json; // the whole event; "" if it is nested too deep to be kept
};

// Relay refuses a bigger event (SENTRY.md §4).
constexpr std::size_t maxEventSize = std::size_t(1) << 20U;

// Whether a document is a transaction's event alone: it has a trace and times, and is no profile.
bool looksLikeTransaction(const JsonOutline &outline);

// Reads an event leniently: members of the wrong type are absent. Memory is linear in the text.
// Errors: those of describeBadJson() for what is not JSON; WrongType for what is no object;
// Cancelled. Any thread.
Result<TracingEvent> readTracingEvent(std::string_view json, const std::stop_token &stop = {});

} // namespace ember::model::sentry
