// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/stringtable.h"
#include "model/core/time.h"

#include <cstdint>
#include <optional>
#include <vector>

// V1 of the sample format: a profile of one transaction (deprecated since version 2.5.0 of the
// text). Its tables are those of a chunk, and a Chunk holds them; what only V1 has is in here.
namespace ember::model::sentry::v1 {

// The longest profile Relay takes, and the text too (V1-11).
constexpr Nanoseconds longestProfile = std::chrono::seconds(30);

struct Device {
    StringIndex architecture;
    StringIndex locale;
    StringIndex manufacturer;
    StringIndex model;
    std::optional<bool> isEmulator;
    StringIndex rest;
};

struct OperatingSystem {
    StringIndex name;
    StringIndex version;
    StringIndex buildNumber;
    StringIndex rest;
};

struct Runtime {
    StringIndex name;
    StringIndex version;
    StringIndex rest;
};

struct Transaction {
    StringIndex id;
    StringIndex name;
    StringIndex traceId;
    StringIndex segmentId;
    std::optional<std::uint64_t> activeThread; // Relay: 0 where it is absent
    std::uint64_t relativeStart = 0; // nanoseconds since the profile's start
    std::uint64_t relativeEnd = 0; // 0: no window
    std::uint64_t relativeCpuStart = 0; // milliseconds
    std::uint64_t relativeCpuEnd = 0;
    StringIndex rest;
};

// An entry of queue_metadata.
struct Queue {
    StringIndex address;
    StringIndex label;
    StringIndex rest;
};

// Top-level members that a chunk has not. As in Chunk: an invalid index is "absent", `rest` the
// members without a field here, and nothing is checked.
struct Metadata {
    StringIndex eventId;
    StringIndex timestamp; // as it stands there
    std::optional<Timestamp> start; // the same, since the Unix epoch
    StringIndex dist;
    Device device;
    OperatingSystem os;
    std::optional<Runtime> runtime;
    std::optional<Transaction> transaction; // or the first of `transactions`
    std::vector<Queue> queues;
    // Of the envelope it came in, as JSON: its header, and the event of the transaction.
    StringIndex envelopeHeader;
    StringIndex transactionEvent;
};

} // namespace ember::model::sentry::v1
