// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/import/importlog.h"
#include "model/formats/sentry/relay.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// A change of the repair, in words for the user: where and what.
struct RepairChange {
    std::string subject;
    std::string detail;
    std::uint64_t count = 1; // number of places; subject is the first
};

struct Repair {
    // The repaired chunks, as JSON. Several if the file lasted longer than Relay allows: each has a
    // chunk_id of its own and its part of the samples, in time order.
    std::vector<std::string> chunks;
    std::string platform; // of the payload, for the item header
    std::vector<RepairChange> changes; // empty: nothing had to be changed
    // The faults that remain: without a rejection and with `left` empty, `validate --strict`
    // accepts every chunk.
    std::optional<Rejection> rejection;
    std::vector<Finding> left;
};

// Repairs a chunk without inventing measurements: ids are brought into form (equal ids become equal
// ones, so that the chunks of a session stay together), missing metadata gets the values that our
// writers use, measured values stay. Errors: those of readChunk(); UnsupportedVersion for
// what is no V2 chunk.
Result<Repair> repairChunk(std::string_view payload, const std::stop_token &stop = {});

struct RepairedFile {
    // The repaired files, of the same kind as the file: bare chunks for a bare chunk, envelopes of
    // one chunk each for an envelope. Several if a chunk was cut or an envelope had several.
    std::vector<std::string> files;
    std::vector<RepairChange> changes;
    std::vector<std::string> left; // what could not be repaired, in words
    bool isRefused = false; // Sentry would refuse one of the files
};

// Repairs the V2 chunks of a file. Transactions beside them stay as they are, in envelopes of their
// own; other items are left out. Errors: those of readChunk and parseEnvelope; UnsupportedVersion
// for V1 profiles and traces of Android; NothingToShow for an envelope without chunks.
Result<RepairedFile> repairFile(std::string_view bytes, const std::stop_token &stop = {});

} // namespace ember::model::sentry
